import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import type { Caller } from '../services/caller.js'
import { setRateHeaders } from './errors.js'
import { assertOwnSite } from './own-site.js'
import type { DoorDeps } from './server.js'
import { sessionToken } from './session-cookie.js'

/**
 * Who calls, by the Authorization header or, without one, by the cookie of a session; with the rate-limit slots
 * of the request taken and told in the headers.
 * @throws ApiError `unauthorized`, `rate_limit_exceeded` for the account or, without a key, for the address, or
 *   `forbidden` when another site uses the session.
 */
export async function authenticate(
  deps: DoorDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  slots = 1,
): Promise<Caller> {
  const { services, config } = deps
  const { authorization } = request.headers
  const token = authorization === undefined ? sessionToken(request) : null
  if (token === null) return admit(deps, request, reply, services.keys.authenticate(authorization), slots)
  const caller = await admit(deps, request, reply, services.sessions.authenticate(token), slots)
  assertOwnSite(request, config.baseUrl)
  return caller
}

/**
 * Who calls what is public: whoever shows a key, and else nobody, whose address is counted. Cookies tell nothing here.
 * @throws ApiError `unauthorized` for a key that is none, or `rate_limit_exceeded`.
 */
export async function authenticateIfAsked(
  deps: DoorDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | null> {
  if (request.headers.authorization !== undefined) return authenticate(deps, request, reply)
  setRateHeaders(reply, await deps.limiter.takeForAddress(request.ip))
  return null
}

/**
 * Lets in whoever is found, within the limit of the account; counts strangers against the limit of their address.
 * @throws ApiError `unauthorized` or `rate_limit_exceeded`.
 */
export async function admit(
  { limiter }: DoorDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  finding: Promise<Caller>,
  slots = 1,
): Promise<Caller> {
  const caller = await finding.catch(async (error: unknown) => {
    const isStranger = error instanceof ApiError && error.code === 'unauthorized'
    if (isStranger) setRateHeaders(reply, await limiter.takeForAddress(request.ip))
    throw error
  })
  setRateHeaders(reply, await limiter.take(caller, slots))
  return caller
}
