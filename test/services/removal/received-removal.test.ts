import { afterEach, describe, expect, test, vi } from 'vitest'
import { operatorOf } from '../../../src/services/caller.js'
import { viewerOf } from '../../../src/services/platform/mail-reach.js'
import { attachmentKey, rawKey } from '../../../src/services/receiving/blob-keys.js'
import { InboundReceiver } from '../../../src/services/receiving/inbound-receiver.js'
import { ReceivedRemoval } from '../../../src/services/removal/received-removal.js'
import { InboundWorker } from '../../../src/streams/inbound/inbound-worker.js'
import { dumpLedger } from '../../support/dump-ledger.js'
import { inboundDomain } from '../../support/inbound-domain.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'
import { eventually, type Settings } from '../../support/start-app.js'

const DAY_MS = 86_400_000

let ledger: Ledger
afterEach(() => ledger.close())

async function open(settings: Settings = {}): Promise<void> {
  await openIdle(settings)
  ledger.startWorker(InboundWorker)
}

/** Without a worker. */
async function openIdle(settings: Settings = {}): Promise<void> {
  ledger = await openTestLedger(settings)
  await inboundDomain(ledger, 'shop.test')
}

interface Mail {
  from?: string
  sender?: string
  recipients?: string[]
  /** Whom its header names; by default its first recipient. */
  to?: string
  subject?: string
  text?: string
  file?: string
  /** Whether its text and its file are encoded, so that no search of the raw bytes finds what they say. */
  encoded?: boolean
  receiver?: InboundReceiver
}

const LARGE = 'x'.repeat(1_200_000)

/** Receives a mail with an attachment. Returns its ids, one for each recipient. */
async function arrive({
  from = 'ada@example.com',
  sender = from,
  recipients = ['help@shop.test'],
  to = recipients[0]!,
  subject = 'Hello',
  text = 'text',
  file = 'xxxxx',
  encoded = false,
  receiver = ledger.services.inboundReceiver,
}: Mail): Promise<string[]> {
  const encoding = encoded ? ['Content-Transfer-Encoding: quoted-printable'] : []
  const body = (content: string) => (encoded ? Buffer.from(content).toString('hex').replace(/../g, '=$&') : content)
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...['--b', ...encoding, '', body(text)],
    ...['--b', ...encoding, 'Content-Disposition: attachment; filename=a.bin', '', body(file)],
    '--b--',
  ]
  const raw = Buffer.from(lines.join('\r\n'))
  const mail = { raw, sender, recipients, client: null, givenVerdicts: null }
  return (await receiver.receive(mail)).accepted.map(({ id }) => id)
}

const parsed = (ids: string[]) =>
  ledger.sweepUntil('parsed', async () => {
    const done = { _id: { $in: ids }, parsed_at: { $exists: true }, parse_at: { $exists: false } }
    return (await ledger.models.inboundEmails.countDocuments(done)) === ids.length
  })

/** Receives a mail, and waits until it is parsed. */
async function receive(mail: Mail): Promise<string[]> {
  const ids = await arrive(mail)
  await parsed(ids)
  return ids
}

const row = (id: string) => ledger.models.inboundEmails.findById(id).lean()
const hasRaw = async (id: string) => {
  const { raw_digest } = (await row(id))!
  return (await ledger.blobStore.get(ledger.accountId, rawKey(raw_digest))) !== null
}
const hasAttachment = async (id: string) =>
  (await ledger.blobStore.get(ledger.accountId, attachmentKey(id, 0))) !== null
const hasContent = async (id: string) => (await ledger.models.inboundContents.exists({ _id: id })) !== null
const threadOf = async (id: string) => ledger.models.mailThreads.findById((await row(id))?.thread_id).lean()
/** How many rows each collection has that knows of received mail. */
const counts = async () => {
  const { inboundEmails, inboundContents, blobs, blobFiles, blobChunks } = ledger.models
  const { mailItems, mailTexts, mailThreads, mailIds } = ledger.models
  const mail = [inboundEmails, inboundContents, blobs, blobFiles, blobChunks]
  return Promise.all([...mail, mailItems, mailTexts, mailThreads, mailIds].map((model) => model.countDocuments()))
}
/** Every received mail is announced from now on, though nobody listens. */
const subscribe = () =>
  ledger.services.webhooks.create(operatorOf(ledger.accountId), {
    endpoint_url: 'http://127.0.0.1:1029/',
    event_types: ['email.received'],
  } as never)
