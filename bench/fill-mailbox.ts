import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { systemClock } from '../src/clock.js'
import { type AppConfig, type Composition, compose } from '../src/compose.js'
import { readConfig } from '../src/config.js'
import type { InboundContentDoc, InboundEmailDoc } from '../src/models/inbound-email.js'
import { insertUnordered } from '../src/models/insert-unordered.js'
import type { MailThreadDoc } from '../src/models/mail-thread.js'
import type { MessageDoc } from '../src/models/message.js'
import type { MailToFile } from '../src/services/mail-app/filing/mail-to-file.js'
import { completed } from '../src/services/mail-app/threads/thread-state.js'
import { say } from './ground.js'

/** The domain whose mail it is. */
export const MAILBOX_DOMAIN = 'bench.test'
/** Addresses of the domain. */
export const MAILBOXES = 20
/** People who write. */
export const PEOPLE = 5_000

/** Mails that are written and filed at a time. */
const BATCH = 2_000
/** From the oldest mail to the newest. */
const SPAN_MS = 365 * 86_400_000
/** Where threads are: the inbox has most. */
const FOLDERS = ['archive', 'archive', 'archive', 'trash', 'spam'] as const

/** Words by their rank: a low one is common, a high one rare, as in any language. */
export const word = (rank: number): string => `word${rank}`

/**
 * Fills the mail app of an account: threads of one to seven mails, a quarter of them sent, with texts of about 1 KB, in
 * all folders. The mails are filed as an inbound worker files them. Closes its connections when it is done.
 */
export async function fillMailbox(
  settings: Record<string, string>,
  accountId: string,
  { mails, threads }: { mails: number; threads: number },
): Promise<void> {
  const config = readConfig(settings) as AppConfig
  const sns = { get: () => Promise.reject(new Error('nothing is fetched here')) }
  const parts = await compose(config, {
    log: pino({ level: 'warn' }),
    clock: systemClock,
    sns,
    hintConnectionMode: 'wait',
  })
  const startedAt = performance.now()
  try {
    for (let from = 0; from < mails; from += BATCH) {
      const indexes = Array.from({ length: Math.min(BATCH, mails - from) }, (_none, at) => from + at)
      await addMails(parts, accountId, indexes, { mails, threads })
      const perSecond = ((from + indexes.length) * 1_000) / (performance.now() - startedAt)
      say(`mails filed: ${from + indexes.length} of ${mails} (${Math.round(perSecond)}/s)`)
    }
    await sortIntoFolders(parts, accountId)
    // Writes that are still being flushed would count as latency.
    await delay(5_000)
  } finally {
    await parts.close()
  }
}

type Scale = { mails: number; threads: number }

async function addMails(
  { models, mailFiling, newId }: Composition,
  accountId: string,
  indexes: number[],
  scale: Scale,
): Promise<void> {
  const mails = indexes.map((index) => mailNumber(index, accountId, newId, scale))
  const received = mails.filter(({ source }) => source === 'inbound')
  const sent = mails.filter(({ source }) => source === 'outbound')
  await Promise.all([
    insertUnordered(models.inboundEmails.collection, received.map(emailRow)),
    insertUnordered(models.inboundContents.collection, received.map(contentRow)),
    insertUnordered(models.messages.collection, sent.map(messageRow)),
  ])
  const filed = await Promise.all(mails.map((mail) => mailFiling.file(mail)))
  const updates = mails.map(({ id }, at) => ({
    updateOne: { filter: { _id: id }, update: { $set: { thread_id: filed[at]!.threadId } } },
  }))
  await models.inboundEmails.collection.bulkWrite(updates, { ordered: false })
}

/**
 * The mails of a thread are spread over the year: mail `index` belongs to thread `index % threads`, and answers the one
 * before it.
 */
