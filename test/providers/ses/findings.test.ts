import { describe, expect, test } from 'vitest'
import { interpretSes } from '../../../src/providers/ses/findings.js'
import { readSesNotification } from '../../../src/providers/ses/notification.js'
import { type Form, SES_EVENTS, SES_TYPES, sesNotification } from '../../support/ses-notifications.js'

const RECEIVED = new Date('2026-03-04T05:06:07.000Z')
const AT = new Date('2026-03-04T05:00:00.123Z')
const named = { providerMessageId: 'ses-1', recipients: ['One@Example.com', 'two@example.com'], at: AT }

function findings(content: Record<string, unknown>) {
  const { event, unsubscribe } = interpretSes(readSesNotification(JSON.stringify(content))!, RECEIVED)
  return { event, suppress: event?.suppress ?? [], unsubscribe }
}

function ofType(type: string, part: Record<string, unknown> = {}, form: Form = 'feedback') {
  return findings(sesNotification(type, form, named, part))
}

describe.each(['feedback', 'publishing'] as const)('in the form of %s', (form) => {
  test.each(SES_EVENTS)(
    'a %s becomes %s at its own time, with the notification and its type as payload',
    (type, timelineType) => {
      const content = sesNotification(type, form, named)
      expect(findings(content).event).toMatchObject({
        type: timelineType,
        occurredAt: AT,
        payload: { ...content, notificationType: type },
      })
    },
  )

  test.each(['Send', 'Subscription'])('a %s gets no event', (type) => {
    expect(findings(sesNotification(type, form, named)).event).toBeNull()
  })
})

describe('suppressed recipients', () => {
  test.each(['Transient', 'Undetermined', 'permanent', undefined])('are none for a bounce of type %s', (bounceType) => {
    expect(ofType('Bounce', { bounceType })).toMatchObject({ event: { type: 'bounced' }, suppress: [] })
  })

  test('are all recipients of a hard bounce', () => {
    const reason = 'hard_bounce'
    expect(ofType('Bounce').suppress).toEqual([
      { recipient: 'One@example.com', reason },
      { recipient: 'two@example.com', reason },
    ])
  })

  test('are all recipients of a complaint, unless it says not-spam', () => {
    expect(ofType('Complaint').suppress).toHaveLength(2)
    expect(ofType('Complaint', { complaintFeedbackType: undefined }).suppress).toHaveLength(2)
    expect(ofType('Complaint', { complaintFeedbackType: 'not-spam' })).toEqual({
      event: null,
      suppress: [],
      unsubscribe: [],
    })
  })

  test.each(SES_TYPES.filter((type) => type !== 'Bounce' && type !== 'Complaint'))('are none for a %s', (type) => {
    expect(ofType(type).suppress).toEqual([])
  })

  test('are only valid addresses, without display names', () => {
    const bouncedRecipients = [
      { emailAddress: 'A Name <a@b.example>' },
      { emailAddress: '=?utf-8?q?J=C3=B6rg?= <joerg@b.example>' },
      { emailAddress: 'nobody' },
      { emailAddress: 7 },
      'c@d.example',
      null,
      [],
    ]
    expect(ofType('Bounce', { bouncedRecipients }).suppress.map(({ recipient }) => recipient)).toEqual([
      'a@b.example',
      'joerg@b.example',
      'c@d.example',
    ])
    expect(ofType('Bounce', { bouncedRecipients: 'a@b.example' }).suppress).toEqual([])
  })
})

