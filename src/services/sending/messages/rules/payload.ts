import type { SendRequest } from '../../../../contract/messages.js'
import { fieldError } from '../../../../errors.js'
import type { AttachmentDoc, MailContent } from '../../../../models/message.js'
import { validateCustomHeaders } from '../../../../providers/mail/header-rules.js'
import type { TemplateRendering } from '../../templates/template-rendering.js'
import type { UploadService } from '../../uploads/upload-service.js'
import type { LookUps, Send } from '../send.js'
import { attachedUploads, prepareAttachments } from './attachments.js'
import { prepareMailboxes } from './mailboxes.js'
import { payloadOf } from './template.js'

/**
 * Most bytes of both bodies together. Together with the attachments, a message stays below MongoDB's limit of 16 MiB.
 */
const MAX_BODIES_BYTES = 8 * 1024 * 1024

export interface PayloadDeps {
  templateRendering: Pick<TemplateRendering, 'renderForSend'>
  uploads: Pick<UploadService, 'contents'>
}

/** The content of a message without its sender and recipients. */
export type PayloadContent = Omit<MailContent, 'from' | 'to' | 'cc' | 'bcc'>

/**
 * The content of a send: its payload or its rendered template, with the uploads that it attaches.
 * @throws ApiError `template_not_found`, `missing_variable`, `template_error`, `invalid_channel_payload`,
 *   `invalid_request` for bad headers or attachments, `payload_too_large`.
 */
export async function checkPayload(
  { caller, request, template, files }: Send & LookUps,
  { templateRendering, uploads }: PayloadDeps,
): Promise<PayloadContent> {
  const payload = await payloadOf(templateRendering, await template, request)
  const attached = await attachedUploads(uploads, caller.accountId, payload)
  return prepareContent(payload, () => files ?? prepareAttachments(payload?.attachments ?? [], attached))
}

function prepareContent(payload: SendRequest['payload'], attachments: () => AttachmentDoc[]): PayloadContent {
  if (!payload) throw fieldError('invalid_channel_payload', 'payload', 'is required unless template_id is given')
  const { subject, body_html: html, body_text: text } = payload
  if (!subject?.trim()) throw fieldError('invalid_channel_payload', 'payload.subject', 'is required to send an email')
  if (!html && !text) throw fieldError('invalid_channel_payload', 'payload', 'needs body_html, body_text or both')
  if (Buffer.byteLength(html ?? '') + Buffer.byteLength(text ?? '') > MAX_BODIES_BYTES) {
    throw fieldError('payload_too_large', 'payload', 'must have bodies of at most 8 MiB in total')
  }
  return {
    subject,
    html: html ?? null,
    text: text ?? null,
    reply_to: prepareMailboxes('payload.reply_to', payload.reply_to, 'invalid_request'),
    headers: prepareHeaders(payload.headers ?? {}),
    attachments: attachments(),
  }
}

function prepareHeaders(headers: Record<string, string>): [string, string][] {
  const [problem] = validateCustomHeaders(headers)
  if (problem)
    throw fieldError('invalid_request', ['payload.headers', problem.path].filter(Boolean).join('.'), problem.message)
  return Object.entries(headers)
}
