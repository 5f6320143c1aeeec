import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '../errors.js'
import { methodOf, routeOf } from './measure-requests.js'

/** What went wrong with a request. Of several errors, as in a batch, the one with the highest status. */
interface Trouble {
  code: string
  status: number
  /** The failure behind an unexpected error. */
  cause?: unknown
}

declare module 'fastify' {
  interface FastifyRequest {
    trouble: Trouble | null
  }
}

/** Remembers an error of a request for its line in the log. */
export function rememberRequestError(
  request: FastifyRequest,
  { code, status }: Omit<ErrorBody, 'message'>,
  cause?: unknown,
): void {
  if (request.trouble && request.trouble.status >= status) return
  request.trouble = { code, status, ...(status === 500 && { cause }) }
}

/**
 * Logs every request when its response has been sent: refused ones (4xx) at `info`, failed ones (5xx) at `error`, all
 * others at `debug`. A request of several calls counts by the worst of its errors, whatever its own status is.
 *
 * @param isDetailed whether the level of the log is `debug` or lower.
 */
export function logRequests(server: FastifyInstance, isDetailed: boolean): void {
  server.decorateRequest('trouble', null)
  server.addHook('onResponse', (request, reply, done) => {
    if (isDetailed || request.trouble || reply.statusCode >= 400) logRequest(request, reply)
    done()
  })
}

/** Logs one request. Paths are not logged: they can contain addresses and tokens. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { log, caller, trouble } = request
  const worst = Math.max(reply.statusCode, trouble?.status ?? 0)
  const line = {
    requestId: request.id,
    accountId: caller?.accountId,
    keyId: caller?.keyId,
    method: methodOf(request),
    route: routeOf(request),
    status: reply.statusCode,
    code: trouble?.code,
    ms: Math.round(reply.elapsedTime),
    err: trouble?.cause,
  }
  // What is not there yet is nothing that the operator could mend.
  if (worst >= 500 && worst !== 501) log.error(line, 'a request failed')
  else if (worst >= 400) log.info(line, 'a request was refused')
  else log.debug(line, 'a request')
}
