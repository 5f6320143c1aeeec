import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordingTransport } from '../support/recording-transport.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'

const PRICE = 400

let app: TestApp
beforeAll(async () => {
  app = await startApp({}, { transport: recordingTransport() })
})
afterAll(() => app.close())

test('usage is exact after 500 concurrent sends, without remaining holds', async () => {
  // A busy service refuses some for the moment, as it may: they are repeated as a client does.
  const sendUntilTaken = (body: Record<string, unknown>) =>
    eventually('it is taken', async () => (await app.call('POST', '/v1/send', { body })).status === 201)
  const destination = { email: app.ownerEmail }
  await Promise.all(Array.from({ length: 500 }, () => sendUntilTaken(aSend({ destination }))))
  const { body } = await app.call('GET', '/v1/usage')
  expect(body).toMatchObject({ total_send_count: 500, total_cost_micros: 500 * PRICE })
  const held = () => app.app.models.usage.countDocuments({ 'holds.0': { $exists: true } })
  await eventually('no hold is open', async () => (await held()) === 0)
})
