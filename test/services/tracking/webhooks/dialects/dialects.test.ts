import { readFile } from 'node:fs/promises'
import { describe, expect, it, test } from 'vitest'
import { systemClock } from '../../../../../src/clock.js'
import { WEBHOOK_EVENT_TYPES, WEBHOOK_FORMATS, type WebhookEventType } from '../../../../../src/contract/webhooks.js'
import { createIds, idTime } from '../../../../../src/ids.js'
import { webhookBody } from '../../../../../src/services/tracking/webhooks/delivery-row.js'
import {
  bodyIn,
  DIALECTS,
  type OtherFormat,
  reports,
} from '../../../../../src/services/tracking/webhooks/dialects/dialects.js'
import { signingKeyOf, verificationKeyOf } from '../../../../../src/services/tracking/webhooks/dialects/signing-key.js'
import type { EventSubject } from '../../../../../src/services/tracking/webhooks/event-message.js'
import { testEvent, testSubject } from '../../../../../src/services/tracking/webhooks/test-event.js'

const newId = createIds(systemClock)
const OTHERS = ['resend', 'postmark', 'sendgrid', 'mailgun'] as const
const at = new Date('2026-11-21T11:02:23.988Z')
const messageId = 'msg_01kajqw1y3h7g5d2s9p8n6m4q0'

const subject: EventSubject = {
  message: {
    subject: 'Your order',
    from: 'Shop <hello@shop.example>',
    to: ['ada@example.com'],
    message_type: 'transactional',
    tags: { order: '4711', tag: 'receipt' },
    metadata: { customer: 'c_81', event: 'mine', nested: { a: 1 } },
  },
  recipient: 'ada@example.com',
}

function bodyOf(format: OtherFormat, type: WebhookEventType, payload: Record<string, unknown> = {}, about = subject) {
  const event = {
    ...{ _id: 'evt_01kajqw3d6m2t8xk5v7r9c4b1f', account_id: 'acc_1', message_id: messageId, type, payload },
    ...{ occurred_at: at, created_at: at },
  }
  return JSON.parse(bodyIn(format, webhookBody(event, about)))
}

