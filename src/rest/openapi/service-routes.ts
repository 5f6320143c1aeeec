import type { JsonObject } from './json.js'
import { countedHeaders, type ErrorResponses, requestIdHeader } from './responses.js'

const answer = (description: string, mediaType: string, schema: JsonObject = {}): JsonObject => ({
  description,
  headers: requestIdHeader(),
  content: { [mediaType]: schema.type ? { schema } : {} },
})

const open = (operationId: string, summary: string, responses: JsonObject): JsonObject => ({
  get: { operationId, tags: ['Service'], summary, security: [], responses },
})

const text: JsonObject = { type: 'string' }
const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
const state = (word: string): JsonObject => ({ type: 'string', const: word })

/** What the service answers beside its operations. */
export function describeService(errors: ErrorResponses): JsonObject {
  const general = ['invalid_request', 'forbidden', 'payload_too_large', 'internal_error'] as const
  return {
    '/session': {
      post: {
        operationId: 'sessionOpen',
        tags: ['Service'],
        summary: 'Opens a session for a browser: a cookie that stands for a key',
        security: [],
        requestBody: { required: true, content: { 'application/json': { schema: object({ key: text }) } } },
        responses: {
          200: {
            ...answer('Open.', 'application/json', object({ account_id: text, scope: text })),
            headers: { ...countedHeaders(), 'Set-Cookie': { description: 'The session.', schema: text } },
          },
          ...errors.of([...general, 'unauthorized', 'account_suspended', 'rate_limit_exceeded', 'overloaded']),
        },
      },
      delete: {
        operationId: 'sessionClose',
        tags: ['Service'],
        summary: 'Closes the session of this browser',
        security: [],
        responses: {
          204: { description: 'Closed, or there was none.', headers: requestIdHeader() },
          ...errors.of(general),
        },
      },
    },
    ...openPaths,
  }
}

/** What anybody may read. */
const openPaths: JsonObject = {
  '/healthz': open('healthz', 'Tells that the process is up', {
    200: answer('It is.', 'application/json', object({ status: state('ok') })),
  }),
  '/readyz': open('readyz', 'Tells whether the databases answer', {
    200: answer('They do.', 'application/json', object({ status: state('ready') })),
    503: answer('They do not.', 'application/json', object({ status: state('not ready'), reason: text })),
  }),
  '/openapi.json': open('openapi', 'This document', {
    200: answer('The document.', 'application/json', { type: 'object' }),
    304: { description: 'It is the one that you have.', headers: requestIdHeader() },
  }),
  '/docs': open('docs', 'This document as a page to read and to try', {
    200: answer('The page.', 'text/html'),
    304: { description: 'It is the one that you have.', headers: requestIdHeader() },
  }),
}
