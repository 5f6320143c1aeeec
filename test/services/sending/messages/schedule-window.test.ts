import { afterAll, beforeAll, expect, test } from 'vitest'
import { standingClock } from '../../../support/clocks.js'
import { expectError } from '../../../support/expect-error.js'
import { aSend, startApp, type TestApp } from '../../../support/start-app.js'

const NOW = new Date('2026-06-15T12:00:00.000Z')
const MINUTE = 60_000
const DAY = 86_400_000

const clock = standingClock(NOW)
let app: TestApp
let key: string
beforeAll(async () => {
  // Without workers, accepted messages do not change.
  app = await startApp({ ROLES: 'api' }, { clock })
  key = await app.testKey()
})
afterAll(() => app.close())

const sendAt = (leadMs: number) => {
  const scheduled_at = new Date(NOW.getTime() + leadMs).toISOString()
  return app.call('POST', '/v1/send', { key, body: aSend({ scheduled_at }) })
}

test.each([
  ['a minute ago', -MINUTE, 'queued'],
  ['a moment ago', -1, 'queued'],
  ['now', 0, 'queued'],
  ['in a moment', 1, 'queued'],
  ['in a minute', MINUTE, 'queued'],
  ['in a minute and 1 ms', MINUTE + 1, 'scheduled'],
  ['tomorrow', DAY, 'scheduled'],
  ['in 90 days less 1 ms', 90 * DAY - 1, 'scheduled'],
  ['in 90 days', 90 * DAY, 'scheduled'],
])('%s is accepted (%d ms) as %s', async (_name, leadMs, status) => {
  const { status: code, body } = await sendAt(leadMs)
  expect(code, JSON.stringify(body)).toBe(201)
  expect(body.status).toBe(status)
  const message = await app.call('GET', `/v1/messages/${body.id}`, { key })
  expect(message.body).toMatchObject({ status, events: [], provider_message_id: null })
  expect(body.created_at).toBe(NOW.toISOString())
})

test.each([
  ['a minute and 1 ms ago', -MINUTE - 1],
  ['a year ago', -365 * DAY],
  ['in 90 days and 1 ms', 90 * DAY + 1],
  ['in a century', 36_500 * DAY],
])('%s is an invalid schedule (%d ms)', async (_name, leadMs) => {
  expectError(await sendAt(leadMs), 422, 'invalid_schedule')
})

test.each([
  ['with another offset', '2026-06-15T18:00:00+05:30'],
  ['with a negative offset', '2026-06-15T08:30:00-04:00'],
  ['with lower-case letters', '2026-06-15t12:30:00z'],
  ['with microseconds', '2026-06-15T12:30:00.000000Z'],
])('the same time %s is accepted', async (_name, scheduled_at) => {
  const { body } = await app.call('POST', '/v1/send', { key, body: aSend({ scheduled_at }) })
  expect(body.status).toBe('scheduled')
  const row = await app.app.models.messages.findById(body.id).lean()
  expect(row!.scheduled_at!.toISOString()).toBe('2026-06-15T12:30:00.000Z')
})

test('a scheduled message can be canceled once; a queued one cannot', async () => {
  const scheduled = (await sendAt(DAY)).body
  const cancel = (id: string) => app.call('POST', `/v1/messages/${id}/cancel`, { key })
  const canceled = await cancel(scheduled.id)
  expect(canceled.status).toBe(200)
  expect(canceled.body).toEqual({ id: scheduled.id, status: 'canceled' })
  expectError(await cancel(scheduled.id), 404, 'not_found')
  const message = await app.call('GET', `/v1/messages/${scheduled.id}`, { key })
  expect(message.body).toMatchObject({ status: 'canceled', events: [] })
  expectError(await cancel((await sendAt(0)).body.id), 404, 'not_found')
})
