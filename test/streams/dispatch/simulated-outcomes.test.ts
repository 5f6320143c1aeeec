import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordingTransport } from '../../support/recording-transport.js'
import { aSend, call, eventually, startApp, type TestApp } from '../../support/start-app.js'
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js'

const transport = recordingTransport()
let app: TestApp
let key: string
let receiver: WebhookReceiver
beforeAll(async () => {
  app = await startApp({}, { transport })
  key = await app.testKey()
  receiver = await startWebhookReceiver()
  await app.call('POST', '/v1/webhooks', { body: { endpoint_url: receiver.url } })
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})

/** A message sent with the test key, once it has all its events. */
async function outcomeOf(overrides: Record<string, unknown>, events = 2) {
  const sent = await app.call('POST', '/v1/send', { key, body: aSend(overrides) })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  return eventually('an outcome', async () => {
    const { body } = await app.call('GET', `/v1/messages/${sent.body.id}`)
    return body.events.length === events ? body : null
  })
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const digest = (id: string, type: string) => `wkr_${createHash('sha256').update(`${id}:${type}`).digest('hex')}`

test.each([
  ['bounced', 'bounced'],
  ['bounce', 'bounced'],
  ['BOUNCED', 'bounced'],
  ['complained', 'complained'],
  ['complaint', 'complained'],
  ['Complaint', 'complained'],
  ['delivered', 'delivered'],
  ['anna', 'delivered'],
  ['bounced+tag', 'delivered'],
  ['not-bounced', 'delivered'],
  ['bounces', 'delivered'],
])('%s@… is sent, then %s, on the timeline and by webhook', async (local, type) => {
  const message = await outcomeOf({ destination: { email: `${local}@example.com` } })
  expect(message).toMatchObject({
    status: type,
    channel: 'email',
    message_type: 'transactional',
    provider_message_id: `sim_${message.id}`,
    created_at: expect.stringMatching(ISO),
    updated_at: expect.stringMatching(ISO),
  })
  const common = {
    id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
    message_id: message.id,
    account_id: app.accountId,
    source: 'worker',
    occurred_at: expect.stringMatching(ISO),
    created_at: expect.stringMatching(ISO),
  }
  expect(message.events).toEqual([
    {
      ...common,
      type: 'sent',
      provider_event_id: digest(message.id, 'sent'),
      payload: { provider_message_id: `sim_${message.id}` },
    },
    {
      ...common,
      type,
      provider_event_id: digest(message.id, type),
      payload: { detail: expect.stringMatching(/\S/) },
    },
  ])
  const [sent, outcome] = message.events
  expect(Date.parse(outcome.occurred_at) - Date.parse(sent.occurred_at)).toBe(1)
  expect(sent.id).not.toBe(outcome.id)

  const hits = await eventually('both at the webhook', () => {
    const own = receiver.hits.filter(({ body }) => body.message_id === message.id)
    return own.length === 2 ? own : null
  })
  for (const event of message.events) {
    const hit = hits.find(({ eventId }) => eventId === event.id)!
    expect(hit.body).toEqual({
      event_id: event.id,
      event_type: event.type,
      message_id: message.id,
      account_id: app.accountId,
      payload: event.payload,
      occurred_at: event.occurred_at,
      created_at: event.created_at,
      message: {
        subject: 'Hello',
        from: 'hello@sandbox.postline.localhost',
        to: [`${local}@example.com`],
        message_type: 'transactional',
        tags: null,
        metadata: {},
      },
      recipient: `${local}@example.com`,
    })
  }
})

/** What SES says of each, in the form of the notifications that it sends. */
const mail = (local: string) => ({
  messageId: expect.stringMatching(/^sim_msg_/),
  timestamp: expect.stringMatching(ISO),
  destination: [`${local}@example.com`],
})
const at = expect.stringMatching(ISO)
const client = { timestamp: at, ipAddress: expect.stringMatching(/^[\d.]+$/), userAgent: expect.any(String) }
const refused = (local: string, status: string) => [
  {
    emailAddress: `${local}@example.com`,
    action: 'failed',
    status,
    diagnosticCode: expect.stringMatching(`^smtp; \\d{3} ${status.replaceAll('.', '\\.')} `),
  },
]
const DELIVERED = { detail: expect.any(String) }
const opened = (local: string) => ({ notificationType: 'Open', mail: mail(local), open: client })

test.each<[string, object, string]>([
  [
    'its HTML',
    {
      body_html:
        '<link href="https://fonts.example/"><a href="mailto:a@b.c">A</a> <A class=b HREF=\'https://Shop.example/a?b=1&amp;c=2#d\'>B</A>',
      body_text: 'https://shop.example/text',
    },
    'https://Shop.example/a?b=1&c=2#d',
  ],
  ['its text', { body_text: 'See http://shop.example/x(1), or https://shop.example/y.' }, 'http://shop.example/x(1'],
  ['nowhere', { body_html: '<a href="#top">Top</a> <a name=x>', body_text: 'Hello' }, 'https://example.com/'],
])('clicked@… clicks the first link of %s', async (_where, bodies, link) => {
  const payload = { subject: 'Links', ...bodies }
  const message = await outcomeOf({ destination: { email: 'clicked@example.com' }, payload }, 4)
  expect(message.events.at(-1).payload.click.link).toBe(link)
})

test.each<[string, [type: string, payload: object][]]>([
  [
    'bounced-hard',
    [
      [
        'bounced',
        {
          ...{ notificationType: 'Bounce', mail: mail('bounced-hard') },
          bounce: {
            ...{ timestamp: at, bounceType: 'Permanent', bounceSubType: 'NoEmail' },
            bouncedRecipients: refused('bounced-hard', '5.1.1'),
          },
        },
      ],
    ],
  ],
  [
    'bounced-soft',
    [
      [
        'bounced',
        {
          ...{ notificationType: 'Bounce', mail: mail('bounced-soft') },
          bounce: {
            ...{ timestamp: at, bounceType: 'Transient', bounceSubType: 'MailboxFull' },
            bouncedRecipients: refused('bounced-soft', '4.2.2'),
          },
        },
      ],
    ],
  ],
  [
    'complained-abuse',
    [
      [
        'complained',
        {
          ...{ notificationType: 'Complaint', mail: mail('complained-abuse') },
          complaint: {
            ...{ timestamp: at, complaintFeedbackType: 'abuse' },
            complainedRecipients: [{ emailAddress: 'complained-abuse@example.com' }],
          },
        },
      ],
    ],
  ],
  [
    'delayed',
    [
      [
        'delivery_delayed',
        {
          ...{ notificationType: 'DeliveryDelay', mail: mail('delayed') },
          deliveryDelay: {
            ...{ timestamp: at, delayType: 'TransientCommunicationFailure' },
            delayedRecipients: [
              {
                ...{ emailAddress: 'delayed@example.com', status: '4.4.1' },
                diagnosticCode: expect.stringMatching(/^smtp; 451 4\.4\.1 /),
              },
            ],
          },
        },
      ],
      ['delivered', DELIVERED],
    ],
  ],
  [
    'opened',
    [
      ['delivered', DELIVERED],
      ['opened', opened('opened')],
    ],
  ],
  [
    'Clicked',
    [
      ['delivered', DELIVERED],
      ['opened', opened('Clicked')],
      [
        'clicked',
        {
          ...{ notificationType: 'Click', mail: mail('Clicked') },
          click: { ...client, link: 'https://example.com/' },
        },
      ],
    ],
  ],
])(
  '%s@… has every event in order with the payload of SES, each as a webhook, and suppresses nobody',
  async (local, events) => {
    const types = ['sent', ...events.map(([type]) => type)]
    const message = await outcomeOf({ destination: { email: `${local}@example.com` } }, types.length)
    expect(message.events.map(({ type }: { type: string }) => type)).toEqual(types)
    expect(message.status).toBe(types.at(-1))
    for (const [index, [, payload]] of events.entries()) {
      const event = message.events[index + 1]
      expect(event.source).toBe('worker')
      expect(event.payload).toEqual({ detail: expect.any(String), ...payload })
    }
    const hits = await eventually('all at the webhook', () => {
      const own = receiver.hits.filter(({ body }) => body.message_id === message.id)
      return own.length === types.length ? own : null
    })
    for (const { body, eventId } of hits) {
      const { type, payload } = message.events.find(({ id }: { id: string }) => id === eventId)
      expect(body).toMatchObject({ event_type: type, payload, recipient: `${local}@example.com` })
    }
    const again = await app.call('POST', '/v1/send', {
      key,
      body: aSend({ destination: { email: `${local}@example.com` } }),
    })
    expect(again.status).toBe(201)
  },
)

test('suppressed@… is refused as if it were on the suppression list, with a test key alone', async () => {
  const body = aSend({ destination: { email: 'suppressed@example.com' } })
  const refused = await app.call('POST', '/v1/send', { key, body })
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'recipient_suppressed' } } })
  const { body: message } = await app.call('GET', `/v1/messages?idempotency_key=${body.idempotency_key}`)
  expect(message).toMatchObject({
    status: 'suppressed',
    events: [{ type: 'suppressed', source: 'router', payload: { reason: 'simulated', state: 'suppressed' } }],
  })
  expect((await app.call('GET', '/v1/suppressions')).body.suppressions).toEqual([])
})

