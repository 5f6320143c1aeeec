import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError, fieldError } from '../errors.js'
import { accountIn } from '../services/tracking/engagement/links.js'
import { countAddress } from './authenticate.js'
import { customersHosts, isLinkHost, normalHost } from './host-names.js'
import type { DoorDeps } from './server.js'

const MAX_HOST_CHARS = 253

const Query = z.object({ domain: z.string().max(MAX_HOST_CHARS).transform(normalHost).nullable().catch(null) })

/**
 * Serves a link under the host of a domain only if both are of the same account: no name of one customer may show or
 * forward to anything of another.
 */
export function checkLinkHosts(scope: FastifyInstance, deps: DoorDeps): void {
  const customersHost = customersHosts(deps.config)
  scope.addHook('onRequest', async (request, reply) => {
    const host = customersHost(request)
    if (host === null) return
    const owner = host.length > MAX_HOST_CHARS ? null : await deps.services.linkHosts.ownerOf(host)
    if (owner !== null && owner === accountIn(tokenOf(request))) return
    await countAddress(deps, request, reply)
    throw new ApiError('not_found', 'This link does not belong to this host.')
  })
}

/**
 * Tells a proxy whether it may get a certificate for a host: the `ask` of Caddy's on-demand TLS. It says nothing that the
 * host itself does not say.
 */
export function mountLinkHostCheck(server: FastifyInstance, deps: DoorDeps): void {
  server.get('/link-hosts/ask', async (request, reply) => {
    await countAddress(deps, request, reply)
    const { domain } = Query.parse(request.query)
    if (domain === null)
      throw fieldError('invalid_request', 'domain', 'must be given once: the host to get a certificate for')
    const owner = isLinkHost(domain) ? await deps.services.linkHosts.ownerOf(domain) : null
    if (owner === null) throw new ApiError('not_found', 'No links are served under this host.')
    return { allowed: true }
  })
}

function tokenOf({ params }: FastifyRequest): string {
  const { token, file } = params as { token?: string; file?: string }
  return token ?? file ?? ''
}
