import { createHash } from 'node:crypto'
import { canonicalJson } from '../../lib/canonical-json.js'
import type { Channel } from '../../models/channel.js'
import type { MessageType } from '../../models/message.js'

/** A request to send, of the right shape but not yet held against any rule. Fields as in the contract. */
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

/** A file: with its content, or with the upload that has it. */
export interface SendAttachment {
  filename?: string | undefined
  content_type?: string | undefined
  /** Base64. */
  content?: string | undefined
  upload_id?: string | undefined
  content_id?: string | undefined
}

/**
 * What tells a repeated request from another one under the same idempotency key: a SHA-256 of its canonical
 * form and of the mode of its key. Fields that were left out count as absent, whatever their default is.
 */
export function requestHash(request: SendRequest, testMode: boolean): string {
  return createHash('sha256')
    .update(testMode ? 'test:' : 'live:')
    .update(canonicalJson(request))
    .digest('hex')
}
