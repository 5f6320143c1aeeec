import { getNamedType, isObjectType, isUnionType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TIMELINE_EVENT_TYPES, type TimelineEventType } from '../../src/contract/events.js'
import { detailsType } from '../../src/graphql/event-details.js'
import { schema } from '../../src/graphql/schema.js'
import { recordEvents } from '../support/record-events.js'
import { aSend, startApp, type TestApp } from '../support/start-app.js'
import { askWell } from './graphql-client.js'

let app: TestApp
let messageId: string
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  const { body } = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
  messageId = body.id
})
afterAll(() => app.close())

type Payload = Record<string, unknown>
interface Case {
  payload: Payload
  details: Payload
}

const ADA = 'ada@example.com'
const reply = { status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 No such user' }
const NOBODY = { action: null, status: null, diagnosticCode: null }
const CLIENT = { ipAddress: '192.0.2.1', userAgent: 'Mail' }
const TIME = '2026-11-24T09:00:00.000Z'
const stop: Case = {
  payload: { reason: 'hard_bounce', state: 'suppressed' },
  details: { detail: null, reason: 'hard_bounce', state: 'SUPPRESSED' },
}

/** Payloads of each type, from each source that it can have. */
const CASES: Record<TimelineEventType, Case[]> = {
  sent: [{ payload: { provider_message_id: 'p-1' }, details: { detail: null, providerMessageId: 'p-1' } }],
  delivered: [
    {
      payload: { notificationType: 'Delivery', delivery: { recipients: [ADA], smtpResponse: '250 ok' } },
      details: { detail: null, recipients: [ADA], smtpResponse: '250 ok' },
    },
    {
      payload: { detail: 'Simulated.', recipient: ADA },
      details: { detail: 'Simulated.', recipients: [ADA], smtpResponse: null },
    },
  ],
  opened: [
    {
      payload: { open: { timestamp: TIME, ...CLIENT }, mail: { destination: [ADA] } },
      details: { detail: null, recipients: [ADA], timestamp: TIME, ...CLIENT },
    },
    {
      payload: { timestamp: TIME, ip_address: '192.0.2.1', user_agent: 'Mail' },
      details: { detail: null, recipients: [], timestamp: TIME, ...CLIENT },
    },
  ],
  clicked: [
    {
      payload: {
        click: { timestamp: TIME, link: 'https://a.test/', ...CLIENT },
        mail: { destination: [ADA, 'b@c.d'] },
      },
      details: { detail: null, recipients: [], timestamp: TIME, link: 'https://a.test/', ...CLIENT },
    },
    {
      payload: { timestamp: TIME, ip_address: '192.0.2.1', user_agent: 'Mail', link: 'https://b.test/' },
      details: { detail: null, recipients: [], timestamp: TIME, link: 'https://b.test/', ...CLIENT },
    },
  ],
  delivery_delayed: [
    {
      payload: {
        deliveryDelay: {
          ...{ delayType: 'MailboxFull', expirationTime: TIME },
          delayedRecipients: [{ emailAddress: ADA, ...reply }],
        },
      },
      details: {
        ...{ detail: null, delayType: 'MailboxFull', expirationTime: TIME },
        delayedRecipients: [{ email: ADA, action: null, ...reply }],
      },
    },
  ],
  bounced: [
    {
      payload: {
        bounce: {
          ...{ bounceType: 'Permanent', bounceSubType: 'General' },
          bouncedRecipients: [{ emailAddress: ADA, action: 'failed', ...reply }, null, 'nonsense'],
        },
        ...{ suppresses: false, reason: 'Several recipients.' },
      },
      details: {
        ...{ detail: null, bounceType: 'Permanent', bounceSubType: 'General', suppresses: false },
        ...{ reason: 'Several recipients.', bouncedRecipients: [{ email: ADA, action: 'failed', ...reply }] },
      },
    },
    {
      payload: { detail: 'Simulated.', recipient: ADA, bounce: 'nonsense' },
      details: {
        ...{ detail: 'Simulated.', bounceType: null, bounceSubType: null, suppresses: null, reason: null },
        bouncedRecipients: [{ email: ADA, ...NOBODY }],
      },
    },
  ],
  complained: [
    {
      payload: { complaint: { complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress: ADA }, {}] } },
      details: { detail: null, recipients: [ADA], feedbackType: 'abuse', suppresses: null, reason: null },
    },
  ],
  failed: [
    {
      payload: { error: '550 5.7.26 no', reason: 'Check SPF.' },
      details: { detail: null, error: '550 5.7.26 no', reason: 'Check SPF.' },
    },
    { payload: { reject: { reason: 'Bad content' } }, details: { detail: null, error: 'Bad content', reason: null } },
    { payload: { failure: { errorMessage: 'No' } }, details: { detail: null, error: 'No', reason: null } },
    { payload: { error: 7 }, details: { detail: null, error: null, reason: null } },
  ],
  suppressed: [stop, { payload: { state: 'gone' }, details: { detail: null, reason: null, state: null } }],
  unsubscribed: [
    { payload: { ...stop.payload, state: 'unsubscribed' }, details: { ...stop.details, state: 'UNSUBSCRIBED' } },
  ],
}

const union = schema.getType('EventDetails')
const members = isUnionType(union) ? union.getTypes() : []

/** Every member with all of its fields, which must not conflict. */
const selection = members
  .map((type) => {
    const fields = Object.values(type.getFields()).map((field) => {
      const own = getNamedType(field.type)
      return isObjectType(own) ? `${field.name} { ${Object.keys(own.getFields()).join(' ')} }` : field.name
    })
    return `... on ${type.name} { ${fields.join(' ')} }`
  })
  .join(' ')

test('every type of events has details of its own', () => {
  expect(members.map(({ name }) => name).toSorted()).toEqual(TIMELINE_EVENT_TYPES.map(detailsType).toSorted())
})

test.each(TIMELINE_EVENT_TYPES)('the details of %s say what the payload says', async (type) => {
  for (const { payload, details } of CASES[type]) {
    const [id] = await recordEvents(app.app, app.accountId, [{ message_id: messageId, type, payload }])
    const query = `query ($id: ID!) { message(id: $id) { events { id payload details { __typename ${selection} } } } }`
    const { message } = await askWell(app, query, { id: messageId })
    const event = message.events.find((each: { id: string }) => each.id === id)
    expect(event).toEqual({ id, payload, details: { __typename: detailsType(type), ...details } })
  }
})