function mailNumber(index: number, accountId: string, newId: Composition['newId'], scale: Scale): MailToFile {
  const thread = index % scale.threads
  const place = Math.floor(index / scale.threads)
  const source = place % 4 === 3 ? 'outbound' : 'inbound'
  const person = { name: `Person ${thread % PEOPLE}`, email: `person${thread % PEOPLE}@example.org` }
  const own = `box${thread % MAILBOXES}@${MAILBOX_DOMAIN}`
  const ownMailbox = { name: null, email: own }
  const before = place === 0 ? [] : [messageId(thread, place - 1)]
  return {
    accountId,
    source,
    id: newId(source === 'inbound' ? 'inboundEmail' : 'message'),
    rfcMessageId: messageId(thread, place),
    inReplyTo: before,
    references: before,
    subject: `${place === 0 ? '' : 'Re: '}Order ${thread} ${word(thread % 300)}`,
    from: [source === 'inbound' ? person : ownMailbox],
    to: [source === 'inbound' ? ownMailbox : person],
    cc: [],
    bcc: [],
    ownAddress: own,
    inboxId: null,
    occurredAt: new Date(Date.now() - SPAN_MS + Math.round((index / scale.mails) * SPAN_MS)),
    text: textOf(index),
    replyText: textOf(index),
    attachments: index % 10 === 0 ? [{ filename: `invoice-${index}.pdf` }] : [],
    sizeBytes: 1_000 + (index % 50_000),
  }
}

const messageId = (thread: number, place: number) => `${thread}.${place}@example.org`

/** 130 words, of which low ranks are common. */
function textOf(index: number): string {
  const ranks = Array.from({ length: 130 }, (_none, at) => {
    const share = (((index * 7_919 + at * 104_729) % 99_991) + 1) / 99_991
    return Math.floor(30_000 ** share)
  })
  return ranks.map(word).join(' ')
}

function emailRow(mail: MailToFile): InboundEmailDoc {
  return {
    _id: mail.id,
    account_id: mail.accountId,
    domain: MAILBOX_DOMAIN,
    recipient: mail.ownAddress,
    inbox_id: null,
    raw_digest: createHash('sha256').update(mail.id).digest('hex'),
    size_bytes: mail.sizeBytes,
    envelope_from: mail.from[0]!.email,
    client: null,
    given_verdicts: null,
    parsed_at: mail.occurredAt,
    rfc_message_id: mail.rfcMessageId,
    in_reply_to: [...mail.inReplyTo],
    references: [...mail.references],
    sent_at: mail.occurredAt,
    from: [...mail.from],
    reply_to: [],
    to: [...mail.to],
    cc: [],
    subject: mail.subject,
    verdicts: { spf: 'PASS', dkim: 'PASS', dmarc: 'PASS', spam: 'NONE', virus: 'NONE' },
    attachments: mail.attachments.map(({ filename }) => ({
      ...{ filename, content_type: 'application/pdf', size: 1_000, content_id: null },
    })),
    thread_id: null,
    crashes: 0,
  }
}

function contentRow({ id, accountId, text }: MailToFile): InboundContentDoc {
  const html = `<p>${text}</p>`
  return { _id: id, account_id: accountId, text, html, html_safe: html, reply_text: text, headers: [] }
}

function messageRow(mail: MailToFile): MessageDoc {
  return {
    ...{ _id: mail.id, account_id: mail.accountId, idempotency_key: mail.id, request_hash: '', channel: 'email' },
    ...{ message_type: 'transactional', key_id: '', test_mode: false, test_send: false, tracking: null },
    ...{ status: 'delivered', accepted_status: 'queued', status_rank: '', scheduled_at: null, tags: null },
    ...{ charge: null, provider_message_id: mail.id, rfc_message_id: mail.rfcMessageId },
    ...{ updated_at: mail.occurredAt, search: [], deferrals: 0, first_attempt_at: null, crashes: 0 },
    content: {
      ...{ from: mail.from[0]!, to: [...mail.to], cc: [], bcc: [], reply_to: [], subject: mail.subject },
      ...{ html: null, text: mail.text, headers: [], attachments: [] },
    },
  }
}

/** Puts threads where people put them: three in five stay in the inbox, half of those are read, one in twenty has a star. */
async function sortIntoFolders({ models }: Composition, accountId: string): Promise<void> {
  const { collection } = models.mailThreads
  let index = 0
  let updates: Parameters<typeof collection.bulkWrite>[0][number][] = []
  const write = async () => {
    if (updates.length > 0) await collection.bulkWrite(updates, { ordered: false })
    updates = []
  }
  for await (const row of collection.find<MailThreadDoc>({ account_id: accountId })) {
    const folder = FOLDERS[index % 12] ?? row.folder
    const next = completed({ ...row, folder, unread: index % 2 === 0, starred: index % 20 === 0 })
    updates.push({ updateOne: { filter: { _id: row._id }, update: { $set: next } } })
    if (updates.length === BATCH) await write()
    index += 1
  }
  await write()
}
