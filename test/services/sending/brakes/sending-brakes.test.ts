import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FeedbackRates } from '../../../../src/metrics/feedback-rates.js'
import { SendingBrakes } from '../../../../src/services/sending/brakes/sending-brakes.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'
import { brakeMails, insertSentMails, type SentMails } from '../../../support/sent-mails.js'
import { eventually } from '../../../support/start-app.js'

const LIMITS = { COMPLAINT_PAUSE_PERCENT: '0.3', BOUNCE_PAUSE_PERCENT: '10' }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let ledger: Ledger
let accountId: string
beforeEach(async () => {
  ledger = await openTestLedger(LIMITS)
  accountId = (await ledger.services.accounts.create('owner@example.com')).account_id
})
afterEach(() => ledger.close())

const insert = (what: SentMails, account = accountId) => insertSentMails(ledger, account, what)
const evaluate = () => ledger.services.sendingBrakes.evaluate(accountId)
const paused = async () => (await ledger.services.accounts.get(accountId)).sending_paused
const hoursAgo = (hours: number) => new Date(ledger.clock.now().getTime() - hours * HOUR_MS)
const news = async () => (await brakeMails(ledger)).map(({ kind, reason }) => `${kind} ${reason}`)
const noticesSent = (count: number) => eventually(`${count} mails`, async () => (await news()).length >= count)
const pauseEntries = () => ledger.models.auditEntries.find({ operation: 'accounts.pauseSending' }).lean()

describe('an account is paused', () => {
  test('above the limit, and not at it', async () => {
    const [first] = await insert({ mails: 1_000, complaints: 3 })
    await evaluate()
    expect(await paused()).toBeNull()
    await ledger.models.messages.updateOne({ _id: { $ne: first }, complained: { $ne: true } }, { complained: true })
    await evaluate()
    expect(await paused()).toEqual({
      reason: 'complaints',
      affected: 4,
      mails: 1_000,
      rate_percent: 0.4,
      limit_percent: 0.3,
      since: expect.any(String),
    })
  })

  test('for bounces too', async () => {
    await insert({ mails: 500, bounces: 51 })
    await evaluate()
    expect(await paused()).toMatchObject({ reason: 'bounces', affected: 51, mails: 500, rate_percent: 10.2 })
  })

  test('not below 500 live mails, however many bounce', async () => {
    await insert({ mails: 499, bounces: 499, complaints: 499 })
    await evaluate()
    expect(await paused()).toBeNull()
    expect(await news()).toEqual([])
    await insert({ mails: 1 })
    await evaluate()
    expect(await paused()).toMatchObject({ affected: 499, mails: 500 })
  })

  test('for mail of the last 24 hours only', async () => {
    await insert({ mails: 1_000, complaints: 1_000, at: hoursAgo(24.01) })
    await insert({ mails: 500, complaints: 0 })
    await evaluate()
    expect(await paused()).toBeNull()
    await insert({ mails: 2, complaints: 2, at: hoursAgo(23.9) })
    await evaluate()
    expect(await paused()).toMatchObject({ affected: 2, mails: 502 })
  })

  test('not for mail that is not sent yet, nor for mail of others or of test keys', async () => {
    await insert({ mails: 500 })
    await insert({ mails: 500, complaints: 500, isSent: false })
    await insert({ mails: 600, complaints: 600 }, 'acc_other')
    await evaluate()
    expect(await paused()).toBeNull()
  })

  test('by the round of the scheduler, which also finds a share that rose by sending more', async () => {
    await insert({ mails: 1_000, complaints: 4 })
    const other = (await ledger.services.accounts.create('other@example.com')).account_id
    await insert({ mails: 1_000, complaints: 0, bounces: 101 }, other)
    await ledger.services.sendingBrakes.evaluateAll()
    expect(await paused()).toMatchObject({ reason: 'complaints' })
    expect((await ledger.services.accounts.get(other)).sending_paused).toMatchObject({ reason: 'bounces' })

    await ledger.services.accounts.resume(accountId)
    ledger.clock.advance(1_000)
    await insert({ mails: 1_000, complaints: 4, at: ledger.clock.now() })
    await ledger.services.sendingBrakes.evaluateAll()
    expect(await paused()).not.toBeNull()
  })

  test('only if the deployment says so', async () => {
    const off = await openTestLedger({ MONGODB_URI: ledger.config.mongodbUri })
    try {
      await insert({ mails: 1_000, complaints: 500, bounces: 500 })
      await off.services.sendingBrakes.evaluate(accountId)
      await off.services.sendingBrakes.evaluateAll()
      expect(await paused()).toBeNull()
      expect(await news()).toEqual([])
    } finally {
      await off.close()
    }
  })
})