describe('unsubscribed recipients', () => {
  const one = { ...named, recipients: ['one@example.com'] }
  const subscription = (part: Record<string, unknown>, of = one) =>
    findings(sesNotification('Subscription', 'publishing', of, part)).unsubscribe

  test('are recipients who unsubscribe from everything or through the mail header', () => {
    const topics = (subscriptionStatus: string) => ({
      newTopicPreferences: { unsubscribeAll: false, topicSubscriptionStatus: [{ topicName: 'a', subscriptionStatus }] },
    })
    expect(subscription({})).toEqual(['one@example.com'])
    expect(subscription(topics('OptOut'))).toEqual(['one@example.com'])
    expect(subscription({ ...topics('OptOut'), source: 'UpdateContact' })).toEqual([])
    expect(subscription(topics('OptIn'))).toEqual([])
  })

  test('are none if the mail has several recipients', () => {
    expect(subscription({}, named)).toEqual([])
  })
})

describe('the id of an event', () => {
  const idOf = (content: Record<string, unknown>) => findings(content).event!.providerEventId

  test.each(['Bounce', 'Complaint'])('is the feedbackId for a %s', (type) => {
    expect(idOf(sesNotification(type, 'feedback', named, { feedbackId: 'feedback-1' }))).toBe('feedback-1')
  })

  test.each(['Delivery', 'Reject', 'Rendering Failure', 'Open', 'Click', 'DeliveryDelay'])(
    'is the same in both forms for a %s',
    (type) => {
      const id = idOf(sesNotification(type, 'feedback', named))
      expect(id).toMatch(/^[0-9a-f]{64}$/)
      expect(idOf(sesNotification(type, 'publishing', { ...named, messageId: 'msg_x' }))).toBe(id)
    },
  )

  test('does not depend on the order of the recipients', () => {
    const turned = { ...named, recipients: [...named.recipients].reverse() }
    expect(idOf(sesNotification('Delivery', 'feedback', turned))).toBe(
      idOf(sesNotification('Delivery', 'feedback', named)),
    )
  })

  test.each([
    ['mail', 'Click', { providerMessageId: 'ses-2' }, {}],
    ['time', 'Click', {}, { timestamp: '2026-03-04T05:00:00.124Z' }],
    ['link', 'Click', {}, { link: 'https://example.com/other' }],
    ['address', 'Open', {}, { ipAddress: '192.0.2.2' }],
    ['user agent', 'Open', {}, { userAgent: 'other' }],
    ['recipient', 'Delivery', { recipients: ['three@example.com'] }, {}],
  ])('differs with another %s', (_what, type, other, part) => {
    const id = idOf(sesNotification(type, 'feedback', named))
    expect(idOf(sesNotification(type, 'feedback', { ...named, ...other }, part))).not.toBe(id)
  })

  test('is a digest if the feedbackId is very long', () => {
    const ids = ['a', 'b'].map((end) =>
      idOf(sesNotification('Bounce', 'feedback', named, { feedbackId: 'x'.repeat(10_000) + end })),
    )
    expect(ids[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(ids[1]).not.toBe(ids[0])
  })
})

describe('the time of an event', () => {
  test("is the mail's time if the event has none, and the time of arrival if both are missing", () => {
    expect(ofType('Delivery', { timestamp: undefined }).event!.occurredAt).toEqual(AT)
    const bare = { notificationType: 'Delivery', mail: { messageId: 'ses-1' }, delivery: {} }
    expect(findings(bare).event!.occurredAt).toEqual(RECEIVED)
  })

  test.each(['soon', 7, null, '+275760-09-13T00:00:00.000Z', '-000001-01-01T00:00:00Z', {}])(
    'is not %s',
    (timestamp) => {
      expect(ofType('Open', { timestamp }).event!.occurredAt).toEqual(AT)
    },
  )

  test('is after the hand-over for a rejection without a time', () => {
    expect(ofType('Reject').event).toMatchObject({ isAfterSent: true, occurredAt: AT })
    const own = ofType('Reject', { timestamp: '2026-03-04T06:00:00.000Z' }).event
    expect(own).toMatchObject({ isAfterSent: false, occurredAt: new Date('2026-03-04T06:00:00.000Z') })
    expect(ofType('Delivery').event!.isAfterSent).toBe(false)
  })
})
