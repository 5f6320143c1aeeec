import type { Composition } from '../../src/compose.js'
import type { MailContent } from '../../src/models/message.js'
import { SYSTEM_ACCOUNT } from '../../src/services/sending/system-mail/system-mail.js'
import type { WithMongoose } from './mongoose-models.js'

type Part = Pick<WithMongoose<Composition>, 'models' | 'newId' | 'clock'>

export interface SentMails {
  mails: number
  complaints?: number
  bounces?: number
  /** When they were handed over; by default a minute ago. */
  at?: Date
  /** Whether the hand-over is recorded already. */
  isSent?: boolean
}

const CONTENT: MailContent = {
  from: { name: null, email: 'sender@example.com' },
  to: [{ name: null, email: 'somebody@example.com' }],
  cc: [],
  bcc: [],
  reply_to: [],
  subject: 'Hello',
  html: null,
  text: 'A text.',
  headers: [],
  attachments: [],
}

/** Inserts messages in the state in which dispatch and ingest leave sent live mail. Returns their ids. */
export async function insertSentMails(
  { models, newId, clock }: Part,
  accountId: string,
  { mails, complaints = 0, bounces = 0, at = new Date(clock.now().getTime() - 60_000), isSent = true }: SentMails,
): Promise<string[]> {
  const rows = Array.from({ length: mails }, (_none, index) => {
    const _id = newId('message')
    return {
      _id,
      account_id: accountId,
      idempotency_key: _id,
      request_hash: '',
      channel: 'email' as const,
      message_type: 'transactional' as const,
      key_id: 'key_a',
      test_mode: false,
      test_send: false,
      tracking: null,
      status: 'sent' as const,
      accepted_status: 'queued' as const,
      status_rank: '',
      scheduled_at: null,
      tags: null,
      charge: null,
      provider_message_id: `ses-${_id}`,
      updated_at: at,
      search: [],
      content: CONTENT,
      deferrals: 0,
      first_attempt_at: null,
      crashes: 0,
      ...(isSent && { sent_at: at }),
      ...(index < complaints && { complained: true as const }),
      ...(index >= mails - bounces && { bounced: true as const }),
    }
  })
  if (rows.length > 0) await models.messages.collection.insertMany(rows)
  return rows.map(({ _id }) => _id)
}

/** The mails about bounces and complaints that owners were sent, as `pause`, `warning`, oldest first. */
export async function brakeMails({ models }: Pick<Part, 'models'>) {
  const rows = await models.messages
    .find({ account_id: SYSTEM_ACCOUNT, idempotency_key: /^sending-/ })
    .sort({ _id: 1 })
    .lean()
  return rows.map(({ idempotency_key, content, on_behalf_of }) => ({
    kind: idempotency_key.split(':')[0]!.replace('sending-', ''),
    reason: idempotency_key.split(':')[2]!,
    onBehalfOf: on_behalf_of,
    to: content!.to[0]!.email,
    subject: content!.subject,
    text: content!.text!,
  }))
}