describe('the owner', () => {
  test('is warned once at a third of a limit', async () => {
    await insert({ mails: 1_000, complaints: 1 })
    await Promise.all(Array.from({ length: 10 }, evaluate))
    await noticesSent(1)
    await insert({ mails: 10, complaints: 1 })
    await evaluate()
    expect(await brakeMails(ledger)).toEqual([
      {
        kind: 'warning',
        reason: 'complaints',
        onBehalfOf: accountId,
        to: 'owner@example.com',
        subject: 'Your mail is being reported as spam',
        text: expect.stringContaining('1 of 1,000 live mails of 24 hours (0.1%) were reported as spam.\n\nAbove 0.3%'),
      },
    ])
  })

  test('is warned of bounces and of complaints, and again a month later', async () => {
    await insert({ mails: 1_000, complaints: 1, bounces: 34 })
    await evaluate()
    await noticesSent(2)
    expect((await news()).sort()).toEqual(['warning bounces', 'warning complaints'])
    ledger.clock.advance(29 * DAY_MS)
    await insert({ mails: 1_000, complaints: 1 })
    await evaluate()
    ledger.clock.advance(2 * DAY_MS)
    await insert({ mails: 1_000, complaints: 1 })
    await evaluate()
    await noticesSent(3)
    expect((await news()).slice(2)).toEqual(['warning complaints'])
  })

  test('is told of a pause, with the figures and what to do', async () => {
    await insert({ mails: 1_000, complaints: 4 })
    await evaluate()
    await noticesSent(1)
    const [mail] = await brakeMails(ledger)
    expect(mail).toMatchObject({ kind: 'pause', subject: expect.stringContaining('paused'), to: 'owner@example.com' })
    expect(mail!.text).toContain('4 of 1,000 live mails of 24 hours (0.4%) were reported as spam.')
    expect(mail!.text).toContain('The limit is 0.3%')
    expect(mail!.text).toContain('ask the operator')
  })
})

test('many evaluations in many processes make one pause, one mail and one audit entry', async () => {
  const second = await openTestLedger({ ...LIMITS, MONGODB_URI: ledger.config.mongodbUri })
  try {
    await insert({ mails: 600, complaints: 100, bounces: 100 })
    await Promise.all(
      [ledger, second].flatMap(({ services }) =>
        Array.from({ length: 20 }, () => services.sendingBrakes.evaluate(accountId)),
      ),
    )
    await eventually('the audit entry', async () => (await pauseEntries()).length > 0)
    await noticesSent(1)
    ledger.clock.advance(10_000)
    await Promise.all([ledger, second].map(({ services }) => services.brakeNotices.notifyPending()))
    expect(await news()).toEqual(['pause complaints'])
    expect(await pauseEntries()).toMatchObject([
      { account_id: accountId, actor: { type: 'service', id: null }, target: accountId },
    ])
    expect((await ledger.models.accounts.findById(accountId).lean())!.sending_news).toEqual([])
  } finally {
    await second.close()
  }
})

test('what a process that died did not tell is told by the sweep, once', async () => {
  await insert({ mails: 600, complaints: 100 })
  const silent = new SendingBrakes({ ...ledger, brakeNotices: { notifySoon: () => undefined } })
  await silent.evaluate(accountId)
  expect(await paused()).not.toBeNull()
  await ledger.services.brakeNotices.notifyPending()
  expect(await news()).toEqual([])
  // Even if the account is resumed in the meantime.
  await ledger.services.accounts.resume(accountId)
  ledger.clock.advance(10_000)
  await Promise.all(Array.from({ length: 5 }, () => ledger.services.brakeNotices.notifyPending()))
  expect(await news()).toEqual(['pause complaints'])
  expect(await pauseEntries()).toHaveLength(1)
})

