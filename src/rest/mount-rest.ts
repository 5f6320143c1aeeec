import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError, type ErrorDetail, fieldErrors } from '../errors.js'
import { authenticate, authenticateIfAsked } from '../http/authenticate.js'
import { isHead } from '../http/head-requests.js'
import { mountFileRoutes, readFile } from '../http/multipart.js'
import { readLargeBytes } from '../http/read-body.js'
import { NEVER_STORED } from '../http/response-headers.js'
import { JSON_TYPE, sendJson } from '../http/send-json.js'
import type { DoorDeps } from '../http/server.js'
import { BODY_SIZES, bodySizeOf } from '../operations/body-sizes.js'
import { describeRootIssue } from '../operations/input-issues.js'
import type { RunFacts } from '../operations/operation.js'
import { type AnyOperation, assertAllowed, runAllowed } from '../operations/runner.js'
import { mountCallbacks } from './callbacks/mount-callbacks.js'
import { mountInbound } from './callbacks/mount-inbound.js'
import { mountStripe } from './callbacks/mount-stripe.js'
import { markReplay, takesKey, withKeyOfHeader } from './idempotency-key.js'
import { assertNoIgnoredFields } from './ignored-fields.js'
import { inputOf, operationOf, type Route, routes } from './routes.js'
import { mountStoredFiles } from './stored-files.js'

/** The REST API: every route of `/v1`. */
export function mountRest(server: FastifyInstance, deps: DoorDeps): void {
  for (const route of routes) if (!route.file && !route.bodyType) bind(server, deps, route)
  for (const route of routes) if (route.bodyType) bindRaw(server, deps, route, route.bodyType)
  mountFileRoutes(server, (scope) => {
    for (const route of routes) if (route.file) bind(scope, deps, route)
  })
  mountStoredFiles(server, deps)
  mountCallbacks(server, deps)
  mountInbound(server, deps)
  mountStripe(server, deps)
}

/** A route whose body is taken as it is. */
function bindRaw(server: FastifyInstance, deps: DoorDeps, route: Route, mediaType: string): void {
  const { maxBytes } = BODY_SIZES[bodySizeOf(route.operation)]
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(mediaType, (_request: FastifyRequest, payload: IncomingMessage) =>
      readLargeBytes(payload, maxBytes),
    )
    scope.addContentTypeParser('*', (_request, _payload, done) =>
      done(new ApiError('invalid_request', `The body must be sent with \`Content-Type: ${mediaType}\`.`)),
    )
    bind(scope, deps, route)
  })
}

function bind(server: FastifyInstance, deps: DoorDeps, route: Route): void {
  const inputFor = inputReaderOf(route)
  server.route({
    method: route.method,
    url: route.path,
    config: { body: bodySizeOf(route.operation) },
    // Before the body is read, so that nobody can upload anything without a suitable key.
    onRequest: async (request, reply) => {
      const operation = operationOf(route, request)
      reply.headers(NEVER_STORED)
      const identify = operation.scope === 'public' ? authenticateIfAsked : authenticate
      const caller = await identify(deps, request, reply, { isWrite: operation.kind === 'mutation' })
      request.allowed = await assertAllowed(deps, operation, caller)
      request.caller = caller
    },
    handler: async (request, reply) => {
      assertNoIgnoredFields(route, request)
      const input = await inputFor(request)
      const facts: RunFacts = { onlyLooks: isHead(request) }
      const { operation, caller } = request.allowed!
      const signal = route.file && closingOf(reply)
      const result = await runAllowed(deps, { operation: inPieces(operation), caller }, input, facts, signal)
        .catch(inWordsOf(route, request))
        .finally(() => markReplay(reply, facts))
      reply.code((facts.existed ? route.statusIfExisted : route.status) ?? 200)
      const { answer, inPieces: isInPieces } = operation.rest ?? route
      if (isInPieces) return reply.type(JSON_TYPE).send(Readable.from(result as AsyncIterable<string>))
      if (answer) return sendContent(reply, answer, result)
      return route.status === 204 ? reply.send() : sendJson(reply, result)
    },
  })
}

/** The operation as it runs here: some give their output piece by piece. */
function inPieces(operation: AnyOperation): AnyOperation {
  const run = operation.rest?.inPieces
  return run ? { ...operation, run, output: z.custom<AsyncIterable<string>>() } : operation
}

/**
 * Aborts when the response is closed. The signal of Fastify is no help, because it already aborts when the body has been
 * read.
 */
function closingOf(reply: FastifyReply): AbortSignal {
  const closing = new AbortController()
  reply.raw.once('close', () => closing.abort())
  return closing.signal
}

/** Reads the input of the operation from a request. */
function inputReaderOf(route: Route): (request: FastifyRequest) => unknown {
  const { file } = route
  if (file) return (request) => fileInput(request, file.maxBytes)
  if (takesKey(route)) return (request) => withKeyOfHeader(request, inputOf(route, request))
  return (request) => inputOf(route, request)
}

function sendContent(reply: FastifyReply, answer: NonNullable<Route['answer']>, result: unknown) {
  const headers = answer.headers?.(result as never)
  return reply.headers({ 'content-type': answer.mediaType, ...headers }).send(contentOf(answer, result))
}

const contentOf = ({ content }: NonNullable<Route['answer']>, result: unknown) => {
  const made = content(result as never)
  return typeof made === 'string' || made instanceof Readable ? made : Buffer.from(made)
}

/** Converts problems with the whole input to problems with the body, which lacks the fields of the path. */
const inWordsOf =
  (route: Route, { params }: FastifyRequest) =>
  (failure: unknown) => {
    const { bodyField, operation } = route
    const isWhole = ({ path }: ErrorDetail) => path === (bodyField ?? '')
    if (!(failure instanceof ApiError) || !failure.details?.some(isWhole)) throw failure
    const toBody = ({ message }: ErrorDetail) => ({
      path: 'body',
      message: bodyField ? message : describeRootIssue(operation.input, params as object),
    })
    throw fieldErrors(
      failure.code,
      failure.details.map((detail) => (isWhole(detail) ? toBody(detail) : detail)),
      failure.status,
    )
  }

async function fileInput(request: FastifyRequest, maxBytes: number) {
  return { ...(request.params as object), file: await readFile(request, maxBytes) }
}
