import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.js'
import { isPublicName } from '../lib/network/public-name.js'
import { LINK_HOST_PREFIX } from '../services/domains/link-host.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is behind a link in mail, and so served under the hosts of senders' domains, too. */
    isMailLink?: true
  }
}

/** For routes behind links in mail. */
export const MAIL_LINK = { config: { isMailLink: true } } as const

/**
 * Whether this service serves a request under the name that the request has come to. Customers lead names here: theirs
 * begin with `links.` and serve links in mail alone, and further public names serve everything but those. A name that is in
 * no public DNS is that of a proxy or a network of the operator.
 */
export function servesHost(config: Config): (request: FastifyRequest) => boolean {
  const customersHost = customersHosts(config)
  const ours = ownHosts(config)
  return (request) => {
    const { isMailLink = false } = request.routeOptions.config
    if (customersHost(request) !== null) return isMailLink
    const host = hostOf(request)
    return !isMailLink || ours.has(host) || !isPublicName(host)
  }
}

/** Finds out under which host of links, of a customer's domain, a request has come; null if under none. */
export function customersHosts(config: Config): (request: FastifyRequest) => string | null {
  const ours = ownHosts(config)
  return (request) => {
    const host = hostOf(request)
    return isLinkHost(host) && !ours.has(host) ? host : null
  }
}

export const isLinkHost = (host: string): boolean => host.startsWith(LINK_HOST_PREFIX)

/** A host in the one notation that is compared. */
export const normalHost = (host: string): string => host.toLowerCase().replace(/\.$/, '')

/** The host that a request names, without its port. */
const hostOf = ({ hostname }: FastifyRequest): string => normalHost(hostname ?? '')

const ownHosts = ({ baseUrl, linkHostTarget, formerHosts }: Config) =>
  new Set([new URL(baseUrl).hostname, ...(linkHostTarget === null ? [] : [linkHostTarget]), ...formerHosts])
