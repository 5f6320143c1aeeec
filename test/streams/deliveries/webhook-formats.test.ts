import { createHmac } from 'node:crypto'
import { EventWebhook } from '@sendgrid/eventwebhook'
import { Resend } from 'resend'
import { Webhook as Svix } from 'svix'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WebhookFormat } from '../../../src/contract/webhooks.js'
import { operatorOf } from '../../../src/services/caller.js'
import type { WebhookService } from '../../../src/services/tracking/webhooks/webhook-service.js'
import { DeliveryWorker } from '../../../src/streams/deliveries/delivery-worker.js'
import { FanOutWorker } from '../../../src/streams/fan-out/fan-out-worker.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'
import { type Hit, startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js'

let ledger: Ledger
let webhooks: WebhookService
let receiver: WebhookReceiver

beforeEach(async () => {
  receiver = await startWebhookReceiver()
  ledger = await openTestLedger({ WEBHOOK_RETRY_BASE_MS: '60000', WEBHOOK_TIMEOUT_MS: '10000' })
  webhooks = ledger.services.webhooks
})
afterEach(async () => {
  await receiver.close()
  await ledger.close()
})

const me = () => operatorOf(ledger.accountId)
const subscribe = (format?: WebhookFormat) =>
  webhooks.create(me(), { endpoint_url: receiver.url, ...(format && { format }) })
const startWorkers = () => [ledger.startWorker(FanOutWorker), ledger.startWorker(DeliveryWorker)] as const
const delivered = (count: number) =>
  ledger.sweepUntil(`${count} deliveries succeeded`, async () => {
    const rows = await ledger.models.deliveries.find().lean()
    return rows.filter(({ status }) => status === 'succeeded').length === count
  })
const header = ({ headers }: Hit, name: string) => String(headers[name])
const textOf = ({ rawBody }: Hit) => rawBody.toString('utf8')
const logOf = async (id: string) => (await webhooks.deliveries(ledger.accountId, id, { limit: 100 })).items

/** The request of a new subscription for one event. */
async function firstHit(format: WebhookFormat, event: Parameters<Ledger['recordEvent']>[0] = {}) {
  const subscription = await subscribe(format)
  startWorkers()
  const recorded = await ledger.recordEvent(event)
  await delivered(1)
  return { subscription, event: recorded, hit: receiver.hits[0]! }
}

describe('a subscription in the format', () => {
  it('resend is verified by the libraries of Resend and Svix', async () => {
    const { subscription, event, hit } = await firstHit('resend', { payload: { detail: 'Grüße' } })
    const headers = {
      id: header(hit, 'svix-id'),
      timestamp: header(hit, 'svix-timestamp'),
      signature: header(hit, 'svix-signature'),
    }
    const verified = new Resend('re_none').webhooks.verify({
      payload: textOf(hit),
      headers,
      webhookSecret: subscription.standard_secret,
    })
    expect(verified).toMatchObject({
      type: 'email.delivered',
      created_at: event.occurred_at.toISOString(),
      data: { email_id: event.message_id },
    })
    const svix = new Svix(subscription.standard_secret)
    const theirs = {
      'svix-id': headers.id,
      'svix-timestamp': headers.timestamp,
      'svix-signature': headers.signature,
    }
    expect(svix.verify(textOf(hit), theirs)).toEqual(verified)
    expect(() => svix.verify(`${textOf(hit)} `, theirs)).toThrow('No matching signature')
  })

  it('sendgrid is verified by the library of SendGrid with the key that the subscription shows', async () => {
    const { subscription, event, hit } = await firstHit('sendgrid', { payload: { detail: 'Grüße' } })
    const library = new EventWebhook()
    const isGenuine = (key: string | null, text = textOf(hit)) =>
      library.verifySignature(
        library.convertPublicKeyToECDSA(key!),
        text,
        header(hit, 'x-twilio-email-event-webhook-signature'),
        header(hit, 'x-twilio-email-event-webhook-timestamp'),
      )
    expect(isGenuine(subscription.verification_key)).toBe(true)
    expect(isGenuine(subscription.verification_key, `${textOf(hit)} `)).toBe(false)
    expect(hit.body).toEqual([
      {
        timestamp: Math.floor(event.occurred_at.getTime() / 1_000),
        event: 'delivered',
        sg_event_id: event._id,
        sg_message_id: event.message_id,
        response: 'Grüße',
      },
    ])
    expect((await webhooks.get(ledger.accountId, subscription.id)).verification_key).toBe(subscription.verification_key)
    const rotated = await webhooks.rotateSecret(me(), subscription.id)
    expect(isGenuine(rotated.verification_key)).toBe(false)
  })

  it('mailgun is verified as the documentation of Mailgun says, with a new token in every attempt', async () => {
    const { subscription, event, hit } = await firstHit('mailgun')
    const [entry] = await logOf(subscription.id)
    await webhooks.redeliver(me(), subscription.id, entry!.id)
    await ledger.sweepUntil('a second request', () => receiver.hits.length === 2)
    const signatures = receiver.hits.map(({ body }) => body.signature)
    for (const { timestamp, token, signature } of signatures) {
      // https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks
      const encoded = createHmac('sha256', subscription.signing_secret).update(timestamp.concat(token)).digest('hex')
      expect(signature).toBe(encoded)
      expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(3_600)
      expect(token).toMatch(/^[0-9a-f]{50}$/)
    }
    expect(signatures[0].token).not.toBe(signatures[1].token)
    expect(hit.body['event-data']).toMatchObject({ event: 'delivered', id: event._id })
    const { signature: _differs, ...same } = hit.body
    expect(JSON.parse((await logOf(subscription.id))[0]!.payload!)).toEqual(same)
  })

  it('postmark has our signature alone', async () => {
    const { subscription, event, hit } = await firstHit('postmark')
    expect(hit.isSignedWith(subscription.signing_secret)).toBe(true)
    expect(hit.body).toMatchObject({ RecordType: 'Delivery', MessageID: event.message_id })
    expect(Object.keys(hit.headers).filter((name) => name.startsWith('svix') || name.startsWith('x-'))).toEqual([])
  })

  it.each(['resend', 'sendgrid', 'mailgun'] as const)(
    '%s has our signatures too, of the body as it is sent',
    async (format) => {
      const { subscription, hit } = await firstHit(format)
      expect(hit.isSignedWith(subscription.signing_secret)).toBe(true)
      expect(hit.isSignedWith('0'.repeat(64))).toBe(false)
    },
  )

  it('postmark gets nothing for events that Postmark does not have, and a test of one is refused', async () => {
    const { id } = await subscribe('postmark')
    await subscribe()
    startWorkers()
    for (const type of ['sent', 'delivery_delayed', 'failed'] as const) await ledger.recordEvent({ type })
    await ledger.recordEvent({ type: 'opened' })
    await delivered(5)
    expect((await logOf(id)).map(({ event_type }) => event_type)).toEqual(['opened'])
    await expect(webhooks.test(me(), id, 'sent')).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'event_type', message: 'has no counterpart in the format postmark' }],
    })
  })
})

