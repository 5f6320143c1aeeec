import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shiftedClock } from '../support/clocks.js'
import { expectError } from '../support/expect-error.js'
import { anotherAccount, anotherProcess } from '../support/more-processes.js'
import { recordingTransport } from '../support/recording-transport.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'

const PRICE = 400

let app: TestApp
let clock: ReturnType<typeof shiftedClock>
let refuses = false
const transport = recordingTransport(({ rfcMessageId }) =>
  refuses ? { outcome: 'refused', error: '550 no' } : { outcome: 'accepted', providerMessageId: rfcMessageId },
)
beforeEach(async () => {
  refuses = false
  clock = shiftedClock()
  app = await startApp({}, { clock, transport })
})
afterEach(() => app.close())

/** A live send to this many recipients, all of them the account's own address. */
const mail = (recipients = 1, overrides = {}) =>
  aSend({
    destination: { email: app.ownerEmail, cc: Array.from({ length: recipients - 1 }, () => app.ownerEmail) },
    ...overrides,
  })
const send = (body = mail(), { key, through = app }: { key?: string; through?: TestApp } = {}) =>
  through.call('POST', '/v1/send', { body, key: key ?? app.adminKey })
const cap = (limits: object) => app.call('PUT', '/v1/spend-caps', { body: limits })
const usage = async () => (await app.call('GET', '/v1/usage')).body
const idOf = async (key: string) =>
  (await app.call('GET', '/v1/keys')).body.keys.find((own: { key_prefix: string }) => key.startsWith(own.key_prefix)).id
const accepted = (results: { status: number }[]) => results.filter(({ status }) => status === 201).length
const settled = () =>
  eventually(
    'no hold is open',
    async () => (await app.app.models.usage.countDocuments({ 'holds.0': { $exists: true } })) === 0,
  )

