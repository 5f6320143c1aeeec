import type { ServiceDeps } from '../deps.js'
import { HtmlReader } from './html-reader.js'
import { LargeReads } from './large-reads.js'
import { MailParser } from './mail-parser.js'

/*
 * Reads what comes from outside (mail, headers, HTML, signatures) in threads with limits of time and memory, and draws the
 * pages that show it. `@postline/mail-parser` parses MIME.
 */

/** What services and workers of every domain share. */
export const readingCollaborators = ({ readerThreads }: Pick<ServiceDeps, 'readerThreads'>) => ({
  htmlReader: new HtmlReader({ readerThreads }),
  largeReads: new LargeReads(),
  mailParser: new MailParser(readerThreads),
})