test('an audit entry that could not be written is written by the sweep, once', async () => {
  await insert({ mails: 600, complaints: 100 })
  const silent = new SendingBrakes({ ...ledger, brakeNotices: { notifySoon: () => undefined } })
  await silent.evaluate(accountId)
  ledger.clock.advance(10_000)
  const { collection } = ledger.models.auditEntries
  const { insertMany } = collection
  collection.insertMany = () => Promise.reject(new Error('the ledger is away'))
  await ledger.services.brakeNotices.notifyPending().catch(() => undefined)
  collection.insertMany = insertMany
  for (let round = 0; round < 2; round += 1) await ledger.services.brakeNotices.notifyPending()
  expect(await pauseEntries()).toHaveLength(1)
  expect(await news()).toEqual(['pause complaints'])
})

describe('a resumed account', () => {
  test('is counted anew, and warned and paused again', async () => {
    await insert({ mails: 1_000, complaints: 1 })
    await evaluate()
    await noticesSent(1)
    await insert({ mails: 1_000, complaints: 100 })
    await evaluate()
    await noticesSent(2)
    ledger.clock.advance(1_000)
    await ledger.services.accounts.resume(accountId)
    expect(await paused()).toBeNull()
    ledger.clock.advance(1_000)
    await evaluate()
    expect(await paused()).toBeNull()

    const at = ledger.clock.now()
    await insert({ mails: 499, complaints: 1, at })
    await evaluate()
    expect(await news()).toHaveLength(2)
    await insert({ mails: 1, at })
    await evaluate()
    await noticesSent(3)
    await insert({ mails: 1, complaints: 1, at })
    await evaluate()
    expect(await paused()).toMatchObject({ affected: 2, mails: 501 })
    await noticesSent(4)
    expect(await news()).toEqual(['warning', 'pause', 'warning', 'pause'].map((kind) => `${kind} complaints`))
    await eventually('both audit entries', async () => (await pauseEntries()).length === 2)
  })

  test('is not paused by an evaluation that counted before the resumption', async () => {
    await insert({ mails: 1_000, complaints: 100 })
    const { models } = ledger
    const collection = Object.create(models.accounts.collection)
    // The account is resumed between the counts and the update.
    collection.updateOne = async (...args: Parameters<typeof models.accounts.collection.updateOne>) => {
      await ledger.services.accounts.resume(accountId)
      return models.accounts.collection.updateOne(...args)
    }
    const accounts = Object.create(models.accounts, { collection: { value: collection } })
    const late = new SendingBrakes({
      ...ledger,
      models: { ...models, accounts },
      brakeNotices: { notifySoon: () => undefined },
    })
    await late.evaluate(accountId)
    expect(await paused()).toBeNull()
  })
})

test('every count reads only index keys, and no more than it has to', async () => {
  await insert({ mails: 1_300, complaints: 1 })
  const { connection } = ledger.models
  await connection.db!.command({ profile: 2 })
  await evaluate()
  await ledger.services.sendingBrakes.evaluateAll()
  await new FeedbackRates(ledger).measure()
  await connection.db!.command({ profile: 0 })
  const reads = await connection.db!.collection('system.profile').find({ 'command.aggregate': 'messages' }).toArray()
  expect(reads.length).toBeGreaterThanOrEqual(8)
  for (const { docsExamined, command } of reads) expect(docsExamined, JSON.stringify(command.pipeline)).toBe(0)
  // One complaint among 1,001 mails is less than a third of the limit.
  const limited = reads.filter(({ command }) => command.pipeline.some((stage: object) => '$limit' in stage))
  expect(limited.length).toBeGreaterThanOrEqual(2)
  for (const { keysExamined } of limited) expect(keysExamined).toBeLessThanOrEqual(1_002)
})
