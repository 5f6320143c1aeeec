import { afterEach, beforeEach, expect, test } from 'vitest'
import type { InboundEmailDoc } from '../../src/models/inbound-email.js'
import { viewerOf } from '../../src/services/platform/mail-reach.js'
import { MailParser } from '../../src/services/reading/mail-parser.js'
import { ReaderThreads } from '../../src/services/reading/reader-threads.js'
import { Authenticity } from '../../src/services/receiving/authenticity/authenticity.js'
import { InboundWorker } from '../../src/streams/inbound/inbound-worker.js'
import { inboundDomain } from '../support/inbound-domain.js'
import { type Ledger, openTestLedger } from '../support/ledger.js'

/* One account gets much mail that takes long to read, and its neighbour a single mail. */

const FLOOD = 100
/** Few places, of which an account can have half. */
const SLOTS = 4

let ledger: Ledger
let neighbour: string
beforeEach(async () => {
  ledger = await openTestLedger()
  await inboundDomain(ledger, 'shop.test')
  neighbour = (await ledger.services.accounts.create('other@example.com')).account_id
  await inboundDomain({ ...ledger, accountId: neighbour }, 'other.test')
})
afterEach(() => ledger.close())

const costly = (subject: string) =>
  Buffer.from(`Subject: ${subject}\r\nContent-Type: text/html\r\n\r\n${'<br>'.repeat(60_000)}`)

async function receive(raw: Buffer, recipients: string[]): Promise<string[]> {
  const mail = { raw, sender: 'eve@example.com', client: null, givenVerdicts: null, recipients }
  return (await ledger.services.inboundReceiver.receive(mail)).accepted.map(({ id }) => id)
}
const boxes = Array.from({ length: FLOOD }, (_none, index) => `box${index}@shop.test`)

const find = (filter: object) => ledger.models.inboundEmails.find(filter).lean<InboundEmailDoc[]>()
const countOpen = () => ledger.models.inboundEmails.countDocuments({ parsed_at: { $exists: false } })

/** The parser of the ledger, which also counts what it reads. */
function countingParser() {
  const subjects: string[] = []
  const parse: MailParser['parse'] = async (...given) => {
    const parsed = await ledger.mailParser.parse(...given)
    subjects.push(parsed.subject)
    return parsed
  }
  return { subjects, mailParser: { parse } }
}

test('a mail behind a flood of another account is read even if the flood never ends', async () => {
  // Different bytes: each of them has to be read.
  for (const [index, box] of boxes.slice(0, 30).entries())
    await receive(Buffer.from(`Subject: ${index}\r\n\r\nx`), [box])
  const begun: string[] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const parse: MailParser['parse'] = async (accountId, ...given) => {
    begun.push(accountId)
    if (accountId === ledger.accountId) await ended
    return ledger.mailParser.parse(accountId, ...given)
  }
  ledger.startWorker(InboundWorker, { slots: SLOTS, mailParser: { parse } })
  try {
    await ledger.sweepUntil('the account has all places that it can have', () => begun.length === SLOTS / 2)
    const [id] = await receive(Buffer.from('Subject: neighbour\r\n\r\nx'), ['a@other.test'])
    await ledger.sweepUntil('the mail is read', async () => (await find({ _id: id }))[0]!.parsed_at)
    expect(begun.filter((accountId) => accountId === ledger.accountId)).toHaveLength(SLOTS / 2)
  } finally {
    end()
  }
})

test('a mail to many recipients is read once, and each has its own pictures', async () => {
  const raw = [
    'Subject: pictures',
    'Content-Type: multipart/related; boundary=b',
    '',
    '--b',
    'Content-Type: text/html',
    '',
    `<img src="cid:pic@x">${'<br>'.repeat(60_000)}`,
    '--b',
    'Content-Type: image/png',
    'Content-ID: <pic@x>',
    '',
    'png',
    '--b--',
  ].join('\r\n')
  const ids = await receive(Buffer.from(raw), boxes.slice(0, 12))
  await receive(Buffer.from(raw), ['a@other.test'])
  const { subjects, mailParser } = countingParser()
  ledger.startWorker(InboundWorker, { mailParser })
  await ledger.sweepUntil('all are read', async () => (await countOpen()) === 0)
  // Once for each account.
  expect(subjects).toEqual(['pictures', 'pictures'])
  for (const id of ids) {
    const { html_safe: html } = await ledger.services.inboundEmails.get(viewerOf(ledger.accountId), id)
    expect(html).toContain(`src="/v1/inbound/${id}/attachments/0"`)
  }
})