const bounce = (bounceType: string) => ({
  bounce: {
    ...{ bounceType, bounceSubType: 'General' },
    bouncedRecipients: [
      { emailAddress: 'ada@example.com', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
    ],
  },
})
const click = {
  click: { timestamp: at.toISOString(), link: 'https://shop.example/a', ipAddress: '192.0.2.1', userAgent: 'Mozilla' },
}

describe('resend', () => {
  const email = {
    created_at: idTime(messageId).toISOString(),
    ...{ email_id: messageId, from: 'Shop <hello@shop.example>', to: ['ada@example.com'], subject: 'Your order' },
    tags: { order: '4711', tag: 'receipt' },
  }
  test.each([
    ['sent', {}, {}],
    [
      'bounced',
      bounce('Permanent'),
      { bounce: { message: 'smtp; 550 5.1.1 user unknown', subType: 'General', type: 'Permanent' } },
    ],
    [
      'clicked',
      click,
      {
        click: {
          ...{ ipAddress: '192.0.2.1', link: 'https://shop.example/a' },
          ...{ timestamp: at.toISOString(), userAgent: 'Mozilla' },
        },
      },
    ],
    ['failed', { error: 'rejected' }, { failed: { reason: 'rejected' } }],
  ] as const)('reports %s', (type, payload, more) => {
    expect(bodyOf('resend', type, payload)).toEqual({
      ...{ type: `email.${type}`, created_at: at.toISOString() },
      data: { ...email, ...more },
    })
  })

  it('reports mail that came in', () => {
    const event = testEvent('acc_1', 'email.received', newId)
    const { type, data } = JSON.parse(bodyIn('resend', webhookBody(event, testSubject('email.received'))))
    expect(type).toBe('email.received')
    expect(data).toEqual({
      email_id: event.message_id,
      created_at: event.occurred_at.toISOString(),
      ...{ from: 'sender@example.com', to: ['recipient@example.com'], cc: [], bcc: [] },
      received_for: ['recipient@example.com'],
      message_id: `<${event.message_id}@example.com>`,
      ...{ subject: 'Test event', attachments: [] },
    })
  })
})

describe('postmark', () => {
  const common = {
    ...{ MessageStream: 'outbound', MessageID: messageId, Tag: 'receipt' },
    Metadata: { customer: 'c_81', event: 'mine', nested: '{"a":1}' },
  }
  it('reports deliveries with the answer of the server', () => {
    const payload = { delivery: { recipients: ['ada@example.com'], smtpResponse: '250 2.6.0 ok' } }
    expect(bodyOf('postmark', 'delivered', payload)).toEqual({
      ...{ ...common, RecordType: 'Delivery', Recipient: 'ada@example.com' },
      ...{ DeliveredAt: at.toISOString(), Details: '250 2.6.0 ok' },
    })
  })

  it.each([
    ['Permanent', 'HardBounce', 1, true],
    ['Transient', 'SoftBounce', 4096, false],
    ['Undetermined', 'SoftBounce', 4096, false],
  ])('reports a bounce that is %s as %s', (bounceType, Type, TypeCode, Inactive) => {
    expect(bodyOf('postmark', 'bounced', bounce(bounceType))).toMatchObject({
      ...{ ...common, RecordType: 'Bounce', Type, TypeCode, Inactive, Email: 'ada@example.com' },
      ...{ From: 'Shop <hello@shop.example>', Subject: 'Your order', BouncedAt: at.toISOString() },
      ...{ Details: 'smtp; 550 5.1.1 user unknown', DumpAvailable: false },
    })
  })

  it('reports complaints, opens and clicks', () => {
    expect(bodyOf('postmark', 'complained')).toMatchObject({
      ...{ RecordType: 'SpamComplaint', Type: 'SpamComplaint', TypeCode: 512, Email: 'ada@example.com' },
    })
    expect(bodyOf('postmark', 'clicked', click)).toEqual({
      ...{ ...common, RecordType: 'Click', Recipient: 'ada@example.com', ReceivedAt: at.toISOString() },
      ...{ OriginalLink: 'https://shop.example/a', UserAgent: 'Mozilla', Geo: { IP: '192.0.2.1' } },
    })
    expect(bodyOf('postmark', 'opened', { user_agent: 'Mozilla' })).toEqual({
      ...{ ...common, RecordType: 'Open', Recipient: 'ada@example.com', ReceivedAt: at.toISOString() },
      UserAgent: 'Mozilla',
    })
  })

  it('names the stream of marketing mail', () => {
    const message = { ...subject.message!, message_type: 'marketing' as const }
    expect(bodyOf('postmark', 'opened', {}, { ...subject, message }).MessageStream).toBe('broadcast')
  })
})

describe('sendgrid', () => {
  const common = {
    ...{ customer: 'c_81', nested: { a: 1 }, email: 'ada@example.com', timestamp: Math.floor(at.getTime() / 1_000) },
    ...{ category: ['order:4711', 'receipt'], sg_message_id: messageId },
    sg_event_id: 'evt_01kajqw3d6m2t8xk5v7r9c4b1f',
  }
  it('has metadata among the fields, where it hides none of them', () => {
    expect(bodyOf('sendgrid', 'sent')).toEqual([{ ...common, event: 'processed' }])
  })

  it.each([
    ['Permanent', 'bounce'],
    ['Transient', 'blocked'],
    ['Undetermined', 'blocked'],
  ])('reports a bounce that is %s with the type %s', (bounceType, type) => {
    expect(bodyOf('sendgrid', 'bounced', bounce(bounceType))).toEqual([
      { ...common, event: 'bounce', type, reason: 'smtp; 550 5.1.1 user unknown', status: '5.1.1' },
    ])
  })

  it('reports clicks', () => {
    expect(bodyOf('sendgrid', 'clicked', click)).toEqual([
      { ...common, event: 'click', ip: '192.0.2.1', useragent: 'Mozilla', url: 'https://shop.example/a' },
    ])
  })

  it('reports each recipient alone, with ids of their own', () => {
    const payload = { delivery: { recipients: ['ada@example.com', 'bob@example.com'], smtpResponse: '250 ok' } }
    const events = bodyOf('sendgrid', 'delivered', payload, { ...subject, recipient: null })
    expect(events).toMatchObject([
      { email: 'ada@example.com', response: '250 ok', sg_event_id: common.sg_event_id },
      { email: 'bob@example.com', response: '250 ok', sg_event_id: `${common.sg_event_id}.1` },
    ])
  })
})

describe('mailgun', () => {
  const common = {
    ...{ id: 'evt_01kajqw3d6m2t8xk5v7r9c4b1f', timestamp: at.getTime() / 1_000 },
    ...{ recipient: 'ada@example.com', 'recipient-domain': 'example.com', tags: ['order:4711', 'receipt'] },
    'user-variables': { customer: 'c_81', event: 'mine', nested: '{"a":1}' },
    message: {
      headers: {
        ...{ to: 'ada@example.com', 'message-id': messageId },
        ...{ from: 'Shop <hello@shop.example>', subject: 'Your order' },
      },
    },
  }
  test.each([
    ['sent', {}, { event: 'accepted', 'log-level': 'info' }],
    [
      'bounced',
      bounce('Permanent'),
      {
        ...{ event: 'failed', severity: 'permanent', reason: 'bounce', 'log-level': 'error' },
        'delivery-status': { code: 550, message: 'smtp; 550 5.1.1 user unknown', 'enhanced-code': '5.1.1' },
      },
    ],
    [
      'delivery_delayed',
      { deliveryDelay: { delayedRecipients: [{ emailAddress: 'ada@example.com', diagnosticCode: '421 later' }] } },
      {
        ...{ event: 'failed', severity: 'temporary', reason: 'generic', 'log-level': 'warn' },
        'delivery-status': { code: 421, message: '421 later' },
      },
    ],
    [
      'clicked',
      click,
      {
        ...{ event: 'clicked', 'log-level': 'info', ip: '192.0.2.1', url: 'https://shop.example/a' },
        'client-info': { 'user-agent': 'Mozilla' },
      },
    ],
  ] as const)('reports %s', (type, payload, more) => {
    expect(bodyOf('mailgun', type, payload)).toEqual({ 'event-data': { ...common, ...more } })
  })

  it.each([
    ['Permanent', 'permanent'],
    ['Transient', 'temporary'],
    ['Undetermined', 'temporary'],
  ])('reports a bounce that is %s as %s', (bounceType, severity) => {
    expect(bodyOf('mailgun', 'bounced', bounce(bounceType))['event-data'].severity).toBe(severity)
  })

  it('names no recipient of several', () => {
    const payload = { delivery: { recipients: ['ada@example.com', 'bob@example.com'] } }
    const { 'event-data': data } = bodyOf('mailgun', 'delivered', payload, { ...subject, recipient: null })
    expect(data).not.toHaveProperty('recipient')
  })
})

describe.each(OTHERS)('%s', (format) => {
  it.each(WEBHOOK_EVENT_TYPES.filter((type) => reports(format, type)))('takes a test event of the type %s', (type) => {
    const body = webhookBody(testEvent('acc_1', type, newId), testSubject(type))
    // Forms for mail that came in say nothing of a type.
    const isForm = type === 'email.received' && ['sendgrid', 'mailgun'].includes(format)
    expect(bodyIn(format, body)).toContain(isForm ? '"Test event"' : `"${DIALECTS[format].names[type]}"`)
  })

  it.each(WEBHOOK_EVENT_TYPES)('says no address of an erased recipient in %s', (type) => {
    const erased = { bounce: { bouncedRecipients: [{ emailAddress: '[erased]' }] }, recipient: '[erased]' }
    const about = { message: { ...subject.message!, to: [], subject: null }, recipient: null }
    expect(JSON.stringify(bodyOf(format, type, erased, about))).not.toContain('ada@')
  })
})

test('bodies of our own format stay as they are', () => {
  expect(bodyIn(undefined, 'no JSON')).toBe('no JSON')
  expect(bodyIn('postline', 'no JSON')).toBe('no JSON')
})

test('the verification key belongs to the secret, and to no other', () => {
  const secret = '9c4e'.repeat(16)
  expect(verificationKeyOf(secret)).toBe(verificationKeyOf(secret))
  expect(verificationKeyOf(secret)).not.toBe(verificationKeyOf('0'.repeat(64)))
  expect(signingKeyOf(secret).asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
})

test('docs/webhooks.md lists what becomes of each type of events', async () => {
  const docs = await readFile('docs/webhooks.md', 'utf8')
  const rows = WEBHOOK_EVENT_TYPES.map((type) => {
    const names = OTHERS.map((format) => DIALECTS[format].names[type])
    return `| ${[type, ...names].map((name) => (name === undefined ? '–' : `\`${name}\``)).join(' | ')} |`
  })
  for (const row of rows) expect(docs).toContain(row)
  expect(WEBHOOK_FORMATS).toEqual(['postline', ...OTHERS])
})
