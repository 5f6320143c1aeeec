import type { InboundContentDoc, InboundEmailDoc } from '../../src/models/inbound-email.js'

/** A received mail as an inbound worker has parsed it. */
export const receivedEmail = (changes: Partial<InboundEmailDoc> = {}): InboundEmailDoc => ({
  _id: 'inb_01kajqx0a2s4d6f8g0h2j4k6m8',
  account_id: 'acc_01kaj2b4c6d8e0f2g4h6j8k0m2',
  domain: 'acme.test',
  recipient: 'support@acme.test',
  inbox_id: null,
  raw_digest: 'd'.repeat(64),
  size_bytes: 120,
  envelope_from: 'ada@example.org',
  client: null,
  given_verdicts: null,
  parsed_at: new Date('2026-11-21T09:00:01Z'),
  rfc_message_id: 'first@example.org',
  in_reply_to: [],
  references: [],
  sent_at: null,
  from: [{ name: 'Ada Lovelace', email: 'ada@example.org' }],
  reply_to: [],
  to: [{ name: null, email: 'support@acme.test' }],
  cc: [],
  subject: 'Hello',
  verdicts: { spf: 'PASS', dkim: 'PASS', dmarc: 'PASS', spam: 'NONE', virus: 'NONE' },
  attachments: [],
  thread_id: null,
  crashes: 0,
  ...changes,
})

/** The content of such a mail. */
export const receivedContent = (changes: Partial<InboundContentDoc> = {}): InboundContentDoc => ({
  _id: 'inb_01kajqx0a2s4d6f8g0h2j4k6m8',
  account_id: 'acc_01kaj2b4c6d8e0f2g4h6j8k0m2',
  text: 'Hello there.',
  html: null,
  html_safe: null,
  reply_text: 'Hello there.',
  headers: [{ name: 'Subject', value: 'Hello' }],
  ...changes,
})