test('a worker that is stopped in the middle of a flood gives all of it back, and counts no crash', async () => {
  for (const [index, box] of boxes.slice(0, 30).entries()) await receive(costly(`flood ${index}`), [box])
  const begun: string[] = []
  const parse: MailParser['parse'] = (accountId) => {
    begun.push(accountId)
    return new Promise(() => undefined)
  }
  const worker = ledger.startWorker(InboundWorker, { slots: 8, mailParser: { parse } })
  await ledger.sweepUntil('some are in progress', () => begun.length >= 3)
  // Time for what it is about to claim; its mails are never read.
  await worker.close(3_000)
  const left = await find({})
  expect(left).toHaveLength(30)
  expect(left.filter(({ crashes, lease }) => crashes > 0 || lease)).toEqual([])
  ledger.startWorker(InboundWorker)
  await ledger.sweepUntil('another worker reads them', async () => (await countOpen()) === 0)
  expect(await ledger.models.deadLetters.countDocuments()).toBe(0)
})

test('a mail whose thread is closed is given back, and no crash is counted', async () => {
  const threads = new ReaderThreads()
  await threads.close()
  const [id] = await receive(costly('no thread'), ['help@shop.test'])
  const worker = ledger.startWorker(InboundWorker, { mailParser: new MailParser(threads) })
  await ledger.sweepUntil('it is given back', async () => {
    const [email] = await find({ _id: id, lease: { $exists: false } })
    return email && email.parse_at! > ledger.clock.now()
  })
  await worker.close(1_000)
  expect(await find({ _id: id })).toMatchObject([{ crashes: 0 }])
  expect((await find({ _id: id }))[0]!.last_error).toBeUndefined()
})

test('a mail that found no thread for its checks is checked later, though its reading is kept', async () => {
  const closedThreads = new ReaderThreads()
  await closedThreads.close()
  const closed = new Authenticity({ ...ledger, readerThreads: closedThreads })
  let checks = 0
  const check: Authenticity['check'] = (...given) => {
    checks += 1
    return (checks === 1 ? closed : ledger.authenticity).check(...given)
  }
  const [id] = await receive(costly('no thread'), ['help@shop.test'])
  const { subjects, mailParser } = countingParser()
  ledger.startWorker(InboundWorker, { mailParser, authenticity: { check } })
  await ledger.sweepUntil('it is given back', async () => {
    const [email] = await find({ _id: id, lease: { $exists: false } })
    return email && email.parse_at! > ledger.clock.now()
  })
  expect(await find({ _id: id })).toMatchObject([{ crashes: 0 }])
  ledger.clock.advance(1_000)
  await ledger.sweepUntil('it is read', async () => (await countOpen()) === 0)
  expect({ checks, subjects }).toEqual({ checks: 2, subjects: ['no thread'] })
  expect(await ledger.services.inboundEmails.get(viewerOf(ledger.accountId), id!)).toMatchObject({
    dkim_verdict: 'NONE',
  })
})

test('a mail that may have crashed its process does not wait for a place, where another crash would be counted', async () => {
  for (const [index, box] of boxes.slice(0, SLOTS / 2).entries()) {
    await receive(Buffer.from(`Subject: ${index}\r\n\r\nx`), [box])
  }
  let begun = 0
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const parse: MailParser['parse'] = async (accountId, raw, options) => {
    const isSuspect = raw.length > 100
    if (!isSuspect) begun += 1
    if (!isSuspect) await ended
    return ledger.mailParser.parse(accountId, raw, options)
  }
  ledger.startWorker(InboundWorker, { slots: SLOTS, mailParser: { parse } })
  try {
    await ledger.sweepUntil('the account has all places that it can have', () => begun === SLOTS / 2)
    const [id] = await receive(Buffer.from(`Subject: suspect\r\n\r\n${'x'.repeat(100)}`), ['help@shop.test'])
    await ledger.sweepUntil('it is read', async () => {
      // The worker may have claimed it before, and given it back.
      await ledger.models.inboundEmails.updateOne({ _id: id, lease: { $exists: false } }, { $set: { crashes: 2 } })
      return (await find({ _id: id }))[0]!.parsed_at
    })
    expect(begun).toBe(SLOTS / 2)
  } finally {
    end()
  }
})