const isAnnounced = async (id: string) => (await ledger.models.payloads.exists({ _id: `evt_${id}` })) !== null
/** As if the worker of a parsed mail had died before it announced it, and then the account had been suspended. */
async function holdUnannounced(id: string): Promise<void> {
  const { inboundEmails, payloads, deliveries } = ledger.models
  await Promise.all([payloads.deleteMany(), deliveries.deleteMany()])
  await inboundEmails.updateOne({ _id: id }, { $set: { held: ledger.accountId } })
}
const resume = () => ledger.work.inbound.resume(ledger.accountId, 1)
const erase = (email: string) => ledger.services.erasure.erase(ledger.accountId, email)
const remove = async (id: string) => ledger.receivedRemoval.removeAll([(await row(id))!])

/** A promise that somebody else keeps. */
function promised(): { kept: Promise<void>; keep: () => void } {
  let keep = () => {}
  const kept = new Promise<void>((resolve) => {
    keep = resolve
  })
  return { kept, keep }
}

const NOTHING = [0, 0, 0, 0, 0, 0, 0, 0, 0]

describe('a removed mail', () => {
  test('leaves its thread to the others, and the last one takes it along', async () => {
    await open()
    const [[first], [second]] = [await receive({ text: 'first' }), await receive({ text: 'second' })]
    expect(await threadOf(second!)).toMatchObject({ message_count: 2, snippet: 'second' })
    await remove(second!)
    expect(await threadOf(first!)).toMatchObject({ message_count: 1, snippet: 'first' })
    await remove(first!)
    expect(await counts()).toEqual(NOTHING)
  })

  test('leaves its bytes to another recipient of the same mail', async () => {
    await open()
    const [first, second] = await receive({ recipients: ['a@shop.test', 'b@shop.test'], file: LARGE })
    expect(await threadOf(second!)).toMatchObject({ message_count: 1 })
    await remove(first!)
    expect([await hasRaw(second!), await hasAttachment(second!), await hasContent(second!)]).toEqual([true, true, true])
    expect(await threadOf(second!)).toMatchObject({ message_count: 1, own_addresses: ['b@shop.test'] })
    await remove(second!)
    expect(await counts()).toEqual(NOTHING)
  })

  test.each(['before', 'after'])(
    'leaves its bytes to a mail that arrives meanwhile, even if they are deleted %s that is acknowledged',
    async (when) => {
      await openIdle()
      const worker = ledger.startWorker(InboundWorker)
      const [first] = await receive({ recipients: ['a@shop.test'], to: 'a@shop.test' })
      await worker.close(5_000)
      const [looked, acknowledged] = [promised(), promised()]
      const { blobStore } = ledger
      const removal = new ReceivedRemoval({
        ...ledger,
        blobStore: {
          keysIn: (...given) => blobStore.keysIn(...given),
          delete: async (...given) => {
            if (given[1][0]?.startsWith('raw/')) {
              looked.keep()
              if (when === 'after') await acknowledged.kept
            }
            await blobStore.delete(...given)
          },
        },
      })
      const email = await row(first!)
      let removing: Promise<void> | undefined
      const put: typeof blobStore.put = async (...given) => {
        const isNew = await blobStore.put(...given)
        if (removing) return isNew
        // The removal begins later than that, and looks who else has the bytes before the row is there.
        ledger.clock.advance(1_000)
        removing = removal.removeAll([email!])
        await (when === 'after' ? looked.kept : removing)
        return isNew
      }
      const receiver = new InboundReceiver({ ...ledger, blobStore: { put } })
      const [second] = await arrive({ recipients: ['b@shop.test'], to: 'a@shop.test', receiver })
      acknowledged.keep()
      await removing
      expect(await row(first!)).toBeNull()
      expect(await hasRaw(second!)).toBe(true)
      ledger.startWorker(InboundWorker)
      await parsed([second!])
    },
  )

  test('takes its webhooks along', async () => {
    await open()
    await subscribe()
    const [id] = await receive({})
    expect(await isAnnounced(id!)).toBe(true)
    await remove(id!)
    expect(await ledger.models.payloads.countDocuments()).toBe(0)
    expect(await ledger.models.deliveries.countDocuments()).toBe(0)
  })
})