test('every read shows a status and provider id that agree with the timeline', async () => {
  const items = Array.from({ length: 40 }, () => aSend())
  const { body } = await call(app.url, 'POST', '/v1/send/batch', { key, body: items })
  await Promise.all(
    body.map(async ({ response: { id } }: { response: { id: string } }) => {
      for (let status = 'queued'; status !== 'delivered'; ) {
        const message = (await app.call('GET', `/v1/messages/${id}`)).body
        const newest = message.events.at(-1)
        status = message.status
        expect(status).toBe(newest ? newest.type : 'queued')
        expect(message.provider_message_id).toBe(newest ? `sim_${id}` : null)
      }
    }),
  )
})

test('the main recipient decides, not cc and bcc', async () => {
  const message = await outcomeOf({
    destination: { email: 'anna@example.com', cc: ['bounced@example.com'], bcc: ['complained@example.com'] },
  })
  expect(message.status).toBe('delivered')
})

test('a simulated bounce suppresses nobody', async () => {
  for (let times = 0; times < 2; times += 1) {
    expect((await outcomeOf({ destination: { email: 'bounced@example.com' } })).status).toBe('bounced')
  }
})

test('marketing and scheduled mail are simulated too', async () => {
  const at = new Date(Date.now() + 30_000).toISOString()
  const message = await outcomeOf({ message_type: 'marketing', scheduled_at: at })
  expect(message).toMatchObject({ status: 'delivered', message_type: 'marketing' })
})

test('every message of a large batch has its two events, in order', async () => {
  const items = Array.from({ length: 300 }, (_none, index) =>
    aSend({ destination: { email: `${['bounced', 'complained', 'delivered'][index % 3]}@example.com` } }),
  )
  const { body } = await call(app.url, 'POST', '/v1/send/batch', { key, body: items })
  const ids: string[] = body.map((item: { response: { id: string } }) => item.response.id)
  await eventually(
    'all outcomes',
    async () => (await app.app.models.events.countDocuments({ message_id: { $in: ids } })) === 600,
  )
  for (const [status, count] of [
    ['bounced', 100],
    ['complained', 100],
    ['delivered', 100],
  ] as const) {
    await eventually(
      status,
      async () => (await app.app.models.messages.countDocuments({ _id: { $in: ids }, status })) === count,
    )
  }
})

test('no simulated mail reaches the provider or the outbox', async () => {
  expect(transport.handed).toEqual([])
  expect((await app.call('GET', '/dev/outbox')).body.mails).toEqual([])
})
