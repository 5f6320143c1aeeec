import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import { RateLimitError, type RateStanding } from '../services/rate-limit/rate-limiter.js'
import { setCommonHeaders } from './response-headers.js'

/** Sends an error in the contract's envelope. */
export function sendError(request: FastifyRequest, reply: FastifyReply, failure: unknown): FastifyReply {
  const error = answerFor(request, reply, failure)
  return reply.code(error.status).type('application/json; charset=utf-8').send({ error: error.toBody() })
}

/**
 * The error to send for a failure, for doors with an envelope of their own. Logs bugs and sets the headers, with
 * Retry-After if waiting helps.
 */
export function answerFor(request: FastifyRequest, reply: FastifyReply, failure: unknown): ApiError {
  const error = toApiError(failure)
  if (error.status === 500) {
    request.log.error({ accountId: request.caller?.accountId, err: failure }, 'a request failed')
  }
  if (error instanceof RateLimitError) setRateHeaders(reply, error.standing)
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  // Set again, for failures before the hook that sets them.
  setCommonHeaders(request, reply)
  return error
}

/** Sets the rate-limit headers. */
export function setRateHeaders(reply: FastifyReply, standing: RateStanding | null): void {
  if (!standing) return
  reply.header('x-ratelimit-limit', String(standing.limit))
  reply.header('x-ratelimit-remaining', String(standing.remaining))
  reply.header('x-ratelimit-reset', String(standing.resetSeconds))
}

/** Maps a failure to the error table. The HTTP layer has codes of its own. */
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
