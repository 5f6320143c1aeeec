import { pino } from 'pino'
import type { OutgoingMail } from '../../../src/providers/mail/mail-transport.js'

let count = 0

/** A plain mail with a unique message id and the given changes. */
export function outgoingMail(changes: Partial<OutgoingMail> = {}): OutgoingMail {
  count += 1
  const messageId = changes.messageId ?? `msg_${String(count).padStart(26, '0')}`
  return {
    accountId: 'acc_00000000000000000000000001',
    messageId,
    rfcMessageId: `${messageId}@acme.example`,
    from: { name: 'Acme', email: 'hello@acme.example' },
    to: [{ name: null, email: 'ada@example.com' }],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
    headers: {},
    attachments: [],
    date: new Date('2026-03-01T12:00:00Z'),
    envelopeFrom: 'bounces+msg_1@send.example.com',
    dkim: [],
    ...changes,
  }
}

/** Options of a send without a time limit. */
export const patient = {
  get signal() {
    return new AbortController().signal
  },
}

export const silentLog = pino({ level: 'silent' })
