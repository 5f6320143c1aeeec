import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordEvents } from '../../../src/services/tracking/events/record-events.js'
import { workerEventDoc } from '../../../src/services/tracking/events/worker-events.js'
import { shiftedClock } from '../../support/clocks.js'
import { anotherProcess } from '../../support/more-processes.js'
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js'
import { aSend, eventually, startApp, type TestApp } from '../../support/start-app.js'
import { verifiedDomain } from '../../support/verified-domain.js'

/*
 * A mail server with one connection, which holds the first mail until the test lets it go. The messages behind it are
 * claimed and checked, and wait for their hand-over.
 */

/** Longer than a message may wait without being checked again. */
const LONG_MS = 1_200

let sink: SmtpSink
let app: TestApp
let release: () => void
/** What the second mail waits for at the mail server. */
let second: Promise<undefined> | undefined
let clock: ReturnType<typeof shiftedClock>

beforeEach(async () => {
  clock = shiftedClock()
  const held = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined)
  })
  second = undefined
  let mails = 0
  sink = await startSmtpSink({
    onData: () => {
      mails += 1
      return [held, second][mails - 1]
    },
  })
  app = await startApp({ MAIL_PROVIDER: 'smtp', SMTP_URL: `${sink.url}?maxConnections=1` }, { clock })
  await verifiedDomain(app, 'acme.com')
})
afterEach(async () => {
  release()
  await app.close()
  await sink.close()
})

async function send(email: string, more: object = {}): Promise<string> {
  const body = aSend({ destination: { email }, metadata: { from_email: 'me@acme.com' }, ...more })
  return (await app.call('POST', '/v1/send', { body })).body.id
}

const row = async (id: string) => (await app.app.models.messages.findOne({ _id: id }).lean())!

const isClaimed = async (id: string) => (await row(id)).lease !== undefined

/** Three messages: the first is held by the mail server, and the others wait for it. */
async function threeWaiting(): Promise<string[]> {
  const first = await send('first@example.com')
  await eventually('the first is claimed', () => isClaimed(first))
  const ids = [first, await send('second@example.com'), await send('third@example.com')]
  for (const id of ids) await eventually('all are claimed', () => isClaimed(id))
  return ids
}

const statuses = (ids: string[]) => Promise.all(ids.map(async (id) => (await row(id)).status))
const receivers = () => sink.mails.map(({ envelope }) => envelope.to[0]).sort()

test('a recipient who was suppressed while a message waited gets no mail', async () => {
  const ids = await threeWaiting()
  await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient: 'second@example.com' } })
  await delay(LONG_MS)
  release()
  await eventually('the third is sent', async () => (await statuses(ids))[2] === 'sent')
  expect(await statuses(ids)).toEqual(['sent', 'suppressed', 'sent'])
  expect(receivers()).toEqual(['first@example.com', 'third@example.com'])
})

test('messages of an account that is suspended while they wait are sent when it is resumed', async () => {
  const ids = await threeWaiting()
  await app.app.services.accounts.suspend(app.accountId)
  await delay(LONG_MS)
  release()
  await eventually('the others are paused', async () => {
    const [, ...others] = await Promise.all(ids.map(row))
    return others.every(({ held }) => held === app.accountId)
  })
  expect(receivers()).toEqual(['first@example.com'])

  await app.app.services.accounts.resume(app.accountId)
  await eventually('all are sent', async () => (await statuses(ids)).every((status) => status === 'sent'))
  expect(receivers()).toEqual(['first@example.com', 'second@example.com', 'third@example.com'])
})

test('large mails of an account that is suspended while they wait are not sent', async () => {
  const large = { payload: { subject: 'Large', body_text: 'Long. '.repeat(20_000) } }
  const first = await send('first@example.com', large)
  await eventually('the first is claimed', () => isClaimed(first))
  const second = await send('second@example.com', large)
  await eventually('the second is claimed', () => isClaimed(second))
  await app.app.services.accounts.suspend(app.accountId)
  release()
  await eventually('the second is paused', async () => (await row(second)).held === app.accountId)
  expect(receivers()).toEqual(['first@example.com'])
})