describe('retention', () => {
  const round = async (days: number) => {
    ledger.clock.advance(days * DAY_MS)
    await ledger.models.system.deleteOne({ _id: 'retention' })
    await ledger.services.retention.run()
  }

  test('removes raw messages, then texts and attachments, then whole mails', async () => {
    await open({ RETENTION_RAW_DAYS: '3', RETENTION_BODY_DAYS: '7', RETENTION_DAYS: '30' })
    const [old] = await receive({ file: LARGE })
    const state = async (id: string) => [await hasRaw(id), await hasAttachment(id), await hasContent(id)]
    await round(2)
    expect(await state(old!)).toEqual([true, true, true])
    await round(2)
    expect(await state(old!)).toEqual([false, true, true])
    await expect(ledger.services.inboundEmails.raw(viewerOf(ledger.accountId), old!)).rejects.toThrow('not kept')
    const finds = async (q: string) =>
      (await ledger.services.mailSearch.search(viewerOf(ledger.accountId), { q, limit: 10 })).items.length
    expect([await finds('text'), await finds('"hello"'), (await threadOf(old!))?.snippet]).toEqual([1, 1, 'text'])
    await round(4)
    expect(await state(old!)).toEqual([false, false, false])
    expect([await finds('text'), await finds('"hello"'), (await threadOf(old!))?.snippet]).toEqual([0, 1, ''])
    expect([await finds('subject:hello'), await finds('from:ada@example.com'), await finds('ada')]).toEqual([1, 1, 1])
    expect(await ledger.models.mailItems.findById(old).lean()).toMatchObject({ snippet: '', subject: 'Hello' })
    expect(await ledger.services.inboundEmails.get(viewerOf(ledger.accountId), old!)).toMatchObject({
      subject: 'Hello',
      text: null,
      attachments: [{ filename: 'a.bin' }],
    })
    const [young] = await receive({ text: 'young' })
    await round(23)
    expect(await row(old!)).toBeNull()
    expect(await state(young!)).toEqual([false, false, false])
    await round(31)
    expect(await counts()).toEqual(NOTHING)
  })

  test('keeps what is not parsed yet', async () => {
    await open({ RETENTION_RAW_DAYS: '3', RETENTION_DAYS: '30' })
    const [id] = await receive({})
    await ledger.models.inboundEmails.updateOne({ _id: id }, { $unset: { parsed_at: 1 }, $set: { held: 'acc_x' } })
    await round(40)
    expect(await hasRaw(id!)).toBe(true)
  })

  test('keeps the raw bytes of a mail until it is announced', async () => {
    await open({ RETENTION_RAW_DAYS: '3' })
    await subscribe()
    const [id] = await receive({})
    await holdUnannounced(id!)
    await round(4)
    expect(await hasRaw(id!)).toBe(true)
    await resume()
    await parsed([id!])
    expect(await isAnnounced(id!)).toBe(true)
    await round(1)
    expect(await hasRaw(id!)).toBe(false)
  })
})

