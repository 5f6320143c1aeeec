import { createHash, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { keyOfHeader } from '../../http/idempotency-key.js'

/** The header Idempotency-Key of a request. Without one each request is its own. */
export const idempotencyKeyOf = (request: FastifyRequest): string => keyOfHeader(request) ?? randomUUID()

/** The key of a mail of a batch, which has one key for all: of any length and characters, and none of a single mail. */
export const keyOfItem = (key: string, index: number): string =>
  `batch-${createHash('sha256').update(key).digest('hex')}-${index}`
