import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALLBACK_SECRET, postSigned } from '../../../support/post-callback.js'
import { sesNotification } from '../../../support/ses-notifications.js'
import { aSend, eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../../support/webhook-receiver.js'

const FROM = 'Shop <shop@acme.example>'

let app: TestApp
let receiver: WebhookReceiver
beforeAll(async () => {
  app = await startApp({ CALLBACK_SECRET })
  await verifiedDomain(app, 'acme.example')
  receiver = await startWebhookReceiver()
  await app.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url } })
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const about = (id: string, type: string) =>
  eventually(`${type} of ${id}`, () =>
    receiver.hits.find(({ body }) => body.message_id === id && body.event_type === type),
  )

async function send(overrides: Record<string, unknown>): Promise<string> {
  const { status, body } = await app.call('POST', '/v1/send', { body: aSend(overrides) })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

const SEND_BY: Record<string, (input: Record<string, unknown>) => Promise<string>> = {
  REST: send,
  tRPC: async (input) => (await app.call('POST', '/trpc/messages.send', { body: input })).body.result.data.id,
  GraphQL: async ({ idempotency_key, message_type, metadata, ...rest }) => {
    const { from_email: fromEmail, ...custom } = metadata as Record<string, unknown>
    const query = 'mutation($input: SendInput!) { sendMessage(input: $input) { id } }'
    const { subject, body_text: bodyText } = rest.payload as Record<string, unknown>
    const input = {
      ...{ ...rest, channel: 'EMAIL', idempotencyKey: idempotency_key, messageType: 'MARKETING' },
      ...{ payload: { subject, bodyText }, metadata: { fromEmail, custom } },
    }
    const { body } = await app.call('POST', '/graphql', { body: { query, variables: { input } } })
    expect(body.errors).toBeUndefined()
    return body.data.sendMessage.id
  },
}

describe('a webhook about a message', () => {
  test.each(Object.entries(SEND_BY))('repeats its subject, tags and metadata, sent by %s', async (_door, sendBy) => {
    const metadata = { from_email: FROM, order: 4711, customer: { plan: 'pro', $id: 'a.b' } }
    const input = aSend({
      destination: { email: 'Ada@example.com', name: 'Ada' },
      message_type: 'marketing',
      tags: { kind: 'receipt' },
      metadata,
    })
    const id = await sendBy(input)
    const { order, customer } = metadata
    for (const type of ['sent', 'delivered']) {
      const { body } = await about(id, type)
      expect(body).toMatchObject({
        message: {
          subject: 'Hello',
          from: FROM,
          to: ['Ada@example.com'],
          message_type: 'marketing',
          tags: { kind: 'receipt' },
          metadata: { order, customer },
        },
        recipient: 'Ada@example.com',
      })
      expect(body.message.metadata).toEqual({ order, customer })
    }
    const again = await app.call('POST', `/v1/messages/${id}/resend`, { body: {} })
    expect((await about(again.body.id, 'sent')).body.message.metadata).toEqual({ order, customer })
  })

  test('names the recipient that a provider reports, also of a mail to several', async () => {
    const id = await send({
      destination: { to: ['ada@example.com', 'bob@example.com'] },
      metadata: { from_email: FROM, order: 1 },
    })
    expect((await about(id, 'sent')).body.recipient).toBeNull()
    const { provider_message_id: providerMessageId } = (await app.call('GET', `/v1/messages/${id}`)).body
    const named = { providerMessageId, messageId: id, recipients: ['bob@example.com'] }
    await postSigned(app.url, sesNotification('Bounce', 'publishing', named))
    expect((await about(id, 'bounced')).body).toMatchObject({
      recipient: 'bob@example.com',
      message: { subject: 'Hello', metadata: { order: 1 } },
    })
  })

  test.each([
    ['', 'a short text', 1],
    [' with large content', 'x', 200_000],
  ])('names the only recipient of a mail%s, and none if another one is hidden', async (_title, text, times) => {
    const payload = { subject: 'Hello', body_text: text.repeat(times) }
    const to = (destination: object) => send({ destination, payload, metadata: { from_email: FROM } })
    const both = await to({ to: ['Ada@example.com'], bcc: ['Ada@EXAMPLE.com'] })
    expect((await about(both, 'sent')).body.recipient).toBe('Ada@example.com')
    const several = await to({ to: ['ada@example.com'], bcc: ['zoe@example.com'] })
    expect((await about(several, 'sent')).body.recipient).toBeNull()
  })

  test('says nothing of it any more once its recipient is erased', async () => {
    const email = 'eve@example.com'
    const metadata = { from_email: FROM, user: 'Eve' }
    const id = await send({ destination: { email }, payload: { subject: 'For Eve', body_text: '.' }, metadata })
    const { body } = await about(id, 'delivered')
    const [webhook] = (await app.call('GET', '/v1/webhooks')).body.webhooks
    const stored = async () => {
      const { deliveries } = (await app.call('GET', `/v1/webhooks/${webhook.id}/deliveries?limit=100`)).body
      return deliveries.find(({ event_id }: { event_id: string }) => event_id === body.event_id)
    }
    await eventually('delivered', async () => (await stored()).status === 'succeeded')
    expect(JSON.parse((await stored()).payload)).toMatchObject({
      recipient: email,
      message: { metadata: { user: 'Eve' } },
    })
    expect((await app.call('POST', '/v1/recipients/erase', { body: { email } })).status).toBe(200)
    expect(JSON.parse((await stored()).payload)).toMatchObject({
      event_id: body.event_id,
      recipient: null,
      message: { subject: null, to: [], metadata: {} },
    })
  })
})

test('metadata above its limit is refused by name', async () => {
  const metadata = { from_email: FROM, note: 'x'.repeat(4_096) }
  const { status, body } = await app.call('POST', '/v1/send', { body: aSend({ metadata }) })
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ code: 'invalid_request', details: [{ path: 'metadata' }] })
})

test('an inbound event has no message, and names its recipient', async () => {
  const [{ id }] = (await app.call('GET', '/v1/webhooks')).body.webhooks
  const made = await app.call('POST', `/v1/webhooks/${id}/test`, { body: { event_type: 'email.received' } })
  expect(JSON.parse(made.body.payload)).toMatchObject({ message: null, recipient: 'recipient@example.com' })
})
