import type { MessageContent } from '../../../contract/message-content.js'
import { ApiError } from '../../../errors.js'
import { shouldYield, yieldToEventLoop } from '../../../lib/concurrency/time-slices.js'
import { formatMailbox } from '../../../lib/mail/addresses.js'
import { exists } from '../../../models/exists.js'
import type { AttachmentDoc, MailContent, MessageDoc } from '../../../models/message.js'
import type { ServiceDeps } from '../../deps.js'
import { type LargeReads, SKIP_UTF8_VALIDATION } from '../../reading/large-reads.js'

/** Most text of the contents that are read together, in characters. The one that exceeds it is the last. */
const MAX_CHARS = 16 * 1024 * 1024

/** Content as it is read for callers: the bytes of files stay in the ledger. */
type Shown = Omit<MailContent, 'attachments'> & {
  attachments: (Omit<AttachmentDoc, 'content'> & { size: number })[]
}
interface ShownRow {
  _id: string
  content: Shown | null
}

/** A file that the HTML of its mail shows, by `cid:` and its content id. */
export interface InlineFile {
  contentId: string
  mediaType: string
  bytes: Uint8Array
}

const SIZED_FILES = {
  $map: {
    input: '$content.attachments',
    as: 'file',
    in: {
      filename: '$$file.filename',
      content_type: '$$file.content_type',
      size: { $binarySize: '$$file.content' },
      content_id: '$$file.content_id',
    },
  },
}
const SHOWN = {
  $cond: [{ $gt: ['$content', null] }, { $mergeObjects: ['$content', { attachments: SIZED_FILES }] }, null],
}

type ContentDeps = Pick<ServiceDeps, 'models'> & { largeReads: Pick<LargeReads, 'read'> }

/** Reads the contents of accepted messages. */
export class MessageContents {
  readonly #deps: ContentDeps

  constructor(deps: ContentDeps) {
    this.#deps = deps
  }

  /**
   * The content of a message as it was accepted.
   * @throws ApiError `not_found`, also once it is deleted.
   */
  async get(accountId: string, id: string): Promise<MessageContent> {
    for await (const { content } of this.#read(accountId, [id])) return present(content)
    const isThere = await exists(this.#deps.models.messages.collection, { _id: id, account_id: accountId })
    throw isThere ? contentDeleted() : new ApiError('not_found')
  }

  /**
   * The contents of messages by id. Those that do not exist are left out; those beyond the limit of text are errors.
   */
  async getMany(accountId: string, ids: readonly string[]): Promise<Map<string, MessageContent | ApiError>> {
    const found = new Map<string, MessageContent | ApiError>()
    let left = MAX_CHARS
    for await (const { _id, content } of this.#read(accountId, ids)) {
      found.set(_id, present(content))
      left -= (content.html?.length ?? 0) + (content.text?.length ?? 0)
      if (left < 0) break
      if (shouldYield()) await yieldToEventLoop()
    }
    const unread = left < 0 ? ids.filter((id) => !found.has(id)) : []
    for (const id of unread) found.set(id, tooMuch())
    return found
  }

  /**
   * A message with its content, to send it again.
   * @throws ApiError `not_found`, also once the content is deleted.
   */
  async original(accountId: string, id: string): Promise<MessageDoc & { content: MailContent }> {
    const { messages, messageContents } = this.#deps.models
    const row = await messages.collection.findOne({ _id: id, account_id: accountId })
    if (!row) throw new ApiError('not_found')
    const content =
      row.content ?? (await messageContents.collection.findOne({ _id: id, account_id: accountId }))?.content
    if (!content) throw contentDeleted()
    return { ...row, content }
  }

  /**
   * The files of a message that its HTML refers to.
   * @throws ApiError as {@link original}.
   */
  async inlineFiles(accountId: string, id: string): Promise<InlineFile[]> {
    const { content } = await this.original(accountId, id)
    return content.attachments.flatMap(({ content_id, content_type, content: { buffer } }) =>
      content_id === null ? [] : [{ contentId: content_id, mediaType: content_type, bytes: buffer }],
    )
  }

  /** Contents one by one, because together they may be hundreds of megabytes. */
  async *#read(accountId: string, ids: readonly string[]): AsyncGenerator<{ _id: string; content: Shown }> {
    const { messages, messageContents } = this.#deps.models
    const apart: string[] = []
    const rows = messages.collection.aggregate<ShownRow>([
      { $match: { _id: { $in: ids }, account_id: accountId } },
      { $project: { content: SHOWN } },
    ])
    for await (const { _id, content } of rows) {
      if (content) yield { _id, content }
      else apart.push(_id)
    }
    if (apart.length === 0) return
    const pipeline = [{ $match: { _id: { $in: apart }, account_id: accountId } }, { $project: { content: SHOWN } }]
    yield* this.#deps.largeReads.read(accountId, () =>
      messageContents.collection.aggregate<{ _id: string; content: Shown }>(pipeline, SKIP_UTF8_VALIDATION),
    )
  }
}

/** The error for a message whose content is gone. */
export const contentDeleted = () => new ApiError('not_found', 'The content of this message was deleted.')
const tooMuch = () =>
  new ApiError('invalid_request', 'The response would be larger than 16 MiB. Ask for less in one request.')

function present(content: Shown): MessageContent {
  const { html, text, headers, attachments } = content
  return {
    from: formatMailbox(content.from),
    to: content.to.map(formatMailbox),
    cc: content.cc.map(formatMailbox),
    bcc: content.bcc.map(formatMailbox),
    reply_to: content.reply_to.map(formatMailbox),
    subject: content.subject,
    body_html: html,
    body_text: text,
    headers: Object.fromEntries(headers),
    attachments: attachments.map(({ filename, content_type, size, content_id }) => ({
      filename,
      content_type,
      size,
      content_id,
    })),
  }
}
