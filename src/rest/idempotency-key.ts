import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError, fieldError } from '../errors.js'
import type { RunFacts } from '../operations/operation.js'
import type { Route } from './routes.js'

const HEADER = 'idempotency-key'
const FIELD = 'idempotency_key'
/** Other characters reach the service in different encodings, depending on the client. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/

/** Whether a route takes its idempotency key in the body, and so in the header too. */
export function takesKey({ method, operation }: Pick<Route, 'method' | 'operation'>): boolean {
  const isWrite = method === 'POST' || method === 'PUT'
  return isWrite && operation.input instanceof z.ZodObject && FIELD in operation.input.shape
}

/**
 * An input with the key of the header if it has none of its own.
 * @throws ApiError `invalid_request` if the two differ, or if the header has several values or other characters.
 */
export function withKeyOfHeader({ headers, raw }: FastifyRequest, input: unknown): unknown {
  if (headers[HEADER] === undefined || typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const [key = '', ...others] = new Set(raw.headersDistinct[HEADER])
  if (others.length > 0 || !PRINTABLE_ASCII.test(key)) throw new ApiError('invalid_request', UNCLEAR)
  const { [FIELD]: own } = input as { [FIELD]?: unknown }
  if (own === undefined || own === null) return { ...input, [FIELD]: key }
  if (own !== key) throw fieldError('invalid_request', FIELD, DIFFERS)
  return input
}

const UNCLEAR =
  'The header Idempotency-Key must have one value of printable ASCII characters. Send other keys in the body.'
const DIFFERS = 'differs from the header Idempotency-Key; send only one of them, or the same in both'

/** Marks the response to a repeated request. */
export function markReplay(reply: FastifyReply, { replayed }: RunFacts): void {
  if (replayed) reply.header('idempotent-replayed', 'true')
}
