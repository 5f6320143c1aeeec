import { mongo } from 'mongoose'
import type { Attachment, SendRequest } from '../../../../contract/messages.js'
import { fieldError } from '../../../../errors.js'
import type { AttachmentDoc } from '../../../../models/message.js'
import type { UploadContent } from '../../uploads/upload-contents.js'
import type { UploadService } from '../../uploads/upload-service.js'

/** Most bytes of all attachments of a message, decoded. */
export const MAX_ATTACHMENTS_BYTES = 7 * 1024 * 1024

/** Uploaded files by id. */
export type Uploads = ReadonlyMap<string, UploadContent>

const NONE: Uploads = new Map()

/**
 * The uploads that a payload attaches. Their bytes are copied into the message.
 * @throws ApiError `invalid_request` naming an unknown `upload_id`; `payload_too_large` if they exceed the limit of
 *   attachments; `overloaded` if the ledger does not respond.
 */
export async function attachedUploads(
  uploads: Pick<UploadService, 'contents'>,
  accountId: string,
  payload: SendRequest['payload'],
): Promise<Uploads> {
  const attachments = payload?.attachments ?? []
  const ids = attachments.flatMap(({ upload_id }) => upload_id ?? [])
  if (ids.length === 0) return NONE
  const found = await uploads.contents(accountId, ids, MAX_ATTACHMENTS_BYTES)
  const unknown = attachments.findIndex(({ upload_id }) => upload_id !== undefined && !found.has(upload_id))
  if (unknown < 0) return found
  throw fieldError('invalid_request', `payload.attachments.${unknown}.upload_id`, 'is not an upload of this account')
}

/**
 * The attachments of a message as they are stored.
 * @throws ApiError `invalid_request` for invalid base64, `payload_too_large`.
 */
export function prepareAttachments(attachments: Attachment[], uploads: Uploads): AttachmentDoc[] {
  let total = 0
  return attachments.map((attachment, index) => {
    const file = attachment.upload_id ? fromUpload(attachment, uploads) : decoded(attachment, index)
    total += file.bytes.length
    if (total > MAX_ATTACHMENTS_BYTES)
      throw fieldError('payload_too_large', 'payload.attachments', 'must have at most 7 MiB in total')
    const { filename, content_type, bytes } = file
    return { filename, content_type, content: new mongo.Binary(bytes), content_id: attachment.content_id ?? null }
  })
}

/** The attachment's own filename and type take precedence over those of the upload. */
function fromUpload({ upload_id, filename, content_type }: Attachment, uploads: Uploads) {
  const upload = uploads.get(upload_id!)!
  const extension = upload.contentType.slice(upload.contentType.indexOf('/') + 1)
  return {
    filename: filename ?? upload.filename ?? `${upload_id}.${extension}`,
    content_type: content_type ?? upload.contentType,
    bytes: upload.bytes,
  }
}

function decoded({ filename = '', content_type = '', content = '' }: Attachment, index: number) {
  const bytes = Buffer.from(content, 'base64')
  if (isBase64(content, bytes)) return { filename, content_type, bytes }
  throw fieldError('invalid_request', `payload.attachments.${index}.content`, 'must be base64')
}

/** Node skips invalid characters and stops at the first padding, so a wrong decoded length reveals errors. */
function isBase64(text: string, bytes: Buffer): boolean {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const digits = text.length - padding
  return digits % 4 !== 1 && bytes.length === Math.floor((digits * 3) / 4) && (padding === 0 || text.length % 4 === 0)
}
