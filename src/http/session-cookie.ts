import type { FastifyRequest } from 'fastify'

/** Name of the cookie that carries a session. */
export const SESSION_COOKIE = 'postline_session'

/** The token of the session that a request carries; null when it carries none. */
export function sessionToken(request: FastifyRequest): string | null {
  const { cookie } = request.headers
  return (cookie && request.server.parseCookie(cookie)[SESSION_COOKIE]) || null
}
