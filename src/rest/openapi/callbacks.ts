import type { JsonObject } from './json.js'
import { type ErrorResponses, requestIdHeader } from './responses.js'

const text: JsonObject = { type: 'string' }
const texts: JsonObject = { type: 'array', items: text }

const ERRORS = [
  'invalid_request',
  'invalid_signature',
  'payload_too_large',
  'rate_limit_exceeded',
  'internal_error',
  'overloaded',
  'provider_unavailable',
] as const

const header = (name: string, description: string): JsonObject => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: text,
})

const signatureHeaders = (prefix: string): JsonObject[] => [
  header(`${prefix}-Timestamp`, 'Unix seconds, at most five minutes from now. Not with an SNS envelope.'),
  header(
    `${prefix}-Signature`,
    'Hex HMAC-SHA256 over `<timestamp>.<raw body>`, keyed with CALLBACK_SECRET. Not with an SNS envelope.',
  ),
]

const received = (description: string): JsonObject => ({
  description,
  headers: requestIdHeader(),
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { received: { type: 'boolean', const: true } },
        required: ['received'],
      },
    },
  },
})

const json: JsonObject = { 'application/json': { schema: { type: 'object' } } }

interface Callback {
  summary: string
  description: string
  parameters: JsonObject[]
  /** Bodies by their media types. */
  content: JsonObject
  responses: JsonObject
}

/** A route that needs no key, because each request is signed. */
const callback = (name: string, { summary, description, parameters, content, responses }: Callback): JsonObject => ({
  [`/v1/callbacks/${name.toLowerCase()}`]: {
    post: {
      operationId: `callback${name}`,
      tags: ['Service'],
      ...{ summary, description, security: [], parameters },
      requestBody: { required: true, content },
      responses,
    },
  },
})

/** The routes for providers of mail and billing. */
export function describeCallbacks(errors: ErrorResponses, headerPrefix: string): JsonObject {
  return { ...describeSes(errors, headerPrefix), ...describeInbound(errors, headerPrefix), ...describeStripe(errors) }
}

function describeSes(errors: ErrorResponses, headerPrefix: string): JsonObject {
  return callback('Ses', {
    summary: 'Takes notifications of Amazon SES about mail: deliveries, bounces, complaints, opens and more',
    description:
      'The body is an SNS envelope, signed by Amazon, or a bare SES notification with the two signature headers. It is ' +
      'stored before it is acknowledged. Each event appears on its timeline once, however often and in whatever ' +
      'form it is reported.',
    parameters: signatureHeaders(headerPrefix),
    content: { ...json, 'text/plain': { schema: text } },
    responses: { 200: received('Stored, now or by an earlier attempt.'), ...errors.of(ERRORS) },
  })
}

function describeInbound(errors: ErrorResponses, headerPrefix: string): JsonObject {
  return callback('Inbound', {
    summary: 'Takes received mail: a message, or an SES notification with one',
    description:
      'The body is a message (RFC 5322) whose envelope is in two headers, or an SES notification of received mail ' +
      'with its `content`, bare or in an SNS envelope. The exact bytes are stored before they are acknowledged, ' +
      'as one email for each recipient on a domain with inbound on; the same bytes again are the same email.',
    parameters: [
      ...signatureHeaders(headerPrefix),
      header(`${headerPrefix}-Sender`, 'The envelope sender of a message; empty for the null sender.'),
      header(`${headerPrefix}-Recipient`, 'The envelope recipients of a message, separated by commas.'),
    ],
    content: { 'message/rfc822': { schema: text }, ...json, 'text/plain': { schema: text } },
    responses: {
      200: {
        description: 'Stored, now or by an earlier attempt.',
        headers: requestIdHeader(),
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                accepted: { ...texts, description: 'The ids of the inbound emails, one for each recipient.' },
                ignored: { ...texts, description: 'Recipients whose mail is not received here.' },
              },
              required: ['accepted', 'ignored'],
            },
          },
        },
      },
      ...errors.of([...ERRORS, 'not_found']),
    },
  })
}

function describeStripe(errors: ErrorResponses): JsonObject {
  const others = ERRORS.filter((code) => code !== 'provider_unavailable')
  return callback('Stripe', {
    summary: 'Takes the events of Stripe about subscriptions',
    description:
      'The body is an event, signed by Stripe over the bytes as sent. The subscription that it names is read again ' +
      'from Stripe, and its state is stored before the event is acknowledged.',
    parameters: [header('Stripe-Signature', 'The signature of Stripe, at most five minutes old.')],
    content: json,
    responses: {
      200: received('Its effect is stored, or it concerns no account here.'),
      ...errors.of([...others, 'billing_not_configured', 'billing_unavailable']),
    },
  })
}
