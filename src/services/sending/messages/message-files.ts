import type { AttachmentFile, RawMail } from '../../../contract/inbound.js'
import { ApiError } from '../../../errors.js'
import { composeSent } from './compose-sent.js'
import type { MessageContents } from './message-contents.js'

/** The bytes of accepted messages and of their attachments. */
export class MessageFiles {
  readonly #deps: { messageContents: Pick<MessageContents, 'original'> }

  constructor(deps: { messageContents: Pick<MessageContents, 'original'> }) {
    this.#deps = deps
  }

  /**
   * A message as it leaves, but for its signature and what tracking changes.
   * @throws ApiError `not_found`, also once its content is deleted.
   */
  async raw(accountId: string, id: string): Promise<RawMail> {
    const content = await composeSent(await this.#deps.messageContents.original(accountId, id))
    return { content, size: content.length }
  }

  /**
   * An attachment of a message, by its place among them.
   * @throws ApiError `not_found`, also once the content is deleted.
   */
  async attachment(accountId: string, id: string, index: string | number): Promise<AttachmentFile> {
    const { content } = await this.#deps.messageContents.original(accountId, id)
    const file = /^\d+$/.test(String(index)) ? content.attachments[Number(index)] : undefined
    if (!file) throw new ApiError('not_found')
    const bytes = Buffer.from(file.content.buffer)
    return { filename: file.filename, contentType: file.content_type, size: bytes.length, content: bytes }
  }
}
