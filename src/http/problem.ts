import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, ERROR_TABLE } from '../errors.js'
import { preferenceFor } from '../lib/http/accept.js'

/** Media type of problem details (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json'

/**
 * Whether a client wants an error as problem details: it names their type, and wants plain JSON no more than that. So
 * the common `application/json, application/problem+json` gets them, and `*\/*` does not.
 */
export function wantsProblem({ headers: { accept } }: Pick<FastifyRequest, 'headers'>): boolean {
  if (!accept?.toLowerCase().includes(PROBLEM_TYPE)) return false
  const problem = preferenceFor(accept, PROBLEM_TYPE)
  return problem.isNamed && problem.quality > 0 && problem.quality >= preferenceFor(accept, 'application/json').quality
}

/** An error as problem details, with our `code` and `details`. */
export function toProblem(error: ApiError, requestId: string) {
  const { code, message, status, details } = error.toBody()
  return {
    type: `urn:postline:error:${code}`,
    title: ERROR_TABLE[code].message,
    status,
    detail: message,
    instance: `urn:postline:request:${requestId}`,
    code,
    ...(details && { details }),
  }
}

/** Says that a response depends on the Accept header. */
export function varyByAccept(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${String(vary)}, Accept` : 'Accept')
}
