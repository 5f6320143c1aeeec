import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../../src/errors.js'
import { NoThreadError } from '../../../src/lib/threads/task-threads.js'
import { FilingBusyError } from '../../../src/services/mail-app/filing/mail-filing.js'
import { viewerOf } from '../../../src/services/platform/mail-reach.js'
import { attachmentKey } from '../../../src/services/receiving/blob-keys.js'
import { type InboundDeps, InboundWorker } from '../../../src/streams/inbound/inbound-worker.js'
import { createWork } from '../../../src/streams/topics.js'
import { inboundDomain } from '../../support/inbound-domain.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'

/* The worker on its own ledger, with mail from the receiver. */

let ledger: Ledger
beforeEach(async () => {
  ledger = await openTestLedger()
  await inboundDomain(ledger, 'shop.test')
})
afterEach(() => ledger.close())

const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff])
const MAIL = [
  'From: "Ada L." <Ada@Example.com>',
  'To: help@shop.test, Bob <bob@shop.test>',
  'Cc: carol@example.com',
  'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
  'Message-ID: <two@example.com>',
  'In-Reply-To: <one@example.com>',
  'References: <zero@example.com> <one@example.com>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related; boundary=b',
  '',
  '--b',
  'Content-Type: multipart/alternative; boundary=c',
  '',
  '--c',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Added.',
  '',
  '> quoted',
  '--c',
  'Content-Type: text/html',
  '',
  '<p>Added.<script>x()</script><img src="cid:pic@x"></p>',
  '--c--',
  '--b',
  'Content-Type: image/png; name="a picture.png"',
  'Content-Disposition: inline; filename="a picture.png"',
  'Content-ID: <pic@x>',
  'Content-Transfer-Encoding: base64',
  '',
  PICTURE.toString('base64'),
  '--b--',
  '',
].join('\r\n')

async function receive(
  text = MAIL,
  { givenVerdicts = null as InboundGiven, at = 'help@shop.test' } = {},
): Promise<string> {
  const mail = { raw: Buffer.from(text), sender: 'ada@example.com', client: null, givenVerdicts }
  const { accepted } = await ledger.services.inboundReceiver.receive({ ...mail, recipients: [at] })
  return accepted[0]!.id
}
type InboundGiven = { spf?: 'PASS'; dkim?: 'FAIL' } | null

const get = (id: string) =>
  ledger.services.inboundEmails.get(viewerOf(ledger.accountId), id).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  })
const absent = { $exists: false }
const isDone = (id: string) =>
  ledger.models.inboundEmails.exists({ _id: id, parsed_at: { $exists: true }, parse_at: absent, lease: absent })
const done = (id: string) => ledger.sweepUntil(`${id} is parsed`, () => isDone(id))
const attachment = (id: string, index = 0) => ledger.blobStore.get(ledger.accountId, attachmentKey(id, index))

test('a mail becomes readable with all its parts', async () => {
  const inboxId = (await ledger.services.inboxes.create(ledger.accountId, { address: 'Help@shop.test' })).id
  ledger.startWorker(InboundWorker)
  const id = await receive(MAIL, { givenVerdicts: { spf: 'PASS', dkim: 'FAIL' } })
  await done(id)
  expect(await get(id)).toMatchObject({
    id,
    recipient: 'help@shop.test',
    from: 'Ada L. <Ada@Example.com>',
    to: ['help@shop.test', 'Bob <bob@shop.test>'],
    cc: ['carol@example.com'],
    subject: 'Gr\u00fc\u00dfe',
    spf_verdict: 'PASS',
    dkim_verdict: 'FAIL',
    spam_verdict: 'NONE',
    virus_verdict: 'NONE',
    attachments: [{ filename: 'a picture.png', content_type: 'image/png', size: PICTURE.length, content_id: 'pic@x' }],
    size_bytes: Buffer.byteLength(MAIL),
    text: expect.stringContaining('> quoted'),
    reply_text: expect.stringMatching(/^Added\.\s*$/),
    html: expect.stringContaining('<script>'),
    html_safe: expect.stringContaining(`/v1/inbound/${id}/attachments/0`),
    headers: expect.arrayContaining([{ name: 'Subject', value: 'Gr\u00fc\u00dfe' }]),
    rfc_message_id: 'two@example.com',
    in_reply_to: ['one@example.com'],
    references: ['zero@example.com', 'one@example.com'],
    inbox_id: inboxId,
    thread_id: expect.stringMatching(/^thr_/),
  })
  expect((await get(id))?.html_safe).not.toContain('script')
  expect(await attachment(id)).toEqual(PICTURE)
  expect(await ledger.models.mailItems.findById(id).lean()).toMatchObject({ snippet: 'Added.' })
})

