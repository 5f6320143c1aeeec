import type { ServiceDeps } from '../deps.js'
import { HtmlReader } from './html-reader.js'
import { LargeReads } from './large-reads.js'
import { MailParser } from './mail-parser.js'

/*
 * Reads what comes from outside (mail, headers, HTML, signatures) in threads with limits of time and memory, and draws the
 * pages that show it. `@postline/mail-parser` parses MIME. What the threads can do is in services/reader-tasks.ts.
 *
 * Services: `mailParser` (a mail), `htmlReader` (HTML and pages), `largeReads` (how much is read for an account at a time).
 */

/** What services and workers of every domain share. */
export const readingCollaborators = ({ readerThreads }: Pick<ServiceDeps, 'readerThreads'>) => ({
  htmlReader: new HtmlReader({ readerThreads }),
  largeReads: new LargeReads(),
  mailParser: new MailParser(readerThreads),
})
