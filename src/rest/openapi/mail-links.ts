import type { ErrorCode } from '../../errors.js'
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
const TOKEN = inPath('token', 'The token in the link.')

/** The routes behind links in mails. Most return pages for people; the token in the URL takes the place of a key. */
export function describeMailLinks(errors: ErrorResponses): JsonObject {
  return { ...describePages(errors), ...describeTracking(errors), ...describeLinkHosts(errors) }
}

const REFUSALS: readonly ErrorCode[] = ['invalid_token', 'rate_limit_exceeded', 'internal_error', 'overloaded']
/** A link in mail does not work under the host of a domain of another account. */
const LINK_REFUSALS: readonly ErrorCode[] = [...REFUSALS, 'not_found']

function describePages(errors: ErrorResponses): JsonObject {
  const page = (
    operationId: string,
    summary: string,
    more: JsonObject = {},
    refusals: readonly ErrorCode[] = LINK_REFUSALS,
  ): JsonObject => ({
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
      get: page('verifyPage', 'Shows a page that asks a person to accept test mail; changes nothing', {}, REFUSALS),
      post: page(
        'verifyAgree',
        'Verifies the test recipient; called by the button of the page',
        form(FREE, false),
        REFUSALS,
      ),
    },
    '/unsubscribe/{token}': {
      get: page('unsubscribePage', 'Shows a page to unsubscribe from marketing mail; changes nothing'),
      post: page(
        'unsubscribeOneClick',
        'Unsubscribes a recipient from marketing mail with one click (RFC 8058)',
        form(oneClick, true),
      ),
    },
    '/preferences/{token}': {
      get: page('preferencesPage', 'Shows what marketing mail a recipient gets from a sender; changes nothing'),
      post: page('preferencesSave', 'Changes it; called by the buttons of the page', form(PREFERENCES, true)),
    },
  }
}

const PREFERENCES: JsonObject = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: ['save', 'unsubscribe', 'resubscribe'] },
    shown: { type: 'array', items: text, description: 'The topics that the page has shown.' },
    topic: { type: 'array', items: text, description: 'Those of them that the recipient wants.' },
  },
  required: ['action'],
}

const FREE: JsonObject = { type: 'object' }

function describeTracking(errors: ErrorResponses): JsonObject {
  const fetch = (name: string, summary: string, parameter: JsonObject, responses: JsonObject): JsonObject => ({
    get: { operationId: `${name}Fetch`, ...common(summary, parameter), responses },
  })
  const file = inPath('file', 'A token and `.gif`. Any token gets the picture.')
  return {
    '/o/{file}': fetch('trackOpen', 'Returns the tracking picture and records an open', file, {
      200: { description: 'The picture.', headers: requestIdHeader(), content: { 'image/gif': {} } },
      ...errors.of(['not_found', 'rate_limit_exceeded', 'internal_error', 'overloaded']),
    }),
    '/c/{token}': fetch('trackClick', 'Records a click and redirects to the target of the link', TOKEN, {
      302: {
        description: 'The redirect.',
        headers: { ...requestIdHeader(), Location: { description: 'The target of the link.', schema: text } },
      },
      ...errors.ofPages(['not_found']),
      ...errors.of(['rate_limit_exceeded', 'internal_error', 'overloaded']),
    }),
  }
}

function describeLinkHosts(errors: ErrorResponses): JsonObject {
  const host = { name: 'domain', in: 'query', required: true, description: 'The host, without a port.', schema: text }
  const allowed = { type: 'object', properties: { allowed: { type: 'boolean', const: true } }, required: ['allowed'] }
  return {
    '/link-hosts/ask': {
      get: {
        operationId: 'linkHostAsk',
        ...common('Tells a proxy whether it may get a certificate for a host: links in mail are served under it', host),
        responses: {
          200: {
            description: 'It may.',
            headers: countedHeaders(),
            content: { 'application/json': { schema: allowed } },
          },
          ...errors.of(['invalid_request', 'not_found', 'rate_limit_exceeded', 'internal_error', 'overloaded']),
        },
      },
    },
  }
}

const common = (summary: string, parameter: JsonObject): JsonObject => ({
  tags: ['Service'],
  summary,
  security: [],
  parameters: [parameter],
})
