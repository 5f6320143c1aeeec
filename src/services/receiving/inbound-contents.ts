import type { ParsedMail } from '@postline/mail-parser'
import { Batcher } from '../../lib/concurrency/batcher.js'
import type { InboundContentDoc } from '../../models/inbound-email.js'
import { DuplicateRowError, insertUnordered } from '../../models/insert-unordered.js'
import type { ServiceDeps } from '../deps.js'

const MIB = 1024 * 1024
const MAX_GROUP_ITEMS = 200
const MAX_GROUP_CHARS = 8 * MIB
/** Most bytes of a content: a document has at most 16 MiB. */
const MAX_CONTENT_BYTES = 14 * MIB
/** What each text is cut to if the content is too large, in characters of up to three bytes. */
const MAX_TEXT_CHARS = MIB

/** Writes the texts of received mail. Those of mails that are parsed together share a write. */
export class InboundContents {
  readonly #models: ServiceDeps['models']
  readonly #writes: Batcher<InboundContentDoc, undefined>

  constructor({ models }: Pick<ServiceDeps, 'models'>) {
    this.#models = models
    this.#writes = new Batcher((contents) => this.#write(contents), {
      maxItems: MAX_GROUP_ITEMS,
      maxWeight: MAX_GROUP_CHARS,
      weigh: ({ text, html, html_safe }) => (text?.length ?? 0) + (html?.length ?? 0) + (html_safe?.length ?? 0),
    })
  }

  /** Stores the texts of a mail in place of earlier ones. Returns what is stored. */
  async store(id: string, accountId: string, parsed: ParsedMail): Promise<InboundContentDoc> {
    const content = contentOf(id, accountId, parsed)
    await this.#writes.add(content)
    return content
  }

  async delete(ids: readonly string[]): Promise<void> {
    await this.#models.inboundContents.collection.deleteMany({ _id: { $in: [...ids] } })
  }

  /** Nearly all are new, and an insert is cheaper than an upsert. */
  async #write(contents: InboundContentDoc[]): Promise<(undefined | Error)[]> {
    const { collection } = this.#models.inboundContents
    const failures = await insertUnordered(collection, contents)
    const isRepeat = (index: number) => failures.get(index) instanceof DuplicateRowError
    const again = contents.filter((_content, index) => isRepeat(index))
    const writes = again.map((content) => ({
      replaceOne: { filter: { _id: content._id, account_id: content.account_id }, replacement: content, upsert: true },
    }))
    if (writes.length > 0) await collection.bulkWrite(writes, { ordered: false })
    return contents.map((_content, index) => (isRepeat(index) ? undefined : failures.get(index)))
  }
}

/** The texts of a parsed mail as a row. Of very long ones only the beginning fits. */
function contentOf(
  id: string,
  accountId: string,
  { text, html, htmlSafe, replyText, headers }: ParsedMail,
): InboundContentDoc {
  const texts = { text, html, html_safe: htmlSafe, reply_text: replyText }
  const bytes = Object.values(texts).reduce((sum, part) => sum + Buffer.byteLength(part ?? ''), 0)
  const cut = (part: string | null) =>
    bytes > MAX_CONTENT_BYTES ? (part?.slice(0, MAX_TEXT_CHARS).replace(/[\ud800-\udbff]$/, '') ?? null) : part
  return {
    _id: id,
    account_id: accountId,
    text: cut(text),
    html: cut(html),
    html_safe: cut(htmlSafe),
    reply_text: cut(replyText),
    headers,
  }
}
