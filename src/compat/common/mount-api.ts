import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../../errors.js'
import { authenticateKey } from '../../http/authenticate.js'
import { answerFor } from '../../http/errors.js'
import { mountFormRoutes, readForm } from '../../http/multipart.js'
import { NEVER_STORED } from '../../http/response-headers.js'
import { JSON_TYPE, sendJson } from '../../http/send-json.js'
import type { DoorDeps } from '../../http/server.js'
import { isPlain } from '../../lib/json/plain-objects.js'
import { BODY_SIZES, bodySizeOf } from '../../operations/body-sizes.js'
import { assertAllowed, runOperation } from '../../operations/runner.js'
import type { CompatApi, CompatCall, CompatRoute, Unsupported } from './api.js'
import { notSupported } from './not-supported.js'
import { orRefusal } from './outcomes.js'
import { namesOf, readGiven } from './read-given.js'
import { renameFields } from './rename-fields.js'

const ALL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Names the fields of a request that had no effect, so that none is dropped in silence. */
const IGNORED_HEADER = 'postline-ignored'

/** Mounts the API of another service below a prefix, like `/compat/resend`. */
export function mountApi(server: FastifyInstance, deps: DoorDeps, prefix: string, api: CompatApi): void {
  deps.openRequests.format(`${prefix}/`, (error, { id, url, headers }) =>
    api.answerError(error, { id, headers, routeOptions: { url: url.split('?', 1)[0] } }),
  )
  server.register(
    async (scope) => {
      scope.setErrorHandler((failure, request, reply) => sendFailure(api, request, reply, failure))
      const mount = (within: FastifyInstance, route: CompatRoute) => {
        for (const url of spellings(route.path)) bind(within, deps, api, route, url)
      }
      for (const route of api.routes) if (!route.isForm) mount(scope, route)
      mountFormRoutes(scope, (forms) => {
        for (const route of api.routes) if (route.isForm) mount(forms, route)
      })
      for (const unsupported of api.unsupported) refuse(scope, unsupported)
      scope.route({
        method: [...ALL_METHODS],
        url: '/*',
        // Before the body is read.
        onRequest: async ({ method, url }) => {
          throw new ApiError('not_found', `There is no route ${method} ${url.split('?', 1)[0]}.`)
        },
        handler: async () => undefined,
      })
    },
    { prefix },
  )
}

/** SDKs end some paths with a slash. */
const spellings = (path: string) => [path, `${path}/`]

function bind(scope: FastifyInstance, deps: DoorDeps, api: CompatApi, route: CompatRoute, url: string): void {
  const { operation, method, names = [] } = route
  scope.route({
    method,
    url,
    config: { body: bodySizeOf(operation) },
    // Before the body is read, so that nobody can upload anything without a suitable key.
    onRequest: async (request, reply) => {
      reply.headers(NEVER_STORED)
      const isWrite = operation.kind === 'mutation'
      const caller = await authenticateKey(deps, request, reply, api.authorizationOf(request), { isWrite })
      await assertAllowed(deps, operation, caller)
    },
    handler: async (request, reply) => {
      const ignored = new Set<string>()
      const unread = new Unread(request, route)
      const call = callOf(deps, request, reply, {
        ...{ ignored, unread, hasAnyCapitals: api.hasAnyCapitals ?? false },
        maxBytes: BODY_SIZES[bodySizeOf(operation)].maxBytes,
      })
      // Also of one that throws before it returns a promise.
      const answer = await Promise.resolve()
        .then(() => route.answer(call))
        .catch((failure: unknown) => {
          throw failure instanceof ApiError ? renameFields(failure, names) : failure
        })
        .finally(async () => {
          for (const name of await unread.names()) ignored.add(name)
          // Without a result: a reply is a promise of its own end.
          if (ignored.size > 0) reply.header(IGNORED_HEADER, [...ignored].join(', '))
        })
      if (answer === null) return reply.code(route.status ?? 204).send()
      return sendJson(reply.code(route.status ?? 200), answer)
    },
  })
}

