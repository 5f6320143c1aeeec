import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Origins whose pages may call the API from a browser. */
    corsOrigins: readonly string[]
  }
}

/** What scripts may read of a response, besides what every script may. */
const EXPOSED = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'Idempotent-Replayed',
  'WWW-Authenticate',
  'ETag',
].join(', ')

const METHODS = 'GET, HEAD, POST, PUT, DELETE'
/** How long a browser may keep the answer to a preflight; Chromium keeps none longer. */
const PREFLIGHT_SECONDS = 7_200

/**
 * The headers that let a page of an allowed origin read a response (Fetch standard, CORS protocol). Without
 * `Access-Control-Allow-Credentials`, so no browser lets another origin use the session cookie.
 */
export function corsHeaders({
  server: { corsOrigins },
  headers: { origin },
}: Pick<FastifyRequest, 'headers'> & { server: { corsOrigins: readonly string[] } }): Record<string, string> {
  if (corsOrigins.length === 0) return {}
  if (origin === undefined || !corsOrigins.includes(origin)) return { vary: 'Origin' }
  return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED }
}

/** Whether a browser asks on behalf of an allowed origin what it may send. */
export function isAllowedPreflight({ method, headers, server }: FastifyRequest): boolean {
  const { origin, 'access-control-request-method': asked } = headers
  return method === 'OPTIONS' && asked !== undefined && origin !== undefined && server.corsOrigins.includes(origin)
}

/** Allows all methods of the API and whatever headers are asked for: a key must be sent anyway. */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = request.headers['access-control-request-headers']
  return reply
    .code(204)
    .headers({
      vary: 'Origin, Access-Control-Request-Headers',
      'access-control-allow-methods': METHODS,
      'access-control-max-age': String(PREFLIGHT_SECONDS),
      ...(asked && { 'access-control-allow-headers': asked }),
    })
    .send()
}
