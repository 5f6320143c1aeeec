import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fieldError } from '../errors.js'
import { keyOfHeader } from '../http/idempotency-key.js'
import type { RunFacts } from '../operations/operation.js'
import type { Route } from './routes.js'

const FIELD = 'idempotency_key'

/** Whether a route takes its idempotency key in the body, and so in the header too. */
export function takesKey({ method, operation }: Pick<Route, 'method' | 'operation'>): boolean {
  const isWrite = method === 'POST' || method === 'PUT'
  return isWrite && operation.input instanceof z.ZodObject && FIELD in operation.input.shape
}

/**
 * An input, with the key of the header if it does not have its own.
 * @throws ApiError `invalid_request` if the two differ, or if the header has several values or other characters.
 */
export function withKeyOfHeader(request: FastifyRequest, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const key = keyOfHeader(request)
  if (key === undefined) return input
  const { [FIELD]: own } = input as { [FIELD]?: unknown }
  if (own === undefined || own === null) return { ...input, [FIELD]: key }
  if (own !== key) throw fieldError('invalid_request', FIELD, DIFFERS)
  return input
}

const DIFFERS = 'differs from the header Idempotency-Key; send only one of them, or the same in both'

/** Marks the response to a repeated request. */
export function markReplay(reply: FastifyReply, { replayed }: RunFacts): void {
  if (replayed) reply.header('idempotent-replayed', 'true')
}
