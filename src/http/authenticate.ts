import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import { PacedGate } from '../lib/concurrency/paced-gate.js'
import { MAX_WAITING_REQUESTS } from '../services/accounts/api-keys/api-key-service.js'
import type { Caller } from '../services/caller.js'
import { orOverloaded } from '../services/platform/overload.js'
import { clientAddress, clientOf } from './client-address.js'
import { setRateHeaders } from './errors.js'
import { assertOwnSite } from './own-site.js'
import type { DoorDeps } from './server.js'
import { sessionToken } from './session-cookie.js'

/**
 * Requests that begin together share most commands that they need later, and a command costs about as much CPU time as ten
 * requests in it. So under load they go on together this often, in ms.
 */
const PACE_MS = 12

/** Where writing requests wait a moment for each other under load, before anything is looked up for them. */
export const makeAcceptanceGate = () => new PacedGate({ maxWaiting: MAX_WAITING_REQUESTS, paceMs: PACE_MS })

/** What is known of a request when its caller is identified. */
interface RequestFacts {
  /** The rate-limit slots that it takes. */
  slots?: number
  /** Whether it is known to write. */
  isWrite?: boolean
}

/**
 * Identifies the caller by the Authorization header or, without one, by the session cookie. Takes the request's
 * rate-limit slots and sets the headers.
 * @throws ApiError `unauthorized`, `rate_limit_exceeded` for the account or, without a key, for the address,
 *   `forbidden` when another site uses the session, or `overloaded`.
 */
export async function authenticate(
  deps: DoorDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  facts: RequestFacts = {},
): Promise<Caller> {
  const { services, config } = deps
  const { authorization } = request.headers
  const token = authorization === undefined ? sessionToken(request) : null
  if (token === null) return authenticateKey(deps, request, reply, authorization, facts)
  const caller = await admit(deps, request, reply, services.sessions.authenticate(token), facts.slots)
  assertOwnSite(request, config.baseUrl)
  return caller
}

/**
 * Identifies the caller by an API key alone.
 * @param authorization the value of an Authorization header with the key; undefined without one.
 * @throws ApiError `unauthorized`, `rate_limit_exceeded` or `overloaded`.
 */
export async function authenticateKey(
  deps: DoorDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  authorization: string | undefined,
  { slots = 1, isWrite = false }: RequestFacts = {},
): Promise<Caller> {
  // The chunks of a body would pile up in memory while it waits for others, one object for each.
  if (isWrite && request.headers['transfer-encoding'] === undefined) {
    await orOverloaded(deps.acceptanceGate.pass(request.socket))
  }
  return admit(deps, request, reply, deps.services.apiKeys.authenticate(authorization), slots)
}

/**
 * Identifies the caller of a public route: with a key the key's account, without one nobody, counted by address.
 * Cookies are ignored.
 * @throws ApiError `unauthorized` for an invalid key, or `rate_limit_exceeded`.
 */
export async function authenticateIfAsked(
  deps: DoorDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  facts: RequestFacts = {},
): Promise<Caller | null> {
  if (request.headers.authorization !== undefined) return authenticate(deps, request, reply, facts)
  await countAddress(deps, request, reply)
  return null
}

/**
 * Takes the slots of a request that only its body shows, besides the one that it took on arrival.
 * @param slots all of them.
 * @throws ApiError `rate_limit_exceeded` if they do not fit.
 */
export async function takeFurtherSlots(
  { limiter }: DoorDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  slots: number,
): Promise<void> {
  if (slots > 1) setRateHeaders(reply, await limiter.take(request.caller!, slots, 1))
}

/**
 * Admits an identified caller within the limit of the account. Counts unidentified ones against the limit of their
 * address.
 * @throws ApiError `unauthorized` or `rate_limit_exceeded`.
 */
export async function admit(
  deps: DoorDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  finding: Promise<Caller>,
  slots = 1,
): Promise<Caller> {
  const caller = await finding.catch(async (error: unknown) => {
    if (isUnauthorized(error)) await countAddress(deps, request, reply)
    throw error
  })
  // Now, so that the log names the account also if the request is refused.
  request.caller = { ...caller, client: clientOf(request) }
  setRateHeaders(reply, await deps.limiter.take(caller, slots))
  return request.caller
}

/**
 * Counts a request without a valid key against the limit of its client address.
 * @throws ApiError `rate_limit_exceeded`.
 */
export async function countAddress(
  { limiter }: Pick<DoorDeps, 'limiter'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  setRateHeaders(reply, await limiter.takeForAddress(clientAddress(request)))
}

/** Whether an error says that nobody could be identified. */
export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.code === 'unauthorized'
