import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, fieldError } from '../errors.js'
import { JsonReader, JsonTooCostlyError } from '../lib/json/json-reader.js'
import { BODY_SIZES, type BodyLimits, type BodySize } from '../operations/body-sizes.js'
import { readBody } from './read-body.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Size of the body of a route; `public` if omitted. */
    body?: BodySize
  }
}

/** The size that the route of a request declares. */
const declaredSize = ({ routeOptions }: FastifyRequest): BodySize => routeOptions.config.body ?? 'public'

/**
 * Makes the routes of a scope accept JSON bodies and nothing else. An empty body counts as none, because many clients
 * send the content type without a body.
 */
export function acceptJsonOnly(scope: FastifyInstance, sizeOf: (request: FastifyRequest) => BodySize = declaredSize) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage) =>
    readJson(payload, BODY_SIZES[sizeOf(request)]),
  )
}

/**
 * Reads a JSON body while it arrives; undefined if it is empty.
 * @throws ApiError `payload_too_large`; `invalid_request` as soon as it is known to be no JSON, or to cost more than
 *   its size says.
 */
async function readJson(source: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  const reader = new JsonReader(limits)
  try {
    const length = await readBody(source, limits.maxBytes, (piece) => reader.push(piece))
    return length === 0 ? undefined : reader.end()
  } catch (error) {
    throw refusalOf(error)
  }
}

/** The error for the client, of a failure to read JSON. */
function refusalOf(failure: unknown): unknown {
  if (failure instanceof SyntaxError) {
    return new ApiError('invalid_request', `The body is not valid JSON: ${failure.message}.`)
  }
  if (!(failure instanceof JsonTooCostlyError)) return failure
  return new ApiError('invalid_request', `The body ${failure.message}. Send less in one request.`)
}

/**
 * Checks JSON in a parameter of the URL, which is short: the headers have a limit.
 * @throws ApiError `invalid_request` naming the parameter.
 */
export function assertJsonParameter(name: string, text: string): void {
  const reader = new JsonReader(BODY_SIZES.public)
  try {
    reader.push(Buffer.from(text))
    reader.end()
  } catch (error) {
    throw fieldError('invalid_request', name, error instanceof JsonTooCostlyError ? error.message : 'must be JSON')
  }
}
