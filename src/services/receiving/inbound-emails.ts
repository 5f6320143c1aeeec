import type { z } from 'zod'
import type { PageRequest } from '../../contract/fields.js'
import type { AttachmentFile, InboundEmail, InboundEmailSummary, RawMail } from '../../contract/inbound.js'
import { ApiError } from '../../errors.js'
import { shouldYield, yieldToEventLoop } from '../../lib/concurrency/time-slices.js'
import type { InboundContentDoc, InboundEmailDoc } from '../../models/inbound-email.js'
import type { ServiceDeps } from '../deps.js'
import type { BlobStore } from '../platform/blobs/blob-store.js'
import { type MailViewer, reachOf } from '../platform/mail-reach.js'
import { newestFirst, type Page } from '../platform/pages.js'
import { isLarge, type LargeReads, SKIP_UTF8_VALIDATION } from '../reading/large-reads.js'
import { attachmentKey, rawKey } from './blob-keys.js'
import { presentInbound, presentInboundSummary } from './present-inbound.js'

/** Most text of the mails that are read together, in characters. The one that exceeds it is the last. */
const MAX_CHARS = 16 * 1024 * 1024
const INDEX = /^(0|[1-9]\d{0,5})$/
/** Mails that are not parsed yet are not shown. */
const PARSED = { parsed_at: { $exists: true } }

type InboundEmailDeps = Pick<ServiceDeps, 'models'> & {
  blobStore: Pick<BlobStore, 'open'>
  largeReads: Pick<LargeReads, 'read'>
}

/** Reads received mail. */
export class InboundEmails {
  readonly #deps: InboundEmailDeps

  constructor(deps: InboundEmailDeps) {
    this.#deps = deps
  }

  /** The received mail of a viewer, newest first. */
  async list(viewer: MailViewer, page: PageRequest): Promise<Page<z.output<typeof InboundEmailSummary>>> {
    const query = {
      collection: this.#deps.models.inboundEmails.collection,
      filter: { ...(await this.#seenBy(viewer)), ...PARSED },
    }
    return newestFirst(query, 'inboundEmail', page, presentInboundSummary)
  }

  /** @throws ApiError `not_found`. */
  async get(viewer: MailViewer, id: string): Promise<InboundEmail> {
    const row = await this.#find(viewer, id)
    for await (const content of this.#contents(viewer.accountId, [row])) return presentInbound(row, content)
    return presentInbound(row, null)
  }

  /**
   * Received mails by id. Those that do not exist are left out; those beyond the limit of text are errors.
   */
  async getMany(viewer: MailViewer, ids: readonly string[]): Promise<Map<string, InboundEmail | ApiError>> {
    const rows = await this.#deps.models.inboundEmails.collection
      .find({ ...(await this.#seenBy(viewer)), _id: { $in: [...ids] }, ...PARSED })
      .toArray()
    const found = new Map<string, InboundEmail | ApiError>(rows.map((row) => [row._id, presentInbound(row, null)]))
    const byId = new Map(rows.map((row) => [row._id, row]))
    let left = MAX_CHARS
    for await (const content of this.#contents(viewer.accountId, rows)) {
      const row = byId.get(content._id)!
      byId.delete(content._id)
      found.set(content._id, left < 0 ? tooMuch() : presentInbound(row, content))
      left -= charsOf(content)
      if (left < 0) break
      if (shouldYield()) await yieldToEventLoop()
    }
    if (left < 0) for (const id of byId.keys()) found.set(id, tooMuch())
    return found
  }

  /**
   * The exact bytes of a mail, also of one that is not parsed yet.
   * @throws ApiError `not_found`, also if they are not kept any more.
   */
  async raw(viewer: MailViewer, id: string): Promise<RawMail> {
    const row = await this.#deps.models.inboundEmails.collection.findOne(
      { ...(await this.#seenBy(viewer)), _id: id },
      { projection: { raw_digest: 1 } },
    )
    if (!row) throw new ApiError('not_found')
    const raw = await this.#deps.blobStore.open(viewer.accountId, rawKey(row.raw_digest))
    if (!raw) throw new ApiError('not_found', 'The raw message is not kept any more.')
    return raw
  }

  /**
   * An attachment with its bytes.
   * @param index its place in the list of attachments, from 0.
   * @throws ApiError `not_found`, also if it is not kept any more.
   */
  async attachment(viewer: MailViewer, id: string, index: string | number): Promise<AttachmentFile> {
    const { attachments } = await this.#find(viewer, id)
    const attachment = INDEX.test(String(index)) ? attachments[Number(index)] : undefined
    if (!attachment) throw new ApiError('not_found', 'The mail has no attachment with this index.')
    const blob = await this.#deps.blobStore.open(viewer.accountId, attachmentKey(id, Number(index)))
    if (!blob) throw new ApiError('not_found', 'The attachment is not kept any more.')
    return { ...blob, filename: attachment.filename, contentType: attachment.content_type }
  }

  async #seenBy(viewer: MailViewer) {
    const { accountId, addresses } = await reachOf(this.#deps.models, viewer)
    return { account_id: accountId, ...(addresses && { recipient: { $in: [...addresses] } }) }
  }

  /** Contents one by one, because together they may be hundreds of megabytes. */
  #contents(accountId: string, rows: readonly InboundEmailDoc[]): AsyncIterable<InboundContentDoc> {
    const { models, largeReads } = this.#deps
    const ids = rows.map(({ _id }) => _id)
    const read = () =>
      models.inboundContents.collection.find({ _id: { $in: ids }, account_id: accountId }, SKIP_UTF8_VALIDATION)
    return rows.some(({ size_bytes }) => isLarge(size_bytes)) ? largeReads.read(accountId, read) : read()
  }

  async #find(viewer: MailViewer, id: string): Promise<InboundEmailDoc> {
    const filter = { ...(await this.#seenBy(viewer)), _id: id, ...PARSED }
    const row = await this.#deps.models.inboundEmails.collection.findOne(filter)
    if (!row) throw new ApiError('not_found')
    return row
  }
}

const charsOf = ({ text, html, html_safe, reply_text }: InboundContentDoc) =>
  [text, html, html_safe, reply_text].reduce((sum, part) => sum + (part?.length ?? 0), 0)

const tooMuch = () =>
  new ApiError('invalid_request', 'The mails of this response together are too large. Ask for fewer of them.')
