import { afterEach, beforeEach, expect, test } from 'vitest'
import { aSend, eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.js'

let app: TestApp
let receiver: WebhookReceiver
beforeEach(async () => {
  app = await startApp()
  await verifiedDomain(app, 'acme.example')
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  await app.close()
  await receiver.close()
})

test.each(['resend', 'postmark', 'sendgrid', 'mailgun'])(
  'an erased address is gone from the log of a webhook in the format %s, and from what it delivers again',
  async (format) => {
    const email = 'ada.lovelace@example.com'
    const body = { endpoint_url: receiver.url, event_types: ['delivered'], format }
    const { id } = (await app.call('POST', '/v1/webhooks', { body })).body
    const deliveries = async () => (await app.call('GET', `/v1/webhooks/${id}/deliveries`)).body.deliveries
    await app.call('POST', '/v1/send', {
      body: aSend({ destination: { email }, metadata: { from_email: 'shop@acme.example' } }),
    })
    const entry = await eventually('it is delivered', async () => {
      const [found] = await deliveries()
      return found?.status === 'succeeded' ? found : null
    })
    expect(entry.payload).toContain(email)
    expect(receiver.hits[0]!.rawBody.toString()).toContain(email)

    expect((await app.call('POST', '/v1/recipients/erase', { body: { email } })).body.messages).toBe(1)
    expect((await deliveries())[0].payload).not.toContain(email)
    await app.call('POST', `/v1/webhooks/${id}/deliveries/${entry.id}/redeliver`)
    await eventually('it is delivered again', () => receiver.hits.length === 2)
    expect(receiver.hits[1]!.rawBody.toString()).not.toContain(email)
  },
)
