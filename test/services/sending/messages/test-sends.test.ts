import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { TimeoutError } from '../../../../src/lib/concurrency/time-limit.js'
import { operatorOf } from '../../../../src/services/caller.js'
import { expectError, expectErrorObject } from '../../../support/expect-error.js'
import { tokenTo } from '../../../support/link-mails.js'
import { type SmtpApp, startSmtpApp } from '../../../support/smtp-app.js'
import { aSend, startApp } from '../../../support/start-app.js'

const OWN = 'owner@account.test'
const MINUTE_MS = 60_000
let app: SmtpApp
let accountId: string
let key: string
let recipients = 0

beforeAll(async () => {
  app = await startSmtpApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  // Noon, so that no test runs into midnight.
  const now = Date.now()
  app.clock.aheadMs = new Date(now).setUTCHours(12, 0, 0, 0) - now
  const account = await app.app.services.accounts.create(OWN)
  key = account.key
  accountId = account.account_id
})
afterEach(() => {
  app.clock.aheadMs = 0
})

const aTestSend = (email = OWN, overrides = {}) => aSend({ destination: { email }, test_send: true, ...overrides })
const send = (body: unknown, withKey = key) => app.call('POST', '/v1/send', { key: withKey, body })
const keyOf = async (testMode: boolean) =>
  (await app.app.services.apiKeys.create(operatorOf(accountId), { scope: 'admin', test_mode: testMode })).key
const statuses = (results: { status: number }[]) => results.map(({ status }) => status).sort()

async function aVerified() {
  const email = `tester${++recipients}@example.com`
  await app.call('POST', '/v1/test-recipients', { key, body: { email } })
  const token = await tokenTo(app.sink, email)
  await app.call('POST', '/v1/test-recipients/verify', { key: null, body: { token } })
  return email
}

async function tenTo(email: string) {
  for (let count = 0; count < 10; count += 1) expect((await send(aTestSend(email))).status).toBe(201)
}

describe('a test send', () => {
  test('is real mail to a verified test recipient, in any spelling, and free', async () => {
    const email = await aVerified()
    const sent = await send(aTestSend(email.toUpperCase(), { payload: { subject: 'Tried', body_text: 'It works.' } }))
    expect(sent.status).toBe(201)
    expect(sent.body.status).toBe('queued')
    await expect
      .poll(() => app.sink.mails.find(({ parsed }) => parsed.subject === 'Tried')?.envelope.to)
      .toHaveLength(1)
    const row = await app.app.models.messages.findById(sent.body.id).lean()
    expect(row).toMatchObject({ test_send: true, test_mode: false })
    const usage = await app.call('GET', '/v1/usage', { key })
    expect(usage.body).toMatchObject({ total_send_count: 0, total_cost_micros: 0 })
  })

  test("reaches the account's own address", async () => {
    expect((await send(aTestSend())).status).toBe(201)
  })

  test('reaches nobody else: no strangers, pending test recipients or those of other accounts', async () => {
    const email = await aVerified()
    const pending = 'pending@example.com'
    await app.call('POST', '/v1/test-recipients', { key, body: { email: pending } })
    for (const stranger of ['stranger@example.com', pending, `x${email}`]) {
      expectError(await send(aTestSend(stranger)), 403, 'recipient_not_verified')
    }
    const other = await app.app.services.accounts.create('other@account.test')
    expectError(await send(aTestSend(email), other.key), 403, 'recipient_not_verified')
  })

  test('does not reach a removed test recipient', async () => {
    const email = await aVerified()
    const [{ id }] = (await app.call('GET', '/v1/test-recipients', { key })).body.test_recipients
    await app.call('DELETE', `/v1/test-recipients/${id}`, { key })
    expectError(await send(aTestSend(email)), 403, 'recipient_not_verified')
  })

  test('has exactly one recipient', async () => {
    for (const destination of [
      { email: OWN, cc: [OWN] },
      { email: OWN, bcc: [OWN] },
    ]) {
      expectError(await send(aTestSend(OWN, { destination })), 422, 'invalid_destination')
    }
  })

  test('with a test key is simulated: it reaches nobody, needs no consent and does not count', async () => {
    const testKey = await keyOf(true)
    for (let count = 0; count < 11; count += 1) {
      expect((await send(aTestSend('bounced@example.com'), testKey)).status).toBe(201)
    }
    const { id } = (await send(aTestSend(), testKey)).body
    await expect.poll(async () => (await app.call('GET', `/v1/messages/${id}`, { key })).body.status).toBe('delivered')
    await tenTo(OWN)
    expect(app.sink.mails.some(({ envelope }) => envelope.to.includes('bounced@example.com'))).toBe(false)
  })

  test('needs a deployment that offers it', async () => {
    const without = await startApp({ TEST_SEND_ENABLED: 'false' })
    try {
      for (const options of [{}, { key: await without.key('send', true) }]) {
        const refused = await without.call('POST', '/v1/send', { body: aTestSend(without.ownerEmail), ...options })
        expectError(refused, 503, 'test_send_not_configured')
      }
      expect(
        (await without.call('POST', '/v1/send', { body: aSend({ destination: { email: without.ownerEmail } }) }))
          .status,
      ).toBe(201)
    } finally {
      await without.close()
    }
  })
})

