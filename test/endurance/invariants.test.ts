import type { mongo } from 'mongoose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Random } from '../../scripts/fuzz/random.js'
import { type AppConfig, type Composition, compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { freePort } from '../support/built-program.js'
import { connectRedis } from '../support/connect-redis.js'
import { restlessness } from '../support/ledger-checks.js'
import { type MongooseModels, type WithMongoose, withMongoose } from '../support/mongoose-models.js'
import { CALLBACK_SECRET } from '../support/post-callback.js'
import { serviceLog } from '../support/service-log.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { type AcceptedMail, Book } from './book.js'
import { Client } from './client.js'
import { findProblems } from './invariants/index.js'
import { callback } from './loads/callbacks.js'
import { broadcast, contactImport } from './loads/contacts.js'
import { byCallback, bySmtp } from './loads/inbound.js'
import { reply } from './loads/replies.js'
import { batch, live, refused, scheduled, test } from './loads/sends.js'
import { Endpoint } from './sinks/endpoint.js'
import { MailProvider } from './sinks/provider.js'
import { createAccount, type World } from './world.js'

/*
 * The load of a run without any fault, and then a ledger, a book or a sink that is wrong in one thing: the checks must
 * find nothing at first, and each wrong thing after that. Without this, a run that finds nothing would prove nothing.
 */

let app: TestApp
let ledger: WithMongoose<Composition>
let models: MongooseModels
let world: World
const ends: (() => unknown)[] = []

beforeAll(async () => {
  const random = new Random(1)
  const provider = new MailProvider(random)
  ends.unshift(() => provider.close())
  const smtpPort = await freePort()
  app = await startApp({
    ...{ MAIL_PROVIDER: 'smtp', SMTP_URL: `smtp://127.0.0.1:${await provider.listen('worker-1')}` },
    ...{ CALLBACK_SECRET, SMTP_PORT: String(smtpPort), SMTP_MAILS_PER_MINUTE: '0' },
  })
  ends.unshift(() => app.close())
  const config = readConfig(app.settings) as AppConfig
  ledger = withMongoose(await compose(config, { log: serviceLog('silent') }))
  ends.unshift(() => ledger.close())
  models = ledger.models
  const book = new Book()
  const client = new Client([app.url], book, random)
  const endpoints = await Promise.all([Endpoint.start(random), Endpoint.start(random)])
  for (const endpoint of endpoints) ends.unshift(() => endpoint.close())
  world = { accounts: [], book, client, fleet: { smtpPort }, provider, random, ledger }
  world.accounts.push(await createAccount(world, 0, endpoints))
  await runEachLoad()

  const redis = connectRedis(config.redisUrl)
  ends.unshift(() => redis.disconnect())
  const programs = [{ pid: process.pid, isRunning: true }]
  await eventually('no work is left', async () => (await restlessness({ ledger, redis, programs })) === null)
  // What is wrong from now on stays wrong.
  await app.app.close()
})
afterAll(async () => {
  for (const end of ends) await end()
})

async function runEachLoad(): Promise<void> {
  const account = world.accounts[0]!
  const times = (count: number, run: typeof live) => Array.from({ length: count }, () => run(world, account))
  const slow = times(4, scheduled)
  await Promise.all(
    [times(4, live), times(2, test), times(1, batch), times(1, refused), times(1, contactImport)].flat(),
  )
  await broadcast(world, account)
  for (let count = 0; count < 6; count += 1) await (count % 2 === 0 ? byCallback : bySmtp)(world, account)
  await eventually(
    'the mail is in threads',
    async () => (await models.mailItems.countDocuments({ source: 'inbound' })) >= 6,
  )
  await Promise.all([...times(2, reply), ...times(5, callback), canceled(), ...slow])
}

/** A scheduled mail that is canceled for sure: those of the load may be too late. */
async function canceled(): Promise<void> {
  const { client, accounts, book } = world
  const [{ id: accountId, liveKey: key, domain }] = accounts as [(typeof accounts)[0]]
  const recipient = 'never@people.test'
  const mail = { to: recipient, from: `news@${domain}`, subject: 'Never', body_text: 'Never.' }
  const body = { ...mail, scheduled_at: new Date(Date.now() + 3_600_000).toISOString() }
  const { id } = (await client.ask('POST', '/v1/mail/compose', { key, body }))!.body
  expect((await client.ask('POST', `/v1/messages/${id}/cancel`, { key }))?.status).toBe(200)
  const told = { kind: 'scheduled', isLive: true, cancellation: 'confirmed' } as const
  book.mails.push({ id, accountId, recipient, at: Date.now(), ...told })
}

const findings = (faults: Parameters<typeof findProblems>[1] = []) => findProblems(world, faults, [])

type Undo = () => unknown

/** Any collection. */
// biome-ignore lint/suspicious/noExplicitAny: writes what no schema would take
type Rows = mongo.Collection<any>

async function removed({ collection }: { collection: unknown }, filter: object): Promise<Undo> {
  const rows = collection as Rows
  const row = await rows.findOne(filter)
  expect(row, JSON.stringify(filter)).not.toBeNull()
  await rows.deleteOne({ _id: row._id })
  return () => rows.insertOne(row)
}

async function changed({ collection }: { collection: unknown }, filter: object, update: object): Promise<Undo> {
  const rows = collection as Rows
  const row = await rows.findOne(filter)
  expect(row, JSON.stringify(filter)).not.toBeNull()
  await rows.updateOne({ _id: row._id }, update)
  return () => rows.replaceOne({ _id: row._id }, row)
}

/** A copy of a row with other values. */
async function copied({ collection }: { collection: unknown }, filter: object, others: object): Promise<Undo> {
  const rows = collection as Rows
  const copy = { ...(await rows.findOne(filter)), _id: 'a-copy', ...others }
  await rows.insertOne(copy)
  return () => rows.deleteOne({ _id: copy._id })
}

function pushed<T>(list: T[], item: T): Undo {
  list.push(item)
  return () => list.pop()
}

function set<T extends object>(target: T, values: Partial<T>): Undo {
  const before = { ...target }
  Object.assign(target, values)
  return () => {
    for (const name of Object.keys(values)) Reflect.deleteProperty(target, name)
    Object.assign(target, before)
  }
}

const mailOf = (kind: AcceptedMail['kind'], wants: (mail: AcceptedMail) => boolean = () => true) => {
  const mail = world.book.mails.find((each) => each.kind === kind && wants(each))
  expect(mail, kind).toBeDefined()
  return mail!
}
const sent = () => mailOf('single', ({ isLive }) => isLive)
const outcomeOf = ({ id }: AcceptedMail) => ({ message_id: id, type: 'sent' })
const receiptOf = ({ id, recipient }: AcceptedMail) => ({
  ...{ messageId: id, recipients: [recipient], worker: 'worker-1', wasConfirmed: true, at: Date.now() },
})
const inboundRow = () => ({ rfc_message_id: world.book.inbound[0]!.rfcMessageId })
const endpointOf = () => world.accounts[0]!.endpoints[0]!
async function post(body: string): Promise<Undo> {
  const [eventId] = [...endpointOf().received.keys()]
  await fetch(endpointOf().url, { method: 'POST', body, headers: { 'svc-event-id': eventId! } })
  return () => (endpointOf().problems.length = 0)
}

/** What is made wrong, and what the checks must say of it. */
const CASES: [wrong: string, make: () => Undo | Promise<Undo>, says: RegExp][] = [
  [
    'an answer that is an accident',
    () => {
      world.client.orRetry({ status: 500, body: { error: { code: 'internal' } } })
      return () => world.book.problems.pop()
    },
    /a request was answered with 500/,
  ],
  ['a lost message', () => removed(models.messages, { _id: sent().id }), /was accepted, and is lost/],
  ['one id for two mails', () => pushed(world.book.mails, sent()), /1 ids were given to two mails/],
  ['a message without an outcome', () => removed(models.events, outcomeOf(sent())), /has no outcome/],
  [
    'a failure that the provider does not know',
    () => changed(models.events, outcomeOf(sent()), { $set: { type: 'failed' } }),
    /has failed, and the provider did not refuse it/,
  ],
  [
    'a canceled mail that left',
    () => set(sent(), { cancellation: 'confirmed' }),
    /was canceled, and left all the same/,
  ],
  [
    'a canceled mail that failed',
    () => {
      const mail = mailOf('single', ({ isLive }) => !isLive)
      return set(mail, { cancellation: 'confirmed' })
    },
    /\(single\) is (sent|failed)/,
  ],
  [
    'a cancellation that nobody asked for',
    () => {
      const mail = mailOf('scheduled', ({ cancellation }) => cancellation === 'confirmed')
      return set(mail, { cancellation: undefined } as object)
    },
    /\(scheduled\) is canceled/,
  ],
  [
    'mail of a test key at the provider',
    () => pushed(world.provider.receipts, receiptOf(mailOf('single', ({ isLive }) => !isLive))),
    /of a test key was handed to the provider/,
  ],
  [
    'a mail that is only said to be sent',
    () => {
      const { receipts } = world.provider
      const index = receipts.findIndex(({ messageId }) => messageId === sent().id)
      const [receipt] = receipts.splice(index, 1)
      return () => receipts.splice(index, 0, receipt!)
    },
    /is sent, and the provider has not got it/,
  ],
  [
    'a refused mail that left',
    () => {
      const [email] = world.book.refusedRecipients
      return pushed(world.provider.receipts, { ...receiptOf(sent()), messageId: 'another', recipients: [email!] })
    },
    /was refused, and left/,
  ],
  [
    'a second copy without a reason',
    () => pushed(world.provider.receipts, receiptOf(sent())),
    /came again after .* without a reason: .*worker-1 /,
  ],
  ['a lost received mail', () => removed(models.inboundEmails, inboundRow()), /was acknowledged, and is lost/],
  [
    'a received mail of another account',
    () => changed(models.inboundEmails, inboundRow(), { $set: { account_id: 'acc_other' } }),
    /a received mail is in a wrong account/,
  ],
  [
    'a received mail that is there twice',
    () => copied(models.inboundEmails, inboundRow(), { raw_digest: 'another' }),
    /is stored 2 times/,
  ],
  [
    'a received mail without content',
    async () => {
      const { _id } = (await models.inboundEmails.findOne(inboundRow()).lean())!
      return removed(models.inboundContents, { _id })
    },
    /has no content/,
  ],
  [
    'a received mail in no thread',
    () => removed(models.mailItems, { rfc_message_id: inboundRow().rfc_message_id }),
    /is in no thread/,
  ],
  [
    'a received mail without its bytes',
    () => changed(models.inboundEmails, inboundRow(), { $set: { raw_digest: 'another' } }),
    / lacks .*another/,
  ],
  [
    'an answer in another thread',
    async () => {
      const [first, second] = world.book.inbound
      const row = { rfc_message_id: second!.rfcMessageId }
      const undo = await changed(models.mailItems, row, { $set: { thread_id: 'thr_other' } })
      const unset = set(second!, { answers: first!.rfcMessageId })
      return () => Promise.all([undo(), unset()])
    },
    /is not in the thread of inb_\w+, which it answers/,
  ],
  [
    'a reply in another thread',
    () => changed(models.mailItems, { _id: mailOf('reply').id }, { $set: { thread_id: 'thr_other' } }),
    /the reply msg_\w+ is in thr_other, not in thr_/,
  ],
  [
    'a reply in no thread',
    () => removed(models.mailItems, { _id: mailOf('reply').id }),
    /msg_\w+ \(reply\) is in no thread/,
  ],
  [
    'a canceled mail in a thread',
    () => {
      const { id } = mailOf('scheduled', ({ cancellation }) => cancellation === 'confirmed')
      return copied(models.mailItems, {}, { _id: id, source: 'outbound', copies: [] })
    },
    /msg_\w+ is canceled, and still in thr_/,
  ],
  ['a lost callback', () => removed(models.events, { source: 'ses' }), /the callback \w+ about \w+ is not recorded/],
  ['a lost import', () => removed(models.contactImports, {}), /the import \w+ is lost/],
  [
    'an import that has failed',
    () => changed(models.contactImports, {}, { $set: { status: 'failed' } }),
    /the import \w+ is failed/,
  ],
  [
    'an import with a wrong count',
    () => changed(models.contactImports, {}, { $inc: { imported: -1 } }),
    /the import \w+ counts 299 of 300 rows/,
  ],
  [
    'an import that lacks a contact',
    () => removed(models.contacts, { email: world.book.imports[0]!.emails[0] }),
    /the import \w+ has made 299 of 300 contacts/,
  ],
  [
    'a broadcast that has not ended',
    () => changed(models.broadcasts, {}, { $set: { status: 'sending' } }),
    /the broadcast \w+ is sending/,
  ],
  [
    'a member whom a broadcast left out',
    () => removed(models.messages, { broadcast_id: { $exists: true } }),
    /the broadcast \w+ has 39 messages for 40 members/,
  ],
  ['a delivery that was not made', () => removed(models.deliveries, {}), /the delivery of \w+ \w+ to .* is not made/],
  [
    'a delivery that has ended without success',
    () => changed(models.deliveries, {}, { $set: { status: 'failed' } }),
    /the delivery of .* is failed/,
  ],
  [
    'a delivery that is only said to have arrived',
    () => {
      const [received] = [...endpointOf().received.values()]
      return set(received!, { confirmed: 0 })
    },
    /has not reached http/,
  ],
  ['a request with a wrong signature', () => post('{}'), /has a wrong signature/],
  ['requests with different bodies', () => post('{}'), /have different bodies/],
  [
    'a second outcome',
    () => copied(models.events, outcomeOf(sent()), { type: 'suppressed', dedup_key: 'another', seq: -1 }),
    /outcomes of msg_\w+: 2, not 1/,
  ],
  [
    'an event that is there twice',
    () => copied(models.events, outcomeOf(sent()), { dedup_key: 'another', seq: -1 }),
    /different types of events of msg_\w+/,
  ],
  [
    'a wrong status',
    () => changed(models.messages, { _id: sent().id }, { $set: { status: 'queued' } }),
    /status of msg_\w+: queued, not/,
  ],
  [
    'a wrong rank',
    () => changed(models.messages, { _id: sent().id }, { $set: { status_rank: 'another' } }),
    /rank of msg_\w+: another, not/,
  ],
  [
    'a gap in the numbers of events',
    () => changed(models.events, { seq: 2 }, { $set: { seq: 100_000 } }),
    /sequence number 2 of acc_\w+ is 3/,
  ],
  [
    'a wrong number of recipients that are charged',
    () => changed(models.usage, {}, { $inc: { count: 1 } }),
    /recipients of .*: \d+, not \d+/,
  ],
  ['a wrong charge', () => changed(models.usage, {}, { $inc: { micros: 1 } }), /micro-dollars of .*: \d+, not \d+/],
  [
    'wrong counts of events',
    () => changed(models.eventSequences, { latest: { $exists: true } }, { $inc: { 'latest.live.sent': 1 } }),
    /counts of acc_\w+\|.* are .*, not/,
  ],
  [
    'an accepted message that is not counted',
    async () => {
      const row = { _id: 'accepted_counted_until', value: new Date(Date.now() + 60_000).toISOString() }
      const rows = models.system.collection as Rows
      const before = await rows.findOne({ _id: row._id })
      await rows.replaceOne({ _id: row._id }, row, { upsert: true })
      return () => (before ? rows.replaceOne({ _id: row._id }, before) : rows.deleteOne({ _id: row._id }))
    },
    /counts of acc_\w+\|.*\|accepted are undefined, not/,
  ],
  [
    'an attempt that is not counted',
    () => changed(models.deliveries, { attempt_count: 1 }, { $set: { attempt_count: 2 } }),
    /attempts of \w+: 1, not 2/,
  ],
  [
    'a row that was given up',
    async () => {
      const letter = { _id: 'dl_1', kind: 'dispatch', row_id: sent().id, account_id: 'acc_1', error: 'poison' }
      await (models.deadLetters.collection as Rows).insertOne(letter)
      return () => models.deadLetters.deleteOne({ _id: letter._id })
    },
    /msg_\w+ is parked: poison/,
  ],
]

describe('the checks of a run with faults', () => {
  it('find nothing wrong where nothing is', async () => {
    const { book } = world
    expect([book.imports.length, book.broadcasts.length, book.inbound.length]).toEqual([1, 1, 6])
    expect(new Set(book.mails.map(({ kind }) => kind)).size).toBe(4)
    expect((await findings()).problems).toEqual([])
  })

  it.each(CASES)('find %s', async (_wrong, make, says) => {
    const undo = await make()
    try {
      expect((await findings()).problems).toContainEqual(expect.stringMatching(says))
    } finally {
      await undo()
    }
  })

  it('find a reason for a copy that a fault of its worker explains', async () => {
    const undo = pushed(world.provider.receipts, receiptOf(sent()))
    const at = world.provider.receipts.find(({ messageId }) => messageId === sent().id)!.at
    const fault = { atMs: 0, forMs: 0, startedAt: at, endedAt: at } as const
    const killed = (machine: string) => [{ ...fault, name: 'process-killed', machine } as const]
    try {
      expect(await findings(killed('worker-1'))).toEqual({ problems: [], duplicates: { 'process-killed': 1 } })
      expect((await findings(killed('worker-2'))).problems).toHaveLength(1)
    } finally {
      undo()
    }
  })

  it('have left everything as it was', async () => {
    expect((await findings()).problems).toEqual([])
  })
})
