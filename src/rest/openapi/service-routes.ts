import { Session, SessionInput, SessionLinkInput } from '../../contract/session.js'
import type { JsonObject } from './json.js'
import { countedHeaders, type ErrorResponses, requestIdHeader } from './responses.js'
import type { SchemaBook } from './schema-book.js'

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
const readiness: JsonObject = {
  ...object({ status: state('ready') }),
  properties: {
    status: state('ready'),
    held: {
      ...{ type: 'boolean', const: true },
      description: 'Present after a restore until the operator resumes: accepted mail waits.',
    },
  },
}

/** Routes that are not operations. */
export function describeService(book: SchemaBook, errors: ErrorResponses): JsonObject {
  const general = ['invalid_request', 'forbidden', 'payload_too_large', 'internal_error'] as const
  return {
    '/session': {
      get: {
        operationId: 'sessionGet',
        tags: ['Service'],
        summary: 'Gets what the key or the session of the request may do',
        responses: {
          200: {
            ...answer('What it may do.', 'application/json', book.output(Session)),
            headers: countedHeaders(),
          },
          ...errors.of(['unauthorized', 'forbidden', 'rate_limit_exceeded', 'internal_error', 'overloaded']),
        },
      },
      post: {
        operationId: 'sessionOpen',
        tags: ['Service'],
        summary: 'Opens a session for a browser: a cookie that stands for a key',
        security: [],
        requestBody: { required: true, content: { 'application/json': { schema: book.input(SessionInput) } } },
        responses: {
          200: {
            ...answer('Open.', 'application/json', book.output(Session)),
            headers: { ...countedHeaders(), 'Set-Cookie': { description: 'The session.', schema: text } },
          },
          ...errors.of([...general, 'unauthorized', 'account_suspended', 'rate_limit_exceeded', 'overloaded']),
        },
      },
      delete: {
        operationId: 'sessionClose',
        tags: ['Service'],
        summary: 'Ends the session of this browser, in all processes and for every copy of its cookie',
        security: [],
        responses: {
          204: { description: 'Signed out, or there was no session.', headers: requestIdHeader() },
          ...errors.of([...general, 'overloaded']),
        },
      },
    },
    '/session/link': {
      post: {
        operationId: 'sessionOpenByLink',
        tags: ['Service'],
        summary: 'Opens a session for a browser by a link that signs in once',
        security: [],
        requestBody: { required: true, content: { 'application/json': { schema: book.input(SessionLinkInput) } } },
        responses: {
          200: {
            ...answer('Open.', 'application/json', book.output(Session)),
            headers: { ...countedHeaders(), 'Set-Cookie': { description: 'The session.', schema: text } },
          },
          ...errors.of([...general, 'invalid_token', 'account_suspended', 'rate_limit_exceeded', 'overloaded']),
        },
      },
    },
    ...openPaths,
  }
}

/** Public routes. */
const openPaths: JsonObject = {
  '/healthz': open('healthz', 'Checks that the process is up', {
    200: answer('It is up.', 'application/json', object({ status: state('ok') })),
  }),
  '/readyz': open('readyz', 'Checks that MongoDB and Redis answer, and that the first account exists', {
    200: answer('They answer, and it does.', 'application/json', readiness),
    503: answer(
      'One of them does not answer, or the service is starting.',
      'application/json',
      object({ status: state('not ready'), reason: text }),
    ),
  }),
  '/openapi.json': open('openapi', 'This document', {
    200: answer('The document.', 'application/json', { type: 'object' }),
    304: { description: 'You already have this version.', headers: requestIdHeader() },
  }),
  '/arazzo.json': open('arazzo', 'Workflows of several requests, as an Arazzo document', {
    200: answer('The document.', 'application/json', { type: 'object' }),
    304: { description: 'You already have this version.', headers: requestIdHeader() },
  }),
  '/llms.txt': open('llms', 'The pages of the documentation, as a list for language models', {
    200: answer('The list.', 'text/plain'),
    304: { description: 'You already have this version.', headers: requestIdHeader() },
  }),
  '/docs': open('docs', 'The documentation: quick start, guides, and at /docs/api this document as a page to try', {
    200: answer('The page.', 'text/html'),
    304: { description: 'You already have this version.', headers: requestIdHeader() },
  }),
}
