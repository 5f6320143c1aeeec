import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MessageContent } from '../../../src/contract/message-content.js'
import { inboundDomain } from '../../support/inbound-domain.js'
import { eventually, startApp, type TestApp } from '../../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js'

/* What received mail sets in motion, from its bytes to the endpoint: real workers, a real receiver, captured mail. */

let app: TestApp
let receiver: WebhookReceiver
const domain = 'inbox.acme.test'
beforeAll(async () => {
  app = await startApp({ WEBHOOK_RETRY_BASE_MS: '200' })
  receiver = await startWebhookReceiver()
  await inboundDomain({ models: app.app.models, accountId: app.accountId }, domain)
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})
beforeEach(async () => {
  const { subscriptions, inboundRoutes } = app.app.models
  await Promise.all([subscriptions.deleteMany({}), inboundRoutes.deleteMany({})])
  receiver.hits.length = 0
  receiver.fallback = {}
})

let number = 0

interface Given {
  to?: string
  subject?: string
  headers?: string[]
  body?: string
}

/** Receives a mail and returns its id once everything that follows from it is written. */
async function receive({
  to = `support@${domain}`,
  subject = 'Hello',
  headers = [],
  body = 'Hello there.',
}: Given = {}) {
  number += 1
  const lines = [
    'From: Ada Lovelace <ada@example.org>',
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <news-${number}@example.org>`,
    ...headers,
    '',
    body,
  ]
  const raw = Buffer.from(lines.join('\r\n'))
  const mail = { raw, sender: 'ada@example.org', recipients: [to], client: null, givenVerdicts: null }
  const { accepted } = await app.app.services.inboundReceiver.receive(mail)
  const id = accepted[0]!.id
  await eventually('it is parsed', async () => {
    const row = await app.app.models.inboundEmails.collection.findOne({ _id: id })
    return row?.parsed_at !== undefined && row.parse_at === undefined
  })
  return id
}

async function post(path: string, body: object) {
  const answer = await app.call('POST', path, { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const route = (fields: object) => post('/v1/inbound/routes', { domain, ...fields })
const webhookRoute = (path: string, fields: object = {}) =>
  route({ destination_type: 'webhook', forward_url: `${receiver.url}/${path}`, ...fields })
const emailRoute = (forward_address: string, fields: object = {}) =>
  route({ destination_type: 'email', forward_address, ...fields })

const hitsAt = (path: string) => receiver.hits.filter((hit) => hit.path.endsWith(`/${path}`))
const forwards = (to: string) => app.app.models.messages.collection.find({ 'content.to.email': to }).toArray()

describe('webhooks', () => {
  test('a subscription and every matching route get the mail, each signed with its own secret', async () => {
    const subscription = await post('/v1/webhooks', { endpoint_url: `${receiver.url}/all` })
    await post('/v1/webhooks', { endpoint_url: `${receiver.url}/bounces`, event_types: ['bounced'] })
    const whole = await webhookRoute('whole')
    const prefixed = await webhookRoute('prefixed', { match_prefix: 'SUPP' })
    await webhookRoute('other', { match_prefix: 'sales' })
    const id = await receive({ subject: 'Grüße' })
    await eventually('three requests', () => receiver.hits.length === 3)

    const [all, first, second] = ['all', 'whole', 'prefixed'].map((path) => hitsAt(path)[0]!)
    expect(all!.isSignedWith(subscription.signing_secret)).toBe(true)
    expect(first!.isSignedWith(whole.signing_secret)).toBe(true)
    expect(second!.isSignedWith(prefixed.signing_secret)).toBe(true)
    expect(second!.isSignedWith(whole.signing_secret)).toBe(false)

    expect(all!.body).toMatchObject({
      event_id: `evt_${id}`,
      event_type: 'email.received',
      message_id: id,
      account_id: app.accountId,
      payload: {
        id,
        domain,
        recipient: `support@${domain}`,
        from: 'Ada Lovelace <ada@example.org>',
        to: [`support@${domain}`],
        subject: 'Grüße',
        text: expect.stringContaining('Hello there.'),
        rfc_message_id: `news-${number}@example.org`,
      },
    })
    expect(first!.body).toEqual({ ...all!.body, message_id: '' })
    expect(first!.headers['svc-event-type']).toBe('email.received')
    const succeeded = { event_id: `evt_${id}`, status: 'succeeded' as const, attempt_count: 1, crashes: 0 }
    await eventually('all have succeeded', async () => {
      return (await app.app.models.deliveries.countDocuments(succeeded)) === 3
    })
  })

  test('nothing of it is on a timeline or in the event streams', async () => {
    await webhookRoute('whole')
    const id = await receive()
    await eventually('one request', () => receiver.hits.length === 1)
    expect(await app.app.models.events.countDocuments({ message_id: { $in: [id, ''] } })).toBe(0)
  })

  test('requests are signed with the newest secret of their route', async () => {
    const { id, signing_secret: old } = await webhookRoute('whole')
    receiver.next.push({ status: 503 })
    await receive()
    await eventually('the first request', () => receiver.hits.length === 1)
    const rotated = await app.call('POST', `/v1/inbound/routes/${id}/rotate-secret`)
    const { signing_secret: fresh } = rotated.body
    expect([rotated.status, fresh]).toEqual([200, expect.stringMatching(/^[0-9a-f]{64}$/)])
    await eventually('the retry', () => receiver.hits.length === 2)
    await receive()
    await eventually('another request', () => receiver.hits.length === 3)
    const [first, ...others] = receiver.hits.map((hit) => [hit.isSignedWith(old), hit.isSignedWith(fresh)])
    expect(first).toEqual([true, false])
    // A request may be under way while the secret changes.
    expect(others.at(-1)).toEqual([false, true])
  })

  test('a request that fails is tried again, with the same event id', async () => {
    await webhookRoute('whole')
    receiver.next.push({ status: 503 })
    const id = await receive()
    await eventually('the retry', () => receiver.hits.length === 2)
    expect(receiver.hits.map(({ eventId }) => eventId)).toEqual([`evt_${id}`, `evt_${id}`])
  })

  test('a prefix matches in any case, however its letters are composed', async () => {
    const { id } = await webhookRoute('composed', { match_prefix: 'Ärg'.normalize('NFD') })
    await receive({ to: `ärger@${domain}` })
    await eventually('it is forwarded', () => hitsAt('composed').length === 1)
    await app.call('PUT', `/v1/inbound/routes/${id}`, { body: { match_prefix: 'ÖL'.normalize('NFD') } })
    await receive({ to: `Öl@${domain}` })
    await eventually('it is forwarded after the change', () => hitsAt('composed').length === 2)
  })

  test('an inactive route gets nothing new, and its retries wait', async () => {
    const { id } = await webhookRoute('whole')
    receiver.next.push({ status: 500 })
    await receive()
    await eventually('the first attempt', () => receiver.hits.length === 1)
    await app.call('PUT', `/v1/inbound/routes/${id}`, { body: { active: false } })
    const { deliveries } = app.app.models
    await eventually('the retry waits', async () => (await deliveries.countDocuments({ held: id })) === 1)
    await receive()
    expect(await deliveries.countDocuments({ subscription_id: id })).toBe(1)
    await app.call('PUT', `/v1/inbound/routes/${id}`, { body: { active: true } })
    await eventually('the retry', () => receiver.hits.length === 2)
  })

  test('a deleted route is tried no more', async () => {
    const { id } = await webhookRoute('whole')
    receiver.fallback = { status: 500 }
    await receive()
    await eventually('the first attempt', () => receiver.hits.length >= 1)
    expect((await app.call('DELETE', `/v1/inbound/routes/${id}`)).status).toBe(204)
    const left = { subscription_id: id, next_at: { $exists: true } }
    await eventually('nothing is due', async () => (await app.app.models.deliveries.countDocuments(left)) === 0)
  })

  test('an endpoint that is gone makes its route inactive', async () => {
    const { id } = await webhookRoute('whole')
    receiver.next.push({ status: 410 })
    await receive()
    await eventually('inactive', async () => !(await app.call('GET', `/v1/inbound/routes/${id}`)).body.active)
  })
})

describe('forwards', () => {
  const file = [
    '--b',
    'Content-Type: text/plain',
    '',
    'See the plan.',
    '--b',
    'Content-Type: application/pdf; name="plan.pdf"',
    'Content-Disposition: attachment; filename="plan.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('%PDF-1.4 plan').toString('base64'),
    '--b--',
  ].join('\r\n')
  const multipart = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b']

  test('a mail is sent on from the domain, with its files, and once', async () => {
    const { id: routeId } = await emailRoute('team@example.net')
    await receive({ headers: multipart, body: file, subject: 'The plan' })
    const [message, ...others] = await forwards('team@example.net')
    expect(others).toEqual([])
    const content = MessageContent.parse((await app.call('GET', `/v1/messages/${message!._id}/content`)).body)
    expect(content).toMatchObject({
      from: `Ada Lovelace via ${domain} <forward@${domain}>`,
      reply_to: ['ada@example.org'],
      subject: 'The plan',
      body_text: expect.stringContaining('See the plan.'),
      headers: { 'X-Postline-Loop': routeId, 'Auto-Submitted': 'auto-generated' },
      attachments: [{ filename: 'plan.pdf', content_type: 'application/pdf', size: 13 }],
    })
    await eventually('it leaves', async () => {
      const { body } = await app.call('GET', `/v1/messages/${message!._id}`)
      return body.status === 'delivered'
    })
  })

  test('a mail is sent on whatever the content ids of its pictures are', async () => {
    await emailRoute('pictures@example.net')
    const html = ['--b', 'Content-Type: text/html; charset=utf-8', '', '<img src="cid:größe@x">']
    const picture = ['--b', 'Content-Type: image/png; name=a.png', 'Content-ID: <größe@x>', '', 'x', '--b--']
    await receive({
      headers: ['MIME-Version: 1.0', 'Content-Type: multipart/related; boundary=b'],
      body: [...html, ...picture].join('\r\n'),
    })
    const [message] = await forwards('pictures@example.net')
    await eventually('it leaves', async () => {
      const { body } = await app.call('GET', `/v1/messages/${message!._id}`)
      expect(body.status).not.toBe('failed')
      return body.status === 'delivered'
    })
    expect(message!.content!.html).toBe('<img src="cid:gr--e@x">')
    expect(message!.content!.attachments).toMatchObject([{ filename: 'a.png', content_id: 'gr--e@x' }])
  })

  test('a mail that a route has forwarded comes back and stays', async () => {
    await emailRoute('circle@example.net')
    await receive({ headers: ['X-Postline-Loop: route_elsewhere'] })
    expect(await forwards('circle@example.net')).toEqual([])
  })

  test('automatic mail is forwarded', async () => {
    await emailRoute('auto@example.net')
    await receive({ headers: ['Auto-Submitted: auto-replied'] })
    expect(await forwards('auto@example.net')).toHaveLength(1)
  })

  test('a suppressed address gets nothing, and everything else happens', async () => {
    await post('/v1/suppressions', { channel: 'email', recipient: 'gone@example.net', reason: 'test' })
    await emailRoute('gone@example.net')
    await webhookRoute('whole')
    await receive()
    await eventually('the request', () => hitsAt('whole').length === 1)
    expect((await forwards('gone@example.net')).map(({ status }) => status)).toEqual(['suppressed'])
  })

  test('what is announced again, after a crash, is done once', async () => {
    await emailRoute('once@example.net')
    await webhookRoute('whole')
    const id = await receive()
    const { inboundEmails, deliveries } = app.app.models
    const now = new Date()
    await inboundEmails.collection.updateOne({ _id: id }, { $set: { parse_at: now }, $unset: { enqueued_at: 1 } })
    await eventually('it is done again', async () => {
      const row = await inboundEmails.collection.findOne({ _id: id })
      return row?.parse_at === undefined && row!.parsed_at! > now
    })
    expect(await deliveries.countDocuments({ event_id: `evt_${id}` })).toBe(1)
    expect(await forwards('once@example.net')).toHaveLength(1)
  })
})
