import { SESSION_COOKIE } from '../../http/session-cookie.js'
import { shouldYield, yieldToEventLoop } from '../../lib/concurrency/time-slices.js'
import { type Route, routes } from '../routes.js'
import { describeCallbacks } from './callbacks.js'
import { INTRODUCTION } from './introduction.js'
import type { JsonObject } from './json.js'
import { describeMailLinks } from './mail-links.js'
import { describeRoute } from './path-item.js'
import { ErrorResponses, headerComponents } from './responses.js'
import { SchemaBook } from './schema-book.js'
import { describeService } from './service-routes.js'
import { describeStoredFiles } from './stored-files.js'
import { describeTags } from './tags.js'
import { describeWebhook } from './webhook-request.js'

/** Version of the API under /v1. */
export const API_VERSION = '1.0.0'

interface DocumentOptions {
  headerPrefix: string
}

/** Builds the OpenAPI 3.1 document from the routes and the schemas of their operations. The output is deterministic. */
export function buildDocument(options: DocumentOptions): JsonObject {
  const steps = stepsOf(options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same in shares of the event loop. */
export async function buildDocumentInSlices(options: DocumentOptions): Promise<JsonObject> {
  const steps = stepsOf(options)
  for (;;) {
    if (shouldYield()) await yieldToEventLoop()
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Yields between routes. */
function* stepsOf({ headerPrefix }: DocumentOptions): Generator<undefined, JsonObject> {
  const book = new SchemaBook()
  const errors = new ErrorResponses(book)
  const paths = {
    ...(yield* describePaths(book, errors)),
    ...describeCallbacks(errors, headerPrefix),
    ...describeService(book, errors),
    ...describeStoredFiles(errors),
    ...describeMailLinks(errors),
  }
  const webhooks = describeWebhook(book, headerPrefix)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Postline',
      version: API_VERSION,
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The deployment that serves this document.' }],
    security: [{ apiKey: [] }, { session: [] }],
    tags: describeTags(),
    paths,
    webhooks,
    components: {
      schemas: book.components(),
      responses: errors.components(),
      headers: headerComponents,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `sk_live_…` or `sk_test_…`.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description: 'A browser session, from POST /session.',
        },
      },
    },
  }
}

function* describePaths(book: SchemaBook, errors: ErrorResponses): Generator<undefined, JsonObject> {
  const paths: Record<string, JsonObject> = {}
  for (const route of routes) {
    yield
    const path = templateOf(route)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(book, errors, route) }
  }
  return paths
}

/** `/v1/messages/:id` → `/v1/messages/{id}`. */
const templateOf = ({ path }: Route) => path.replaceAll(/:(\w+)/g, '{$1}')
