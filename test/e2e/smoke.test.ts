import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'warn' })
})
afterAll(() => app.close())

test("a mail to the account's own address is captured and its timeline ends at delivered", async () => {
  const sent = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  const message = await eventually('delivered', async () => {
    const { body } = await app.call('GET', `/v1/messages/${sent.body.id}`)
    return body.status === 'delivered' && body
  })
  expect(message.events.map((event: { type: string }) => event.type)).toEqual(['sent', 'delivered'])
  expect(message.provider_message_id).toBe(message.events[0].payload.provider_message_id)
  const outbox = await app.call('GET', '/dev/outbox')
  expect(outbox.body.mails[0].message_id).toBe(sent.body.id)
  const mail = await app.call('GET', `/dev/outbox/${outbox.body.mails[0].id}`)
  expect(mail.headers.get('content-type')).toBe('message/rfc822')
})

test('a send with a test key is simulated', async () => {
  const key = await app.testKey()
  const sent = await app.call('POST', '/v1/send', { key, body: aSend() })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  await eventually('delivered', async () => {
    const { body } = await app.call('GET', `/v1/messages/${sent.body.id}`)
    return body.status === 'delivered'
  })
})
