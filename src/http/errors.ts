import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import { RateLimitError, type RateLimitStatus, WINDOW_SECONDS } from '../services/platform/rate-limit/rate-limiter.js'
import { rememberRequestError } from './log-requests.js'
import { PROBLEM_TYPE, toProblem, varyByAccept, wantsProblem } from './problem.js'
import { setCommonHeaders } from './response-headers.js'

/** Sends an error in the contract's envelope, or as problem details to clients that prefer them. */
export function sendError(request: FastifyRequest, reply: FastifyReply, failure: unknown): FastifyReply {
  const error = answerFor(request, reply, failure)
  varyByAccept(reply.code(error.status))
  if (wantsProblem(request)) {
    // As bytes: Fastify adds a charset to text, and this type has none.
    return reply.type(PROBLEM_TYPE).send(Buffer.from(JSON.stringify(toProblem(error, request.id))))
  }
  return reply.type('application/json; charset=utf-8').send({ error: error.toBody() })
}

/**
 * The error to send for a failure, for doors with their own envelope. Notes it for the log and sets the headers, with
 * Retry-After if waiting helps.
 */
export function answerFor(request: FastifyRequest, reply: FastifyReply, failure: unknown): ApiError {
  const error = toApiError(failure)
  rememberRequestError(request, error, failure)
  if (error instanceof RateLimitError) setRateHeaders(reply, error.limitStatus)
  // RFC 9110 15.5.2: it is required.
  if (error.status === 401) reply.header('www-authenticate', 'Bearer')
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
  // Fastify would hang up on the sender of a bad body, who might then miss the response. The rest of it is discarded.
  if (reply.server.server.listening) reply.removeHeader('connection')
  // Set again, for failures before the hook that sets them.
  setCommonHeaders(request, reply)
  return error
}

/** Sets the rate-limit headers: the customary ones, and those of the IETF draft (draft-ietf-httpapi-ratelimit-headers). */
export function setRateHeaders(reply: FastifyReply, status: RateLimitStatus | null): void {
  if (!status) return
  const { policy, limit, remaining, resetSeconds } = status
  reply.header('x-ratelimit-limit', String(limit))
  reply.header('x-ratelimit-remaining', String(remaining))
  reply.header('x-ratelimit-reset', String(resetSeconds))
  reply.header('ratelimit-policy', `"${policy}";q=${limit};w=${WINDOW_SECONDS}`)
  reply.header('ratelimit', `"${policy}";r=${remaining};t=${WINDOW_SECONDS}`)
}

/** Maps a failure to the error table. The HTTP layer has its own codes. */
function toApiError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure
  const { code, statusCode, message } = failure as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new ApiError('invalid_request', 'The body must be JSON, sent with `Content-Type: application/json`.')
  }
  if (statusCode && statusCode >= 400 && statusCode < 500) return new ApiError('invalid_request', message)
  return new ApiError('internal_error')
}
