import type { NewId } from '../../src/ids.js'
import type { MessageDoc } from '../../src/models/message.js'

/** The row of a live message from the shared sender that was accepted and waits for its hand-over. */
export function queuedMessage(newId: NewId, account_id: string, more: Partial<MessageDoc> = {}): MessageDoc {
  const id = newId('message')
  const now = new Date()
  return {
    ...{ _id: id, account_id, idempotency_key: id, request_hash: '', channel: 'email', key_id: newId('apiKey') },
    ...{ message_type: 'transactional', test_mode: false, test_send: false, tracking: null },
    ...{ status: 'queued', accepted_status: 'queued', status_rank: '', scheduled_at: null, tags: null, charge: null },
    ...{ provider_message_id: null, search: [], deferrals: 0, first_attempt_at: null, crashes: 0 },
    content: {
      from: { name: null, email: 'hello@sandbox.postline.localhost' },
      to: [{ name: null, email: `${id}@example.com` }],
      ...{ cc: [], bcc: [], reply_to: [], subject: 'Hello', html: null, text: 'Hello', headers: [], attachments: [] },
    },
    ...{ updated_at: now, dispatch_at: now, enqueued_at: now },
    ...more,
  }
}
