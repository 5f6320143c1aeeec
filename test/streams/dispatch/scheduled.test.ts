import { afterAll, beforeAll, expect, test } from 'vitest'
import { shiftedClock } from '../../support/clocks.js'
import { recordingTransport } from '../../support/recording-transport.js'
import { aSend, eventually, startApp, type TestApp } from '../../support/start-app.js'

const clock = shiftedClock()
const transport = recordingTransport()
let app: TestApp
beforeAll(async () => {
  app = await startApp({}, { clock, transport })
})
afterAll(() => app.close())

const schedule = async (leadMs: number, overrides = {}) => {
  const scheduled_at = new Date(clock.now().getTime() + leadMs).toISOString()
  const body = aSend({ scheduled_at, destination: { email: app.ownerEmail }, ...overrides })
  const sent = await app.call('POST', '/v1/send', { body })
  expect(sent.body.status).toBe('scheduled')
  return { id: sent.body.id as string, at: new Date(scheduled_at) }
}
const get = async (id: string) => (await app.call('GET', `/v1/messages/${id}`)).body
const handed = (id: string) => transport.handed.filter(({ messageId }) => messageId === id)

test('scheduled mail leaves at most two seconds after its time, never before', {
  retry: 2,
  timeout: 30_000,
}, async () => {
  const planned = []
  for (let index = 0; index < 15; index += 1) planned.push(await schedule(62_500 + index * 130))
  expect(planned.every(({ id }) => handed(id).length === 0)).toBe(true)
  // A few seconds of real time remain.
  clock.aheadMs += 61_000
  for (const { id, at } of planned) {
    const message = await eventually('sent', async () => {
      const found = await get(id)
      return found.status === 'sent' ? found : null
    })
    const lateMs = Date.parse(message.events[0].occurred_at) - at.getTime()
    expect(lateMs).toBeGreaterThanOrEqual(0)
    expect(lateMs).toBeLessThanOrEqual(2_000)
    expect(handed(id)).toHaveLength(1)
  }
})

test('scheduled mail has its scheduled time as date', async () => {
  const { id, at } = await schedule(61_000)
  clock.aheadMs += 61_000
  await eventually('sent', async () => (await get(id)).status === 'sent')
  expect(handed(id)[0]!.date.toISOString()).toBe(at.toISOString())
})

test('scheduled and queued mail of a suspended account waits until it is resumed', async () => {
  const scheduled = await schedule(61_000)
  const queued = await schedule(90_000)
  await app.app.services.accounts.suspend(app.accountId)
  clock.aheadMs += 91_000
  await eventually(
    'both held',
    async () => (await app.app.models.messages.countDocuments({ held: app.accountId })) === 2,
  )
  expect(handed(scheduled.id)).toHaveLength(0)
  expect(handed(queued.id)).toHaveLength(0)
  await app.app.services.accounts.resume(app.accountId)
  for (const { id } of [scheduled, queued]) {
    await eventually('sent', async () => (await get(id)).status === 'sent')
    expect(handed(id)).toHaveLength(1)
  }
})

test('paused mail is either canceled or sent after resuming, never both', async () => {
  const { id } = await schedule(61_000)
  await app.app.services.accounts.suspend(app.accountId)
  clock.aheadMs += 61_000
  await eventually('held', async () => (await app.app.models.messages.countDocuments({ held: app.accountId })) === 1)
  await app.app.services.accounts.resume(app.accountId)
  const { status } = await app.call('POST', `/v1/messages/${id}/cancel`)
  const final = status === 200 ? 'canceled' : 'sent'
  await eventually(final, async () => (await get(id)).status === final)
  expect(handed(id)).toHaveLength(status === 200 ? 0 : 1)
})

test('scheduled mail leaves even if its key is revoked', async () => {
  const { body } = await app.call('POST', '/v1/keys', { body: { scope: 'send' } })
  const { id } = await schedule(61_000, { metadata: { from_email: app.app.config.sharedEmailSender } })
  await app.call('DELETE', `/v1/keys/${body.id}`)
  clock.aheadMs += 61_000
  await eventually('sent', async () => (await get(id)).status === 'sent')
})
