import { createHash } from 'node:crypto'
import { canonicalJson } from '../../lib/canonical-json.js'
import type { Channel } from '../../models/channel.js'
import type { MessageType } from '../../models/message.js'

/** A send request with a valid shape, before any rule is checked. Fields as in the contract. */
export interface SendRequest {
  channel: Channel
  idempotency_key: string
  message_type?: MessageType | undefined
  destination: {
    email?: string | undefined
    name?: string | undefined
    cc?: string[] | undefined
    bcc?: string[] | undefined
  }
  payload?:
    | {
        subject?: string | undefined
        body_html?: string | undefined
        body_text?: string | undefined
        reply_to?: string[] | undefined
        headers?: Record<string, string> | undefined
        attachments?: SendAttachment[] | undefined
      }
    | undefined
  metadata?: { from_email?: string | undefined } | undefined
  tags?: Record<string, string> | undefined
  tracking?: { opens?: boolean | undefined; clicks?: boolean | undefined } | undefined
  scheduled_at?: Date | undefined
  test_send?: boolean | undefined
  validate_recipient?: boolean | undefined
  template_id?: string | undefined
  template_vars?: Record<string, unknown> | undefined
}

/** An attachment, with its content or the id of an upload. */
export interface SendAttachment {
  filename?: string | undefined
  content_type?: string | undefined
  /** Base64. */
  content?: string | undefined
  upload_id?: string | undefined
  content_id?: string | undefined
}

/**
 * Identifies repeated requests with the same idempotency key: a SHA-256 of the request's canonical form and the mode of
 * the API key. A missing field is absent, whatever its default.
 */
export function requestHash(request: SendRequest, testMode: boolean): string {
  return createHash('sha256')
    .update(testMode ? 'test:' : 'live:')
    .update(canonicalJson(request))
    .digest('hex')
}
