import type { FastifyRequest } from 'fastify'

/** Name of the session cookie. */
export const SESSION_COOKIE = 'postline_session'

/** The session token of a request; null if it has none. */
export function sessionToken(request: FastifyRequest): string | null {
  const { cookie } = request.headers
  return (cookie && request.server.parseCookie(cookie)[SESSION_COOKIE]) || null
}
