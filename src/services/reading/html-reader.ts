import { beginningOfHtml } from '@postline/mail-parser'
import { nullIfKilled } from '../../lib/threads/task-thread.js'
import { hasOnlyOwn, type OwnContentIds, replaceContentIds } from './content-ids.js'
import { type MailPageParts, mailPage, shownFiles } from './mail-pages/mail-page.js'
import type { ReaderThreads } from './reader-threads.js'

/** Longest text that is read without a thread, in characters: that takes less than a millisecond. */
const SHORT_CHARS = 4 * 1024

/** Reads HTML that somebody else has written in the reader threads, and says what becomes of it if that takes too long. */
export class HtmlReader {
  readonly #threads: Pick<ReaderThreads, 'run'>

  constructor({ readerThreads }: { readerThreads: Pick<ReaderThreads, 'run'> }) {
    this.#threads = readerThreads
  }

  /** The beginning of the text of HTML, at most 64 K characters; empty if it takes too long. */
  async beginning(accountId: string, html: string): Promise<string> {
    if (isShort(html)) return beginningOfHtml(html)
    const read = await nullIfKilled(this.#threads.run('beginning', { accountId, bytes: html.length }, { html }))
    return read?.text ?? ''
  }

  /** HTML whose references to files are changed as their ids are; unchanged if it takes too long. */
  async withOwnContentIds(accountId: string, html: string, ids: OwnContentIds): Promise<string> {
    if (hasOnlyOwn(ids)) return html
    if (isShort(html)) return replaceContentIds(html, ids)
    const job = { accountId, bytes: html.length }
    const read = await nullIfKilled(this.#threads.run('contentIds', job, { html, ids: [...ids] }))
    return read?.html ?? html
  }

  /** The indexes of the files that sanitized HTML shows as pictures, each once; none if it takes too long. */
  async shownFiles(accountId: string, html: string): Promise<string[]> {
    if (isShort(html)) return shownFiles(html)
    const read = await nullIfKilled(this.#threads.run('shownFiles', { accountId, bytes: html.length }, { html }))
    return read?.indexes ?? []
  }

  /** The page that shows a mail, as it is sent; null if it takes too long. */
  async page(accountId: string, parts: MailPageParts): Promise<string | Buffer | null> {
    const { html, pictures } = parts
    if (isShort(html) && pictures.length === 0) return mailPage(parts)
    const bytes = pictures.reduce((sum, [, picture]) => sum + picture.bytes.length, html.length)
    const page = await nullIfKilled(this.#threads.run('page', { accountId, bytes }, parts))
    return page && Buffer.from(page.bytes.buffer, page.bytes.byteOffset, page.bytes.length)
  }
}

const isShort = (html: string) => html.length <= SHORT_CHARS