describe('the limit of ten a day', () => {
  test('holds for 50 concurrent requests, and Retry-After gives the start of the next day', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => send(aTestSend())))
    expect(statuses(results)).toEqual([...Array(10).fill(201), ...Array(40).fill(429)])
    const refused = results.find(({ status }) => status === 429)!
    expectError(refused, 429, 'test_send_daily_limit')
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(12 * 3_600 - 120)
    expect(wait).toBeLessThanOrEqual(12 * 3_600)
    expect(await app.app.models.messages.countDocuments({ account_id: accountId })).toBe(10)
  })

  test('applies to the items of a batch in order', async () => {
    const items = Array.from({ length: 15 }, () => aTestSend())
    const { status, body } = await app.call('POST', '/v1/send/batch', { key, body: items })
    expect(status).toBe(200)
    expect(body.map(({ success }: { success: boolean }) => success)).toEqual([
      ...Array(10).fill(true),
      ...Array(5).fill(false),
    ])
    expectErrorObject(body[14].error, 429, 'test_send_daily_limit')
  })

  test('applies per address and account', async () => {
    await tenTo(OWN)
    expectError(await send(aTestSend(OWN.toUpperCase())), 429, 'test_send_daily_limit')
    expect((await send(aTestSend(await aVerified()))).status).toBe(201)
    const other = await app.app.services.accounts.create(OWN)
    expect((await send(aTestSend(), other.key)).status).toBe(201)
  })

  test('does not count other sends', async () => {
    await tenTo(OWN)
    expect((await send(aSend({ destination: { email: OWN } }))).status).toBe(201)
  })

  test('starts again at midnight UTC', async () => {
    await tenTo(OWN)
    app.clock.aheadMs += 12 * 60 * MINUTE_MS - MINUTE_MS
    expectError(await send(aTestSend()), 429, 'test_send_daily_limit')
    app.clock.aheadMs += 2 * MINUTE_MS
    expect((await send(aTestSend())).status).toBe(201)
  })

  test('counts each idempotency key once, and allows replays after the limit', async () => {
    const first = aTestSend()
    const repeated = await Promise.all(Array.from({ length: 20 }, () => send(first)))
    expect(new Set(repeated.map(({ body }) => body.id)).size).toBe(1)
    for (let count = 0; count < 9; count += 1) expect((await send(aTestSend())).status).toBe(201)
    expectError(await send(aTestSend()), 429, 'test_send_daily_limit')
    expect(await send(first)).toMatchObject({ status: 201, body: repeated[0]!.body })
  })

  test('does not count refused sends', async () => {
    await app.call('POST', '/v1/suppressions', { key, body: { channel: 'email', recipient: OWN } })
    const suppressed = await send(aTestSend())
    expectError(suppressed, 409, 'recipient_suppressed')
    await app.call('DELETE', `/v1/suppressions?channel=email&recipient=${OWN}`, { key })
    expectError(await send(aTestSend(OWN, { payload: {} })), 422, 'invalid_channel_payload')
    expectError(await send(aTestSend(OWN, { metadata: { from_email: 'a@b.test' } })), 422, 'no_verified_domain')
    await tenTo(OWN)
    expectError(await send(aTestSend()), 429, 'test_send_daily_limit')
  })

  test('does not count a send that was never written, even if no other test send follows', async () => {
    const day = `test_send|${accountId}|${OWN}|${app.clock.now().toISOString().slice(0, 10)}`
    const lost = [{ key: 'died', at: app.clock.now() }]
    const expires = new Date(app.clock.now().getTime() + 86_400_000)
    await app.app.models.dailyQuotas.create({ _id: day, uses: lost, expires_at: expires })
    for (let count = 0; count < 9; count += 1) expect((await send(aTestSend())).status).toBe(201)
    // It may still be in progress, for as long as its message can be written, whatever its clock says.
    for (const minutes of [0, 1.5, 2]) {
      app.clock.aheadMs += minutes * MINUTE_MS
      expectError(await send(aTestSend()), 429, 'test_send_daily_limit')
    }
    app.clock.aheadMs += MINUTE_MS
    const results = await Promise.all(Array.from({ length: 20 }, () => send(aTestSend())))
    expect(statuses(results)).toEqual([201, ...Array(19).fill(429)])
  })

  test('counts a send that died and its retry once', async () => {
    const day = `test_send|${accountId}|${OWN}|${app.clock.now().toISOString().slice(0, 10)}`
    const expires = new Date(app.clock.now().getTime() + 86_400_000)
    const lost = [{ key: 'retried', at: app.clock.now() }]
    await app.app.models.dailyQuotas.create({ _id: day, uses: lost, expires_at: expires })
    for (let count = 0; count < 9; count += 1) expect((await send(aTestSend())).status).toBe(201)
    expect((await send(aTestSend(OWN, { idempotency_key: 'retried' }))).status).toBe(201)
    expectError(await send(aTestSend()), 429, 'test_send_daily_limit')
  })

  test('counts a send that died and is retried at the moment when it would be taken back', async () => {
    const day = `test_send|${accountId}|${OWN}|${app.clock.now().toISOString().slice(0, 10)}`
    const expires = new Date(app.clock.now().getTime() + 86_400_000)
    const lost = [{ key: 'retried', at: new Date(app.clock.now().getTime() - 5 * MINUTE_MS) }]
    const { collection } = app.app.models.dailyQuotas
    await collection.insertOne({ _id: day, uses: lost, expires_at: expires })
    for (let count = 0; count < 9; count += 1) expect((await send(aTestSend())).status).toBe(201)
    const { updateOne } = collection
    const takingBack = vi.spyOn(collection, 'updateOne').mockImplementationOnce(async (...write) => {
      expect((await send(aTestSend(OWN, { idempotency_key: 'retried' }))).status).toBe(201)
      return updateOne.apply(collection, write)
    })
    const other = await send(aTestSend())
    expect(takingBack).toHaveBeenCalled()
    takingBack.mockRestore()
    expectError(other, 429, 'test_send_daily_limit')
  })

  test('if it cannot be looked up, an item of a batch is overloaded', async () => {
    const { dailyQuotas, messages } = app.app.models
    const items = [aTestSend()]
    const first = vi.spyOn(dailyQuotas.collection, 'findOne').mockRejectedValueOnce(new TimeoutError(5_000))
    const { body } = await app.call('POST', '/v1/send/batch', { key, body: items })
    first.mockRestore()
    expectErrorObject(body[0].error, 503, 'overloaded')
    expect(await messages.countDocuments({ account_id: accountId })).toBe(0)
  })
})

