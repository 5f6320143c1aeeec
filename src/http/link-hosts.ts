import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.js'
import { ApiError, fieldError } from '../errors.js'
import { isPublicName } from '../lib/public-name.js'
import { LINK_HOST_PREFIX } from '../services/domains/link-host.js'
import { accountIn } from '../services/engagement/links.js'
import { countAddress } from './authenticate.js'
import type { DoorDeps } from './server.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is behind a link in mail, and so served under the hosts of senders' domains, too. */
    isMailLink?: true
  }
}

/** For routes behind links in mail. */
export const MAIL_LINK = { config: { isMailLink: true } } as const

const MAX_HOST_CHARS = 253

/**
 * Whether this service serves a request under the name that the request has come to. Customers lead names here: theirs
 * begin with `links.` and serve links in mail alone, and further public names serve everything but those. A name that is in
 * no public DNS is that of a proxy or a network of the operator.
 */
export function servesHost(config: Config): (request: FastifyRequest) => boolean {
  const ours = hostsOfOurs(config)
  return (request) => {
    const host = hostOf(request)
    if (ours.has(host)) return true
    const { isMailLink = false } = request.routeOptions.config
    if (isLinkHost(host)) return isMailLink
    return !isMailLink || !isPublicName(host)
  }
}

/**
 * Serves a link under the host of a domain only if both are of the same account: no name of one customer may show or
 * forward to anything of another.
 */
export function checkLinkHosts(scope: FastifyInstance, deps: DoorDeps): void {
  const ours = hostsOfOurs(deps.config)
  scope.addHook('onRequest', async (request, reply) => {
    const host = hostOf(request)
    if (ours.has(host) || !isLinkHost(host)) return
    const owner = await deps.services.linkHosts.ownerOf(host)
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
  server.get('/link-hosts/ask', async (request: FastifyRequest, reply: FastifyReply) => {
    await countAddress(deps, request, reply)
    const { domain } = Query.parse(request.query)
    if (domain === null)
      throw fieldError('invalid_request', 'domain', 'must be given once: the host to get a certificate for')
    const owner = isLinkHost(domain) ? await deps.services.linkHosts.ownerOf(domain) : null
    if (owner === null) throw new ApiError('not_found', 'No links are served under this host.')
    return { allowed: true }
  })
}

const hostsOfOurs = ({ baseUrl, linkHostTarget, formerHosts }: Config) =>
  new Set([new URL(baseUrl).hostname, ...(linkHostTarget === null ? [] : [linkHostTarget]), ...formerHosts])

const Query = z.object({ domain: z.string().max(MAX_HOST_CHARS).transform(normalized).nullable().catch(null) })

const isLinkHost = (host: string) => host.startsWith(LINK_HOST_PREFIX)

/** The host that a request names, without its port. */
const hostOf = ({ hostname }: FastifyRequest): string => normalized(hostname ?? '')

function normalized(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}

function tokenOf({ params }: FastifyRequest): string {
  const { token, file } = params as { token?: string; file?: string }
  return token ?? file ?? ''
}