describe('an erasure', () => {
  /** What becomes of a mail with which workers have failed too often. */
  const PARKED = { $unset: { parse_at: 1, lease: 1 }, $set: { crashes: 5 } }
  const whereIs = async (address: string) =>
    (await dumpLedger(ledger.models.connection))
      .filter(({ bytes }) => bytes.toString('latin1').toLowerCase().includes(address))
      .map(({ name }) => name)

  test('deletes received mail from and to the address, and no other', async () => {
    await open()
    const mine = [
      await receive({ from: 'Ada <ADA@example.com>', sender: '', text: 'from' }),
      await receive({ from: 'b@example.com', sender: 'Ada@example.com', text: 'envelope' }),
    ].flat()
    const [shared, other] = await receive({ from: 'b@example.com', recipients: ['carol@shop.test', 'd@shop.test'] })
    expect(await erase('ada@example.com')).toEqual({
      messages: 0,
      inbound_emails: 2,
      contacts: 0,
      kept: [],
    })
    for (const id of mine) expect(await row(id)).toBeNull()
    expect(await whereIs('ada@example.com')).toEqual([])
    expect([await hasRaw(shared!), await hasContent(other!)]).toEqual([true, true])
    // Carol is in the header of both.
    expect(await erase('carol@shop.test')).toMatchObject({ inbound_emails: 2 })
    expect(await counts()).toEqual(NOTHING)
    expect(await erase('carol@shop.test')).toMatchObject({ inbound_emails: 0 })
  })

  test('deletes mail that is not parsed yet', async () => {
    await openIdle()
    await arrive({})
    expect(await erase('ada@example.com')).toMatchObject({ inbound_emails: 1 })
    expect(await counts()).toEqual(NOTHING)
  })

  /** A mail whose worker dies after it has stored the attachment, and before the mail lists it. */
  async function halfParsed(mail: Mail): Promise<string> {
    await openIdle()
    const file = () => Promise.reject(new Error('it dies'))
    ledger.startWorker(InboundWorker, { mailFiling: { file } })
    const [id] = await arrive(mail)
    await ledger.sweepUntil('it died', () => ledger.models.inboundEmails.exists({ _id: id, last_error: /it dies/ }))
    expect(await hasAttachment(id!)).toBe(true)
    return id!
  }

  test.each([
    ['small', 'xxxxx'],
    ['large', LARGE],
  ])('deletes the %s attachment of a mail whose worker died before the mail listed it', async (_size, file) => {
    await halfParsed({ file })
    expect(await erase('ada@example.com')).toMatchObject({ inbound_emails: 1 })
    expect(await counts()).toEqual(NOTHING)
  })

  test('deletes a parked mail if only its attachment, which it does not list, mentions the address', async () => {
    const id = await halfParsed({ from: 'b@example.com', file: 'ask ada@example.com', encoded: true })
    await ledger.models.inboundEmails.updateOne({ _id: id }, PARKED)
    expect(await erase('ada@example.com')).toMatchObject({ inbound_emails: 1 })
    expect(await counts()).toEqual(NOTHING)
  })

  /** Two mails with the same bytes, which mention the address. The first is parsed, and then the worker is gone. */
  async function halfOfTwo({ encoded }: { encoded: boolean }): Promise<[string, string]> {
    await openIdle()
    await subscribe()
    const worker = ledger.startWorker(InboundWorker)
    const mail = { from: 'b@example.com', to: 'a@shop.test', text: 'ask ada@example.com', encoded }
    const [first] = await receive({ ...mail, recipients: ['a@shop.test'] })
    await worker.close(5_000)
    const [second] = await arrive({ ...mail, recipients: ['b@shop.test'] })
    expect((await row(second!))?.raw_digest).toBe((await row(first!))?.raw_digest)
    return [first!, second!]
  }
  const textOf = async (id: string) =>
    (await ledger.services.inboundEmails.get(viewerOf(ledger.accountId), id)).text?.trim()

  test.each([
    ['a plain', false],
    ['an encoded', true],
  ])('waits for another mail with the same bytes that is to be parsed, with %s mention', async (_how, encoded) => {
    const [first, second] = await halfOfTwo({ encoded })
    const opened = vi.spyOn(ledger.blobStore, 'open')
    const looks = () => opened.mock.calls.filter(([, key]) => key.startsWith('raw/')).length
    const erasing = erase('ada@example.com')
    // It looks at each of the two at most once before it waits.
    await Promise.race([erasing, eventually('it looks again', () => looks() > 2)])
    ledger.startWorker(InboundWorker)
    await parsed([second])
    expect(await isAnnounced(second)).toBe(true)
    expect(await erasing).toMatchObject({ inbound_emails: 2 })
    expect([await textOf(first), await textOf(second)]).toEqual(['ask [erased]', 'ask [erased]'])
    expect(await hasRaw(second)).toBe(false)
    expect(await whereIs('ada@example.com')).toEqual([])
  })

  test('deletes a parked mail with the same bytes, which nobody could parse without them', async () => {
    const [first, second] = await halfOfTwo({ encoded: true })
    await ledger.models.inboundEmails.updateOne({ _id: second }, PARKED)
    expect(await erase('ada@example.com')).toMatchObject({ inbound_emails: 2 })
    expect([await textOf(first), await hasRaw(first), await row(second)]).toEqual(['ask [erased]', false, null])
  })

  test('lets a parsed mail be announced without the mention, once its account is resumed', async () => {
    await open()
    await subscribe()
    const [id] = await receive({ from: 'b@example.com', text: 'ask ada@example.com' })
    await holdUnannounced(id!)
    expect(await erase('ada@example.com')).toMatchObject({ inbound_emails: 1 })
    await resume()
    await parsed([id!])
    expect(await isAnnounced(id!)).toBe(true)
    expect(await textOf(id!)).toBe('ask [erased]')
    expect(await whereIs('ada@example.com')).toEqual([])
  })
})
