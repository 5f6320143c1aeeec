import { buffer } from 'node:stream/consumers'
import type { AttachmentFile } from '../../contract/inbound.js'
import { nullIfGone } from '../../errors.js'
import { getInboundAttachment, getInboundEmail } from '../../operations/inbound.js'
import { getMessageContent } from '../../operations/message-content.js'
import { runOperation } from '../../operations/runner.js'
import type { Caller } from '../../services/caller.js'
import { isPicture, type Picture } from '../../services/reading/mail-pages/inline-pictures.js'
import type { MailPageParts } from '../../services/reading/mail-pages/mail-page.js'
import type { DoorDeps } from '../server.js'

/** A mail to show, and whether its remote pictures are wanted. */
export interface PreviewRequest {
  id: string
  withRemote: boolean
}

/** Most bytes of the pictures of one mail that are read. */
const MAX_PICTURE_BYTES = 16 * 1024 * 1024

/**
 * The HTML of a message; null if it has none.
 * @throws ApiError `not_found`, or for what the caller may not do.
 */
export async function sentHtml(deps: DoorDeps, caller: Caller, wanted: PreviewRequest): Promise<MailPageParts | null> {
  const { id, withRemote } = wanted
  const { body_html: html, attachments } = await runOperation(deps, getMessageContent, caller, { id })
  if (html === null) return null
  const hasOwn = attachments.some(({ content_id }) => content_id !== null)
  const files = hasOwn ? await deps.services.messageContents.inlineFiles(caller.accountId, id) : []
  const pictures = files.map(({ contentId, ...picture }): [string, Picture] => [contentId, picture])
  return { html, kind: 'sent', pictures, withRemote }
}

/**
 * The sanitized HTML of a received mail; null if it has none, or no more.
 * @throws ApiError as {@link sentHtml}.
 */
export async function receivedHtml(
  deps: DoorDeps,
  caller: Caller,
  wanted: PreviewRequest,
): Promise<MailPageParts | null> {
  const { id, withRemote } = wanted
  const { html_safe: html, attachments } = await runOperation(deps, getInboundEmail, caller, { id })
  if (html === null) return null
  const pictures: [string, Picture][] = []
  let left = MAX_PICTURE_BYTES
  for (const index of await deps.services.htmlReader.shownFiles(caller.accountId, html)) {
    const file = attachments[Number(index)]
    if (!file || !isPicture(file.content_type) || file.size > left) continue
    left -= file.size
    // Files may be gone before the mail is.
    const bytes = await runOperation(deps, getInboundAttachment, caller, { id, index }).then(bytesOf, nullIfGone)
    if (bytes) pictures.push([index, { mediaType: file.content_type, bytes }])
  }
  return { html, kind: 'received', pictures, withRemote }
}

const bytesOf = ({ content }: AttachmentFile) => (Buffer.isBuffer(content) ? content : buffer(content))