test('a mail without a Message-ID gets one of ours, always the same', async () => {
  ledger.startWorker(InboundWorker)
  const id = await receive('Subject: x\r\n\r\ny')
  await done(id)
  expect(await get(id)).toMatchObject({
    rfc_message_id: expect.stringMatching(/^[0-9a-f]{32}@inbound\.127\.0\.0\.1$/),
    from: '',
    to: [],
    text: 'y',
    html: null,
  })
})

test.each([
  ['nothing but a byte', '\0'],
  ['only headers', 'Subject: x'],
  ['a multipart that never begins', 'Content-Type: multipart/mixed; boundary=b\r\n\r\nx'],
])('%s is a mail too', async (_what, text) => {
  ledger.startWorker(InboundWorker)
  const id = await receive(text)
  await done(id)
  expect((await get(id))?.size_bytes).toBe(text.length)
  expect(await ledger.models.deadLetters.countDocuments()).toBe(0)
})

describe('a mail with the id, sender and subject of another', () => {
  const itemsOf = async (one: string, other: string) => {
    ledger.startWorker(InboundWorker)
    // One after the other, so that the second finds the first.
    const ids = [await receive(one, { at: 'help@shop.test' })]
    await done(ids[0]!)
    ids.push(await receive(other, { at: 'bob@shop.test' }))
    await done(ids[1]!)
    const items = await ledger.models.mailItems.find({ 'copies.id': { $in: ids } }).lean()
    return items.map(({ copies }) => copies.map(({ id }) => ids.indexOf(id))).toSorted()
  }

  test.each([
    ['another text', (text: string) => text.replace('Added.\r\n', 'Something else.\r\n')],
    ['other HTML', (text: string) => text.replace('<p>Added.', '<p>Something else.')],
    ['another file', (text: string) => text.replace(PICTURE.toString('base64'), 'AAAA')],
    ['another name of a file', (text: string) => text.replace('filename="a picture', 'filename="an invoice')],
    ['other recipients', (text: string) => text.replace('carol@', 'dave@')],
  ])('and with %s is a mail of its own', async (_what, change) => {
    expect(change(MAIL)).not.toBe(MAIL)
    expect(await itemsOf(MAIL, change(MAIL))).toEqual([[0], [1]])
  })

  test('is a copy if only servers on its way have changed it', async () => {
    const relayed =
      `Received: from a.example by b.example; Thu, 26 Nov 2026 10:00:00 +0000\r\nX-Spam-Score: 0\r\n${MAIL}`
        .replace('Content-Type: text/html\r\n', 'Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n')
        .replace(/<p>Added.*/, (html) => Buffer.from(html.trimEnd()).toString('base64'))
    expect(relayed).not.toContain('<p>')
    expect(await itemsOf(MAIL, relayed)).toEqual([[0, 1]])
  })

  test('is a mail of its own if the content of the other is not known', async () => {
    ledger.startWorker(InboundWorker)
    const first = await receive(MAIL)
    await done(first)
    await ledger.models.mailItems.collection.updateOne({ _id: first }, { $unset: { content_digest: 1 } })
    const second = await receive(MAIL, { at: 'bob@shop.test' })
    await done(second)
    expect(await ledger.models.mailItems.findById(second).lean()).toMatchObject({ copies: [{ id: second }] })
  })
})