describe('a hard cap', () => {
  it('accepts exactly as many of 200 concurrent sends through two processes as it allows', async () => {
    const other = await anotherProcess(app, {}, { clock, transport })
    try {
      await cap({ hard_limit_micros: 50 * PRICE })
      const results = await Promise.all(
        Array.from({ length: 200 }, (_none, index) => send(mail(), { through: index % 2 ? app : other })),
      )
      expect(accepted(results)).toBe(50)
      // On a slow machine some have to ask again, as those that fit are still being written.
      const refused = results.filter(({ status }) => status !== 201 && status !== 503)
      for (const result of refused) expectError(result, 402, 'spend_cap_exceeded')
      await settled()
      expectError(await send(), 402, 'spend_cap_exceeded')
      expect(await usage()).toMatchObject({ total_send_count: 50, total_cost_micros: 50 * PRICE })
    } finally {
      await other.close()
    }
  })

  it('of a key stops only that key', async () => {
    const key = await app.key('send')
    const own = { key_id: await idOf(key), hard_limit_micros: 2 * PRICE }
    expect((await cap(own)).body).toMatchObject({ used_micros: 0 })
    const results = await Promise.all(Array.from({ length: 10 }, () => send(mail(), { key })))
    expect(accepted(results)).toBe(2)
    expect((await send()).status).toBe(201)
  })

  it('refuses sends that would exceed it and accepts those that reach it exactly', async () => {
    await cap({ hard_limit_micros: 3 * PRICE })
    expect((await send(mail(2))).status).toBe(201)
    expectError(await send(mail(2)), 402, 'spend_cap_exceeded')
    expect((await send(mail(1))).status).toBe(201)
    expectError(await send(mail(1)), 402, 'spend_cap_exceeded')
  })

  it('is used up in the order of a batch, each item completely or not at all', async () => {
    await cap({ hard_limit_micros: 4 * PRICE })
    const items = [mail(1), mail(2), mail(3), mail(1), mail(1)]
    const { status, body } = await app.call('POST', '/v1/send/batch', { body: items })
    expect(status).toBe(200)
    expect(body.map((item: { success: boolean }) => item.success)).toEqual([true, true, false, true, false])
    expect(body[2].error).toMatchObject({ code: 'spend_cap_exceeded', status: 402 })
  })

  it('is used up by the first items of a batch of 1,000', async () => {
    await cap({ hard_limit_micros: 300 * PRICE })
    const items = Array.from({ length: 1_000 }, () => mail())
    const { body } = await app.call('POST', '/v1/send/batch', { body: items })
    expect(body.map((item: { success: boolean }) => item.success)).toEqual(items.map((_item, index) => index < 300))
  })

  it('gives the same result to all requests with one idempotency key, even at its last unit', async () => {
    const other = await anotherProcess(app, {}, { clock, transport })
    try {
      await cap({ hard_limit_micros: PRICE })
      const body = mail()
      const results = await Promise.all(
        Array.from({ length: 40 }, (_none, index) => send(body, { through: index % 2 ? app : other })),
      )
      expect(results.map(({ status }) => status)).toEqual(results.map(() => 201))
      expect(new Set(results.map((result) => result.body.id)).size).toBe(1)
      expect(await usage()).toMatchObject({ total_send_count: 1 })
    } finally {
      await other.close()
    }
  })

  it('is not used up by requests that are repeated, and does not refuse them', async () => {
    await cap({ hard_limit_micros: 2 * PRICE })
    const body = mail()
    const first = await send(body)
    for (const used of [1, 2]) {
      const again = await Promise.all([send(body), send(body), send(body)])
      expect(again).toMatchObject(again.map(() => ({ status: 201, body: first.body })))
      await settled()
      expect(await usage()).toMatchObject({ total_send_count: used, total_cost_micros: used * PRICE })
      if (used === 1) expect((await send()).status).toBe(201)
    }
    expectError(await send(), 402, 'spend_cap_exceeded')
  })

  it('does not use up the idempotency key of a refused request', async () => {
    const [id] = [await cap({ hard_limit_micros: 0 })].map(({ body }) => body.id)
    const body = mail()
    expectError(await send(body), 402, 'spend_cap_exceeded')
    expect((await app.call('DELETE', `/v1/spend-caps/${id}`)).status).toBe(204)
    expect((await send(body)).status).toBe(201)
  })

  it('that is changed or removed applies to the next send', async () => {
    await send()
    await cap({ hard_limit_micros: PRICE })
    expectError(await send(), 402, 'spend_cap_exceeded')
    await cap({ hard_limit_micros: 2 * PRICE })
    expect((await send()).status).toBe(201)
    await settled()
    const { body } = await app.call('GET', '/v1/spend-caps')
    expect(body.spend_caps).toEqual([expect.objectContaining({ key_id: null, used_micros: 2 * PRICE })])
    await cap({ hard_limit_micros: null })
    expect((await send()).status).toBe(201)
  })

  it('does not affect test keys or other accounts', async () => {
    await cap({ hard_limit_micros: 0 })
    expect((await send(aSend(), { key: await app.key('send', true) })).status).toBe(201)
    const other = await anotherAccount(app)
    const body = aSend({ destination: { email: 'somebody@elsewhere.test' } })
    expect((await send(body, { key: other.key })).status).toBe(201)
  })
})

describe('usage', () => {
  it('counts the recipients of live mail, each message once, and no simulated mail', async () => {
    const body = mail(3)
    await send(body)
    await send(body)
    await send(aSend(), { key: await app.key('send', true) })
    expect(await usage()).toEqual({
      period: clock.now().toISOString().slice(0, 7),
      total_send_count: 3,
      total_cost_micros: 3 * PRICE,
      channels: [{ channel: 'email', send_count: 3, cost_micros: 3 * PRICE }],
    })
    expect((await app.call('GET', '/v1/usage?period=2020-01')).body).toMatchObject({
      period: '2020-01',
      total_send_count: 0,
    })
  })

  it('subtracts mail that no provider accepted, once', async () => {
    refuses = true
    const { body } = await send(mail(2))
    await eventually('failed', async () => (await app.call('GET', `/v1/messages/${body.id}`)).body.status === 'failed')
    await eventually('its charge is given back', async () => (await usage()).total_send_count === 0)
    await app.app.spendAccounting.releaseCharges([body.id])
    expect(await usage()).toMatchObject({ total_send_count: 0, total_cost_micros: 0 })
  })
})

