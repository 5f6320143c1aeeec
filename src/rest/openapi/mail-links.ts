import type { JsonObject } from './json.js'
import { countedHeaders, type ErrorResponses, requestIdHeader } from './responses.js'

const text: JsonObject = { type: 'string' }
const inPath = (name: string, description: string): JsonObject => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: text,
})
const TOKEN = inPath('token', 'What the service signed or made when it wrote the mail.')

/** What the links in mails lead to. Most of it answers pages for people; the token in the address stands for a key. */
export function describeMailLinks(errors: ErrorResponses): JsonObject {
  return { ...describePages(errors), ...describeTracking(errors) }
}

function describePages(errors: ErrorResponses): JsonObject {
  const refusals = ['invalid_token', 'rate_limit_exceeded', 'internal_error', 'overloaded'] as const
  const page = (operationId: string, summary: string, more: JsonObject = {}): JsonObject => ({
    operationId,
    ...common(summary, TOKEN),
    ...more,
    responses: {
      200: { description: 'A page.', headers: countedHeaders(), content: { 'text/html': {} } },
      ...errors.ofPages(more.requestBody ? ['invalid_request', 'payload_too_large', ...refusals] : refusals),
    },
  })
  const form = (schema: JsonObject, required: boolean): JsonObject => ({
    requestBody: {
      required,
      content: { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } },
    },
  })
  const oneClick = {
    type: 'object',
    properties: { 'List-Unsubscribe': { type: 'string', const: 'One-Click' } },
    required: ['List-Unsubscribe'],
  }
  return {
    '/verify/{token}': {
      get: page('verifyPage', 'Asks somebody whether test mail may be sent to them; changes nothing'),
      post: page('verifyAgree', 'Verifies the test recipient, as the button of the page does', form(FREE, false)),
    },
    '/unsubscribe/{token}': {
      get: page('unsubscribePage', 'Asks whether marketing mail should end; changes nothing'),
      post: page(
        'unsubscribeOneClick',
        'Ends marketing mail to a recipient: one-click unsubscription (RFC 8058)',
        form(oneClick, true),
      ),
    },
  }
}

const FREE: JsonObject = { type: 'object' }

function describeTracking(errors: ErrorResponses): JsonObject {
  const both = (name: string, summary: string, parameter: JsonObject, responses: JsonObject): JsonObject => ({
    get: { operationId: `${name}Fetch`, ...common(summary, parameter), responses },
    head: { operationId: `${name}Head`, ...common(`${summary}: its headers; records nothing`, parameter), responses },
  })
  const file = inPath('file', 'A token and `.gif`. The picture comes whatever it is.')
  return {
    '/o/{file}': both('trackOpen', 'The picture by which an open is recorded', file, {
      200: { description: 'The picture.', headers: requestIdHeader(), content: { 'image/gif': {} } },
      ...errors.of(['internal_error']),
    }),
    '/c/{token}': both('trackClick', 'Records a click and leads on to where the link in the mail pointed', TOKEN, {
      302: {
        description: 'The way on.',
        headers: { ...requestIdHeader(), Location: { description: 'Where the link pointed.', schema: text } },
      },
      404: { description: 'A page that says so.', headers: requestIdHeader(), content: { 'text/html': {} } },
      ...errors.of(['rate_limit_exceeded', 'internal_error', 'overloaded']),
    }),
  }
}

const common = (summary: string, parameter: JsonObject): JsonObject => ({
  tags: ['Service'],
  summary,
  security: [],
  parameters: [parameter],
})
