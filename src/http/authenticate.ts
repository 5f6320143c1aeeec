import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import type { Caller } from '../services/caller.js'
import { setRateHeaders } from './errors.js'
import type { DoorDeps } from './server.js'

/**
 * Who calls, with the rate-limit slots of the request taken and told in the headers.
 * @throws ApiError `unauthorized`, or `rate_limit_exceeded` for the account or, without a key, for the address.
 */
export async function authenticate(
  { services, limiter }: DoorDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  slots = 1,
): Promise<Caller> {
  const caller = await services.keys.authenticate(request.headers.authorization).catch(async (error: unknown) => {
    const isStranger = error instanceof ApiError && error.code === 'unauthorized'
    if (isStranger) setRateHeaders(reply, await limiter.takeForAddress(request.ip))
    throw error
  })
  setRateHeaders(reply, await limiter.take(caller, slots))
  return caller
}