function callOf(
  deps: DoorDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    ignored,
    unread,
    hasAnyCapitals,
    maxBytes,
  }: {
    /** Receives the names of fields without an effect. */
    ignored: Set<string>
    /** Learns what is read. */
    unread: Unread
    hasAnyCapitals: boolean
    maxBytes: number
  },
): CompatCall {
  let changes = 0
  return {
    request,
    param: (name) => (request.params as Record<string, string>)[name] ?? '',
    body: (schema) => {
      unread.body = false
      return readGiven(schema, request.body, ignored)
    },
    form: () => {
      unread.body = false
      return readForm(request, maxBytes)
    },
    readMail: (mail) => deps.services.submittedMails.read(request.caller!, mail),
    read: (schema, given) => {
      unread.body = false
      return readGiven(schema, given, ignored)
    },
    query: (schema) => {
      unread.query = false
      const given = { ...(request.query as object) }
      return readQuery(schema, hasAnyCapitals ? withCapitalsOf(schema, given) : given)
    },
    changeWebhooks: (change) => deps.services.webhookLock.hold(request.caller!.accountId, change),
    setHeader: (name, value) => void reply.header(name, value),
    ignore: (path) => void ignored.add(path),
    run: async (operation, input, facts) => {
      if (operation.kind === 'mutation' && changes++ > 0) await takeFurtherSlot(deps, request)
      return runOperation(deps, operation, request.caller, input, facts)
    },
  }
}

/** What a request has and its route does not look at: many need neither a query nor a body. */
class Unread {
  query = true
  body = true
  readonly #request: FastifyRequest
  readonly #route: CompatRoute

  constructor(request: FastifyRequest, route: CompatRoute) {
    this.#request = request
    this.#route = route
  }

  /** The parameters of the query and the fields of the body that nothing has read. */
  async names(): Promise<string[]> {
    const query = this.query ? { ...(this.#request.query as object) } : {}
    const body = this.body ? await this.#fields() : {}
    return [query, body].flatMap((part) => (isPlain(part) ? namesOf(part) : []))
  }

  async #fields(): Promise<unknown> {
    const { operation, isForm } = this.#route
    if (!isForm) return this.#request.body
    // A form that cannot be read has no fields. What the request asked for is done by now.
    const form = await readForm(this.#request, BODY_SIZES[bodySizeOf(operation)].maxBytes).catch(() => null)
    return form && Object.fromEntries(form.fields)
  }
}

/** A query with the names that a schema has. */
function withCapitalsOf(schema: z.ZodType, query: object): object {
  if (!(schema instanceof z.ZodObject)) return query
  const names = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]))
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]),
  )
}

/** Reads a query. @throws ApiError 501 for an unknown parameter: without a filter, the answer would mean something else. */
function readQuery<S extends z.ZodType>(schema: S, query: object): z.output<S> {
  const unknown = new Set<string>()
  const read = orRefusal(() => readGiven(schema, query, unknown))
  for (const name of unknown) throw notSupported(name, 'Leave this parameter out.')
  if (read instanceof ApiError) throw read
  return read
}

/** Longest wait of an operation for the rate limit, in ms: 100 operations in a row at the lowest limit take less. */
const MAX_WAIT_MS = 60_000

/**
 * Each change of a call after the first counts as a request of the account, as it would elsewhere. It waits for its slot,
 * because what was done before stays done. What a call only reads is limited by the size of a page.
 * @throws ApiError `rate_limit_exceeded` after a minute, or if the client is gone.
 */
async function takeFurtherSlot({ limiter }: DoorDeps, { caller, raw }: FastifyRequest): Promise<void> {
  if (!caller) return
  const deadline = performance.now() + MAX_WAIT_MS
  for (;;) {
    try {
      await limiter.take(caller)
      return
    } catch (error) {
      const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined
      if (seconds === undefined || raw.socket.destroyed || performance.now() + seconds * 1_000 > deadline) throw error
      await setTimeout(seconds * 1_000)
    }
  }
}

/** Answers calls without a counterpart, whatever their key and body. Routes of the same path go before it. */
function refuse(scope: FastifyInstance, { path, methods = ALL_METHODS, instead }: Unsupported): void {
  for (const url of [path, `${path}/*`]) {
    const method = methods.filter((method) => !scope.hasRoute({ url: scope.prefix + url, method }))
    if (method.length === 0) continue
    scope.route({
      method,
      url,
      onRequest: async ({ method }) => {
        throw new ApiError('not_supported', `${method} ${path} has no counterpart here. ${instead}`)
      },
      handler: async () => undefined,
    })
  }
}

function sendFailure(api: CompatApi, request: FastifyRequest, reply: FastifyReply, failure: unknown): FastifyReply {
  const error = answerFor(request, reply, failure)
  const { status, body } = api.answerError(error, request)
  return reply.code(status).type(JSON_TYPE).send(body)
}
