import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import { RateLimitError, type RateStanding } from '../services/rate-limit/rate-limiter.js'

/** Sends an error in the envelope of the contract. */
export function sendError(request: FastifyRequest, reply: FastifyReply, failure: unknown): FastifyReply {
  const error = answerFor(request, reply, failure)
  return reply.code(error.status).type('application/json; charset=utf-8').send({ error: error.toBody() })
}

/**
 * What to tell a caller of a failure, for doors with an envelope of their own. A defect is logged; the headers
 * are set, with Retry-After where waiting helps.
 */
export function answerFor(request: FastifyRequest, reply: FastifyReply, failure: unknown): ApiError {
  const error = toApiError(failure)
  if (error.status === 500) {
    request.log.error({ accountId: request.caller?.accountId, err: failure }, 'a request failed')
  }
  if (error instanceof RateLimitError) setRateHeaders(reply, error.standing)
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  // Again, for failures from before the hook that sets it.
  reply.header('x-request-id', request.id)
  return error
}

/** Tells the caller where its request budget stands. */
export function setRateHeaders(reply: FastifyReply, standing: RateStanding | null): void {
  if (!standing) return
  reply.header('x-ratelimit-limit', String(standing.limit))
  reply.header('x-ratelimit-remaining', String(standing.remaining))
  reply.header('x-ratelimit-reset', String(standing.resetSeconds))
}

/** What is wrong with a request, in the words of the error table; the HTTP layer has codes of its own. */
function toApiError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure
  const { code, statusCode, message } = failure as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('payload_too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new ApiError('invalid_request', 'The body must be JSON, sent with `Content-Type: application/json`.')
  }
  if (failure instanceof SyntaxError || code === 'FST_ERR_CTP_INVALID_JSON_BODY') {
    return new ApiError('invalid_request', 'The body is not valid JSON.')
  }
  if (statusCode && statusCode >= 400 && statusCode < 500) return new ApiError('invalid_request', message)
  return new ApiError('internal_error')
}