test('a message that waited for most of its claim keeps it, longer', async () => {
  const ids = await threeWaiting()
  const { lease } = await row(ids[1]!)
  let releaseSecond = () => {}
  second = new Promise((resolve) => {
    releaseSecond = () => resolve(undefined)
  })
  const lastsMs = lease!.until.getTime() - clock.now().getTime()
  clock.aheadMs += lastsMs / 2
  release()
  await eventually('it is handed over', async () => (await row(ids[1]!)).lease!.until > lease!.until)
  expect((await row(ids[1]!)).lease!.token).toBe(lease!.token)
  releaseSecond()
  await eventually('all are sent', async () => (await statuses(ids)).every((status) => status === 'sent'))
  expect(receivers()).toEqual(['first@example.com', 'second@example.com', 'third@example.com'])
  const rows = await Promise.all(ids.map(row))
  expect(rows.map(({ crashes }) => crashes)).toEqual([0, 0, 0])
})

test('scheduled mail that waits is charged once, at its dispatch', async () => {
  const cost = async () => (await app.call('GET', '/v1/usage')).body.total_cost_micros
  const first = await send('first@example.com')
  await eventually('the first is claimed', () => isClaimed(first))
  const price = await cost()
  await app.call('PUT', '/v1/spend-caps', { body: { hard_limit_micros: 2 * price } })
  const id = await send('second@example.com', { scheduled_at: new Date(Date.now() + 61_000).toISOString() })
  clock.aheadMs += 61_000
  await eventually('the second is charged', async () => Boolean((await row(id)).charge))
  const isOpen = { 'holds.0': { $exists: true } }
  await eventually('no hold is open', async () => (await app.app.models.usage.countDocuments(isOpen)) === 0)
  await delay(LONG_MS)
  release()
  await eventually('it has an outcome', async () => (await row(id)).status !== 'queued')
  expect((await row(id)).status).toBe('sent')
  expect(await cost()).toBe(2 * price)
})

test('an outcome that an earlier owner records while a message waits is the outcome', async () => {
  const { models, conveyor, newId } = app.app
  const first = await send('first@example.com')
  await eventually('the first is claimed', () => isClaimed(first))
  const id = await send('second@example.com', { scheduled_at: new Date(Date.now() + 61_000).toISOString() })
  // As an owner has left it that hangs.
  await models.messages.updateOne({ _id: id }, { $set: { crashes: 1 } })
  clock.aheadMs += 61_000
  await eventually('the second is claimed', () => isClaimed(id))
  const payload = { provider_message_id: 'handed-over-before' }
  const event = { type: 'sent', payload, occurredAt: clock.now() } as const
  await recordEvents(models, conveyor, [workerEventDoc(newId, await row(id), event)])
  await delay(LONG_MS)
  release()
  await eventually('it is sent', async () => (await row(id)).status === 'sent')
  expect(await row(id)).toMatchObject(payload)
  expect(receivers()).toEqual(['first@example.com'])
})

test('a worker that stops gives back what waits, and another one sends it at once', async () => {
  const ids = await threeWaiting()
  const closed = app.app.close()
  release()
  await closed
  expect(receivers()).toEqual(['first@example.com'])

  const next = await anotherProcess(app, { MAIL_PROVIDER: 'smtp', SMTP_URL: sink.url })
  try {
    const rows = () => next.app.models.messages.find({ _id: { $in: ids } }).lean()
    expect((await rows()).map(({ crashes }) => crashes)).not.toContain(2)
    await eventually('all are sent', async () => (await rows()).every(({ status }) => status === 'sent'))
    expect(receivers()).toEqual(['first@example.com', 'second@example.com', 'third@example.com'])
  } finally {
    await next.close()
  }
})