describe('the format of a delivery', () => {
  it('is that of its subscription when the event was recorded, also when it is delivered again', async () => {
    const { id, signing_secret } = await subscribe('resend')
    startWorkers()
    const early = await ledger.recordEvent()
    await delivered(1)
    expect(await webhooks.update(me(), id, { format: 'postline' })).toMatchObject({ format: 'postline' })
    await ledger.recordEvent()
    await delivered(2)
    const [latest, earliest] = await logOf(id)
    await webhooks.redeliver(me(), id, earliest!.id)
    await ledger.sweepUntil('a third request', () => receiver.hits.length === 3)

    const first = receiver.hits[0]!
    const second = receiver.hits[1]!
    const third = receiver.hits[2]!
    expect(first.body.type).toBe('email.delivered')
    expect(second.body.event_type).toBe('delivered')
    expect(textOf(third)).toBe(textOf(first))
    expect(third.eventId).toBe(early._id)
    expect(third.isSignedWith(signing_secret)).toBe(true)
    expect([latest!.payload, earliest!.payload]).toEqual([textOf(second), textOf(first)])
  })

  it('is its own for each subscription to the event, and none is stored', async () => {
    const formats = ['postline', 'resend', 'postmark', 'sendgrid', 'mailgun'] as const
    for (const format of formats) await subscribe(format)
    startWorkers()
    await ledger.recordEvent()
    await delivered(formats.length)
    const shapes = receiver.hits.map(({ body }) => Object.keys(Array.isArray(body) ? body[0] : body)[0])
    expect(shapes.toSorted()).toEqual(['RecordType', 'event_id', 'signature', 'timestamp', 'type'])
    expect(await ledger.models.payloads.countDocuments()).toBe(0)
  })

  it('is ours for subscriptions without one, whose rows are as before', async () => {
    await subscribe()
    startWorkers()
    await ledger.recordEvent()
    await delivered(1)
    expect(Object.keys((await ledger.delivery({}))!)).not.toContain('format')
    expect(receiver.hits[0]!.body.event_type).toBe('delivered')
  })

  it('stays that of the event while the delivery waits for the end of a pause', async () => {
    const { id } = await subscribe('postmark')
    startWorkers()
    await webhooks.update(me(), id, { is_active: false })
    await ledger.recordEvent()
    await ledger.sweepUntil('it is held', async () => (await ledger.delivery({ held: id })) !== null)
    await webhooks.update(me(), id, { format: 'mailgun', is_active: true })
    await delivered(1)
    expect(receiver.hits[0]!.body.RecordType).toBe('Delivery')
  })
})