describe('scheduled mail', () => {
  const later = () => ({ scheduled_at: new Date(clock.now().getTime() + 120_000).toISOString() })
  const statusOf = async (id: string) => (await app.call('GET', `/v1/messages/${id}`)).body

  it('is charged when it is dispatched, and is not sent if the cap is reached', async () => {
    await cap({ hard_limit_micros: 3 * PRICE })
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) ids.push((await send(mail(1, later()))).body.id)
    expect(await usage()).toMatchObject({ total_send_count: 0 })
    clock.aheadMs += 125_000
    const messages = await eventually('all are through', async () => {
      const found = await Promise.all(ids.map(statusOf))
      return found.every(({ status }) => ['sent', 'failed'].includes(status)) ? found : null
    })
    const failed = messages.filter(({ status }) => status === 'failed')
    expect(failed).toHaveLength(2)
    for (const { events } of failed) {
      expect(events).toHaveLength(1)
      expect(events[0]).toMatchObject({ type: 'failed', source: 'worker', payload: { error: 'spend_cap_exceeded' } })
    }
    expect(await usage()).toMatchObject({ total_send_count: 3, total_cost_micros: 3 * PRICE })
    await settled()
  })

  it('waits while a process that may have died holds the rest of the cap', async () => {
    await cap({ hard_limit_micros: PRICE })
    const { id } = (await send(mail(1, later()))).body
    clock.aheadMs += 115_000
    const held = { message_id: 'msg_never', key_id: await idOf(app.adminKey), micros: PRICE, count: 1 }
    await app.app.spendAccounting.grant(app.accountId, [held])
    expectError(await send(), 503, 'overloaded')
    clock.aheadMs += 10_000
    const { messages } = app.app.models
    const row = () => messages.findById(id).lean()
    await eventually('it was tried', async () => (await row())?.last_error?.includes('holds what is left'))
    expect((await statusOf(id)).events).toEqual([])
    // As long as a claim lasts, after which the hold of a dead process is given back, too.
    clock.aheadMs += 91_000
    await app.app.spendAccounting.settleStale()
    await eventually('it is sent', async () => (await statusOf(id)).status === 'sent')
    expect(await usage()).toMatchObject({ total_send_count: 1 })
  })

  it('costs nothing if it is canceled', async () => {
    const { body } = await send(mail(1, later()))
    await app.call('POST', `/v1/messages/${body.id}/cancel`)
    expect(await usage()).toMatchObject({ total_send_count: 0 })
  })

  it('is charged at once if it is due within a minute', async () => {
    await cap({ hard_limit_micros: 0 })
    const soon = { scheduled_at: new Date(clock.now().getTime() + 30_000).toISOString() }
    expectError(await send(mail(1, soon)), 402, 'spend_cap_exceeded')
  })
})