describe('a worker that dies', () => {
  /** Starts a worker whose parts fail at the given call, once. */
  function startBrittle(at: number): void {
    let calls = 0
    const brittle = <A extends unknown[], R>(work: (...given: A) => Promise<R>) => {
      return async (...given: A): Promise<R> => {
        calls += 1
        if (calls === at) throw new Error('killed before')
        const result = await work(...given)
        calls += 1
        if (calls === at) throw new Error('killed after')
        return result
      }
    }
    const { blobStore, mailParser, models, clock } = ledger
    const work = createWork(models, clock)
    work.inbound.writeOutcomes = brittle(work.inbound.writeOutcomes.bind(work.inbound))
    const options: Partial<InboundDeps> = {
      blobStore: {
        get: brittle(blobStore.get.bind(blobStore)),
        put: brittle(blobStore.put.bind(blobStore)),
        delete: blobStore.delete.bind(blobStore),
      },
      mailParser: { parse: brittle(mailParser.parse.bind(mailParser)) },
      work,
    }
    ledger.startWorker(InboundWorker, options)
  }

  test.each([1, 2, 3, 4, 5, 6, 7])('at step %d is followed by one that finishes the mail', async (step) => {
    const id = await receive()
    startBrittle(step)
    await ledger.sweepUntil('it died', () => ledger.models.inboundEmails.exists({ last_error: /killed/ }))
    ledger.clock.advance(120_000)
    await done(id)
    expect(await get(id)).toMatchObject({ rfc_message_id: 'two@example.com', attachments: [{ size: PICTURE.length }] })
    expect(await attachment(id)).toEqual(PICTURE)
    const { inboundEmails, inboundContents, blobs, mailItems } = ledger.models
    const counts = [inboundEmails, inboundContents, blobs, mailItems].map((model) => model.estimatedDocumentCount())
    expect(await Promise.all(counts)).toEqual([1, 1, 2, 1])
    expect(await inboundEmails.findById(id).lean()).toMatchObject({ crashes: 0 })
  })

  test('five times leaves a dead letter and the raw message', async () => {
    const parse = () => Promise.reject(new Error('it dies'))
    ledger.startWorker(InboundWorker, { mailParser: { parse } })
    const id = await receive()
    const letter = await ledger.sweepUntil('parked', () => {
      ledger.clock.advance(20_000)
      return ledger.models.deadLetters.findOne({ row_id: id }).lean()
    })
    expect(letter).toMatchObject({ kind: 'inbound', account_id: ledger.accountId })
    const raw = await ledger.services.inboundEmails.raw(viewerOf(ledger.accountId), id)
    expect(raw.content).toEqual(Buffer.from(MAIL))
    expect(await get(id)).toBeNull()
  })
})

test('the mail of a suspended account waits for the end of the suspension', async () => {
  const { account_id: accountId } = await ledger.services.accounts.create('other@example.com')
  await inboundDomain({ ...ledger, accountId }, 'other.test')
  await ledger.services.accounts.suspend(accountId)
  ledger.startWorker(InboundWorker)
  const mail = { raw: Buffer.from(MAIL), sender: '', client: null, givenVerdicts: null }
  const { accepted } = await ledger.services.inboundReceiver.receive({ ...mail, recipients: ['a@other.test'] })
  const id = accepted[0]!.id
  await ledger.sweepUntil('it waits', () => ledger.models.inboundEmails.exists({ _id: id, held: accountId }))
  await ledger.services.accounts.resume(accountId)
  await done(id)
  expect(await ledger.services.inboundEmails.get(viewerOf(accountId), id)).toMatchObject({ id })
})

test('a mail whose thread changes all the time is filed within seconds of the last change', async () => {
  const { mailFiling, models } = ledger
  let isBusy = true
  let calls = 0
  const file: typeof mailFiling.file = (mail) => {
    calls += 1
    return isBusy ? Promise.reject(new FilingBusyError()) : mailFiling.file(mail)
  }
  ledger.startWorker(InboundWorker, { mailFiling: { file } })
  const id = await receive()
  await ledger.sweepUntil('it was tried six times', () => {
    ledger.clock.advance(1_000)
    return calls > 5
  })
  isBusy = false
  await done(id)
  expect(await models.inboundEmails.exists({ _id: id, last_error: { $exists: true } })).toBeNull()
  expect(await models.deadLetters.countDocuments()).toBe(0)
})

test('mail waits while no thread can be started to read it, and the log says so once', async () => {
  const { mailParser } = ledger
  let calls = 0
  const parse: typeof mailParser.parse = (...given) => {
    calls += 1
    const noThread = new NoThreadError('no thread could be started', { cause: new Error('EAGAIN') })
    return calls > 5 ? mailParser.parse(...given) : Promise.reject(noThread)
  }
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  ledger.startWorker(InboundWorker, { mailParser: { parse }, log })
  const id = await receive()
  await ledger.sweepUntil('it was tried six times', () => {
    ledger.clock.advance(1_000)
    return calls > 5
  })
  await done(id)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: 'received mail cannot be read and waits: no thread could be started' }),
  ])
  expect(lines[0]).toContain('EAGAIN')
  expect(await ledger.models.deadLetters.countDocuments()).toBe(0)
})

test('of a mail that is deleted while it is parsed, nothing stays', async () => {
  const { mailParser, models } = ledger
  const parse: typeof mailParser.parse = async (...given) => {
    const parsed = await mailParser.parse(...given)
    await models.inboundEmails.deleteMany()
    return parsed
  }
  ledger.startWorker(InboundWorker, { mailParser: { parse } })
  const id = await receive()
  await ledger.sweepUntil('it is cleaned up', async () => {
    const isStored = (await attachment(id)) !== null || (await models.inboundContents.exists({ _id: id })) !== null
    return !isStored && !(await models.inboundEmails.exists({ _id: id }))
  })
})
