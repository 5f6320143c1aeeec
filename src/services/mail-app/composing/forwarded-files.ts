import { mongo } from 'mongoose'
import type { Attachment } from '../../../contract/messages.js'
import { fieldError } from '../../../errors.js'
import { isSafeName } from '../../../lib/mail/addresses.js'
import type { AttachmentDoc } from '../../../models/message.js'
import type { ServiceDeps } from '../../deps.js'
import type { BlobStore } from '../../platform/blobs/blob-store.js'
import { type OwnContentIds, ownContentIds } from '../../reading/content-ids.js'
import { attachmentKey } from '../../receiving/blob-keys.js'
import { attachedUploads, MAX_ATTACHMENTS_BYTES, prepareAttachments } from '../../sending/messages/rules/attachments.js'
import type { UploadService } from '../../sending/uploads/upload-service.js'
import { type LatestMail, notKept } from '../threads/thread-mails.js'

type FilesDeps = Pick<ServiceDeps, 'models'> & {
  blobStore: Pick<BlobStore, 'get'>
  uploads: Pick<UploadService, 'contents'>
}

/** Files, and what their content ids are called now: the HTML that refers to them has to change, too. */
export interface FilesToForward {
  files: AttachmentDoc[]
  contentIds: OwnContentIds
}

const MAX_NAME = 255

/** Reads the files of a mail that is forwarded. */
export class ForwardedFiles {
  readonly #deps: FilesDeps

  constructor(deps: FilesDeps) {
    this.#deps = deps
  }

  /**
   * The files of a forward: those of the original, and those of the request.
   * @throws ApiError `payload_too_large` above 7 MiB in all; `invalid_request` for a bad file in the request; `not_found` if
   *   one of the original is not kept any more.
   */
  async read(accountId: string, { item }: LatestMail, given: Attachment[]): Promise<FilesToForward> {
    const uploads = await attachedUploads(this.#deps.uploads, accountId, { attachments: given })
    const added = prepareAttachments(given, uploads)
    const room = MAX_ATTACHMENTS_BYTES - sizeOf(added)
    const { files: own, contentIds } =
      item.source === 'inbound'
        ? await this.#received(accountId, item._id, room)
        : { files: await this.#sent(accountId, item._id), contentIds: new Map() }
    const files = [...own, ...added]
    if (sizeOf(files) > MAX_ATTACHMENTS_BYTES) throw tooLarge()
    return { files, contentIds }
  }

  /** Files that were received. Their sizes are known, so that too many are not read at all. */
  async #received(accountId: string, id: string, room: number): Promise<FilesToForward> {
    const { models, blobStore } = this.#deps
    const email = await models.inboundEmails.collection.findOne(
      { _id: id, account_id: accountId },
      { projection: { attachments: 1 } },
    )
    const attachments = email?.attachments ?? []
    if (attachments.reduce((sum, { size }) => sum + size, 0) > room) throw tooLarge()
    const contentIds = ownContentIds(attachments.map(({ content_id }) => content_id))
    const files: AttachmentDoc[] = []
    for (const [index, { filename, content_type, content_id }] of attachments.entries()) {
      const bytes = await blobStore.get(accountId, attachmentKey(id, index))
      if (!bytes) throw notKept(`the attachment ${safeName(filename)}`)
      files.push({
        filename: safeName(filename),
        content_type,
        content: new mongo.Binary(bytes),
        content_id: contentIds.get(content_id ?? '') ?? null,
      })
    }
    return { files, contentIds }
  }

  async #sent(accountId: string, id: string): Promise<AttachmentDoc[]> {
    const { messages, messageContents } = this.#deps.models
    const row = await messages.collection.findOne({ _id: id, account_id: accountId }, { projection: { content: 1 } })
    const content =
      row?.content ?? (row && (await messageContents.collection.findOne({ _id: id, account_id: accountId }))?.content)
    if (!content) throw notKept('the content')
    return content.attachments
  }
}

const sizeOf = (files: readonly AttachmentDoc[]) => files.reduce((sum, { content }) => sum + content.length(), 0)

const safeName = (name: string) => (isSafeName(name) && name !== '' ? name.slice(0, MAX_NAME) : 'attachment')

const tooLarge = () =>
  fieldError(
    'payload_too_large',
    'attachments',
    'must have at most 7 MiB in total, with those of the forwarded mail: send a link to large files instead',
  )