describe('a soft cap', () => {
  const alerts = () => transport.handed.filter(({ subject }) => /^Spending in/.test(subject))

  it('stops nothing, and alerts the owner by mail once a month, even with concurrent sends', async () => {
    const before = alerts().length
    await cap({ soft_limit_micros: 3 * PRICE })
    expect(accepted(await Promise.all([send(), send()]))).toBe(2)
    expect(accepted(await Promise.all(Array.from({ length: 40 }, () => send())))).toBe(40)
    await eventually('the mail', () => alerts().length > before)
    await send()
    await eventually(
      'nothing is untold',
      async () => (await app.app.models.usage.countDocuments({ alert_due_at: { $exists: true } })) === 0,
    )
    const [alert, ...more] = alerts().slice(before)
    expect(more).toEqual([])
    expect(alert).toMatchObject({ to: [{ email: app.ownerEmail }], headers: { 'Auto-Submitted': 'auto-generated' } })
    expect(alert!.text).toContain('soft limit of $0.0012.')
    expect(await usage()).toMatchObject({ total_send_count: 43 })
  })

  it('is reported by the sweep if the process died before the alert', async () => {
    const before = alerts().length
    await cap({ soft_limit_micros: PRICE })
    await send()
    await eventually('the mail', () => alerts().length > before)
    const row = await app.app.models.usage.findOne().lean()
    // The state after a process dies between the grant and the alert.
    await app.app.models.messages.deleteMany({ idempotency_key: /^spend-alert:/ })
    await app.app.models.usage.updateOne({ _id: row!._id }, { alert_due_at: new Date(0) })
    await eventually('the mail again', () => alerts().length === before + 2)
  })

  it('alerts at once if spending has already reached it, even if nothing more can be spent', async () => {
    const before = alerts().length
    await cap({ hard_limit_micros: 2 * PRICE })
    await Promise.all([send(), send()])
    await cap({ soft_limit_micros: PRICE })
    await eventually('the mail', () => alerts().length === before + 1)
    await cap({ hard_limit_micros: 3 * PRICE })
    await send()
    expect(alerts()).toHaveLength(before + 1)
  })

  it('alerts again after the limit changes', async () => {
    const before = alerts().length
    await cap({ soft_limit_micros: PRICE })
    await send()
    await eventually('the first mail', () => alerts().length === before + 1)
    await cap({ soft_limit_micros: 2 * PRICE })
    await send()
    await eventually('the second mail', () => alerts().length === before + 2)
  })
})

describe('spend caps', () => {
  it('are one for the account and one for each key, and keep an omitted limit', async () => {
    const key = await app.key('send')
    const first = await cap({ hard_limit_micros: 10_000_000 })
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      id: expect.stringMatching(/^cap_/),
      account_id: app.accountId,
      key_id: null,
      soft_limit_micros: null,
      hard_limit_micros: 10_000_000,
      used_micros: 0,
    })
    expect((await cap({ soft_limit_micros: 5 })).body).toEqual({ ...first.body, soft_limit_micros: 5 })
    const ofKey = await cap({ key_id: await idOf(key), hard_limit_micros: 1 })
    const { body } = await app.call('GET', '/v1/spend-caps')
    expect(body).toEqual({ spend_caps: [ofKey.body, { ...first.body, soft_limit_micros: 5 }], next_cursor: null })
  })

  it('that are set concurrently become one', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => cap({ hard_limit_micros: 7 })))
    expect(new Set(results.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  })

  it.each([
    [{ hard_limit_micros: -1 }, 'hard_limit_micros'],
    [{ soft_limit_micros: -400 }, 'soft_limit_micros'],
    [{ hard_limit_micros: 1.5 }, 'hard_limit_micros'],
    [{ hard_limit_micros: '5' }, 'hard_limit_micros'],
    [{ hard_limit_micros: 2 ** 60 }, 'hard_limit_micros'],
    [{}, 'hard_limit_micros'],
    [{ hard_limit_micros: 1, key_id: 5 }, 'key_id'],
  ])('with %j are refused, and the error names the field', async (body, field) => {
    const result = await cap(body)
    expectError(result, 400, 'invalid_request')
    expect(result.body.error.details.map(({ path }: { path: string }) => path)).toContain(field)
  })

  it("cannot be set for another account's key, or removed by another account", async () => {
    const other = await anotherAccount(app)
    const keyOfOther = (await app.call('GET', '/v1/keys', { key: other.key })).body.keys[0].id
    expectError(await cap({ key_id: keyOfOther, hard_limit_micros: 1 }), 404, 'not_found')
    const { body } = await cap({ hard_limit_micros: 1 })
    expectError(await app.call('DELETE', `/v1/spend-caps/${body.id}`, { key: other.key }), 404, 'not_found')
  })

  it.each(['2026-13', '2026-1', 'now', '2026-11-01'])('the period %s is refused', async (period) => {
    expectError(await app.call('GET', `/v1/usage?period=${period}`), 400, 'invalid_request')
  })
})