describe('the sandbox', () => {
  test('lets a live key send only to verified test recipients, in cc and bcc too', async () => {
    const [one, two] = [await aVerified(), await aVerified()]
    const all = { email: one.toUpperCase(), cc: [two, `Me <${OWN}>`], bcc: [`Two <${two}>`] }
    expect((await send(aSend({ destination: all }))).status).toBe(201)
    for (const destination of [
      { ...all, email: 'stranger@example.com' },
      { ...all, cc: ['stranger@example.com'] },
      { ...all, bcc: [two, 'stranger@example.com'] },
    ]) {
      const refused = await send(aSend({ destination }))
      expectError(refused, 403, 'recipient_not_verified')
      expect(refused.body.error.message).toContain('stranger@example.com')
    }
  })

  test('notices a verification and a removal at once', async () => {
    const email = await aVerified()
    expect((await send(aSend({ destination: { email } }))).status).toBe(201)
    const [{ id }] = (await app.call('GET', '/v1/test-recipients', { key })).body.test_recipients
    await app.call('DELETE', `/v1/test-recipients/${id}`, { key })
    expectError(await send(aSend({ destination: { email } })), 403, 'recipient_not_verified')
  })

  test('looks up the recipients of a batch together', async () => {
    const email = await aVerified()
    const db = app.app.models.connection.db!
    await db.command({ profile: 2, filter: { ns: `${db.databaseName}.test_recipients` } as never })
    const items = Array.from({ length: 200 }, () => aSend({ destination: { email } }))
    const { body } = await app.call('POST', '/v1/send/batch', { key, body: items })
    await db.command({ profile: 0 })
    expect(body.every(({ success }: { success: boolean }) => success)).toBe(true)
    const asked = await db.collection('system.profile').countDocuments({ op: 'query' })
    expect(asked).toBeGreaterThan(0)
    // Two or three on an idle machine; one per item would be 200.
    expect(asked).toBeLessThan(50)
  })
})
