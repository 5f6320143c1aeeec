import { createHash } from 'node:crypto'
import type { InboundMailboxDoc } from '../../src/models/inbound-email.js'
import type { MailToFile } from '../../src/services/mail-app/filing/mail-to-file.js'
import type { TestApp } from './start-app.js'

/** A received mail for a test. Addresses are texts; ids are without angle brackets. */
export interface TestMail {
  id?: string
  from?: string
  to?: string[]
  cc?: string[]
  replyTo?: string[]
  subject?: string
  text?: string
  /** What it adds to what it quotes; by default all of it. */
  replyText?: string
  html?: string | null
  messageId?: string
  inReplyTo?: string[]
  references?: string[]
  /** The address of ours that it arrived at. */
  at?: string
  inboxId?: string | null
  occurredAt?: Date
  files?: { filename: string; content_type: string; content: Buffer; content_id?: string }[]
  accountId?: string
  sizeBytes?: number
  /** Whether the domain of its author stands behind it. */
  isAuthentic?: boolean
}

let count = 0

/** The mail as the mail app gets it. */
export function mailToFile({ app, accountId }: TestApp, mail: TestMail = {}): MailToFile {
  count += 1
  const at = mail.at ?? 'support@shop.test'
  return {
    accountId: mail.accountId ?? accountId,
    source: 'inbound',
    id: mail.id ?? app.newId('inboundEmail'),
    rfcMessageId: mail.messageId ?? `${count}.${process.pid}@example.com`,
    inReplyTo: mail.inReplyTo ?? [],
    references: mail.references ?? [],
    subject: mail.subject ?? `Subject ${count}`,
    from: [mailbox(mail.from ?? 'Ada <ada@example.com>')],
    to: (mail.to ?? [at]).map(mailbox),
    cc: (mail.cc ?? []).map(mailbox),
    bcc: [],
    ownAddress: at,
    inboxId: mail.inboxId ?? null,
    occurredAt: mail.occurredAt ?? new Date(),
    text: mail.text ?? 'Some text.',
    replyText: mail.replyText ?? mail.text ?? 'Some text.',
    attachments: (mail.files ?? []).map(({ filename }) => ({ filename })),
    sizeBytes: mail.sizeBytes ?? 1_000,
    contentDigest: createHash('sha256')
      .update(JSON.stringify([mail.to, mail.cc, mail.text, mail.html, mail.files]))
      .digest('base64url'),
    ...(mail.isAuthentic !== undefined && { isAuthentic: mail.isAuthentic }),
  }
}

/** Stores a received mail as an inbound worker does, and files it. */
export async function receiveMail(test: TestApp, given: TestMail = {}): Promise<{ id: string; threadId: string }> {
  const { app } = test
  const mail = mailToFile(test, given)
  await app.models.inboundEmails.collection.insertOne({
    _id: mail.id,
    account_id: mail.accountId,
    domain: mail.ownAddress.slice(mail.ownAddress.indexOf('@') + 1),
    recipient: mail.ownAddress,
    inbox_id: mail.inboxId,
    raw_digest: createHash('sha256').update(mail.id).digest('hex'),
    size_bytes: mail.sizeBytes,
    envelope_from: mail.from[0]!.email,
    client: null,
    given_verdicts: null,
    parsed_at: mail.occurredAt,
    rfc_message_id: mail.rfcMessageId,
    in_reply_to: [...mail.inReplyTo],
    references: [...mail.references],
    sent_at: null,
    from: [...mail.from],
    reply_to: (given.replyTo ?? []).map(mailbox),
    to: [...mail.to],
    cc: [...mail.cc],
    subject: mail.subject,
    verdicts: { spf: 'PASS', dkim: 'PASS', dmarc: 'PASS', spam: 'NONE', virus: 'NONE' },
    attachments: (given.files ?? []).map(({ filename, content_type, content, content_id = null }) => ({
      ...{ filename, content_type, size: content.length, content_id },
    })),
    thread_id: null,
    crashes: 0,
  })
  await app.models.inboundContents.collection.insertOne({
    ...{ _id: mail.id, account_id: mail.accountId, text: mail.text, html: given.html ?? null },
    ...{ html_safe: given.html ?? null, reply_text: mail.replyText, headers: [] },
  })
  const { threadId } = await app.mailFiling.file(mail)
  await app.models.inboundEmails.collection.updateOne({ _id: mail.id }, { $set: { thread_id: threadId } })
  return { id: mail.id, threadId: threadId! }
}

function mailbox(text: string): InboundMailboxDoc {
  const [, name, email] = /^(.*?)\s*<(.*)>$/.exec(text) ?? []
  return email === undefined ? { name: null, email: text } : { name: name || null, email }
}
