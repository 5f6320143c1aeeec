import type { FastifyRequest } from 'fastify'
import { isTrustedProxy, parseForwarded, type TrustedProxies } from '../lib/http/trusted-proxies.js'
import type { Client } from '../services/caller.js'

/**
 * Fastify's option `trustProxy` for some proxies. It also decides whether X-Forwarded-Host and -Proto of the sender of a
 * request count. A function, because Fastify takes a number for none.
 */
export function trustProxy(proxies: TrustedProxies): false | ((address: string, hop: number) => boolean) {
  return proxies !== 0 && ((address, hop) => isTrustedProxy(proxies, address, hop))
}

/**
 * The address of the client that made a request, for everything that asks for it. Only what our own proxies wrote counts.
 * If the last of them wrote no address, the client counts as that proxy. IPv4 in IPv6 is IPv4.
 */
export function clientAddress({ ip, ips }: Pick<FastifyRequest, 'ip' | 'ips'>): string {
  for (const address of [...(ips ?? [ip])].reverse()) {
    const parsed = parseForwarded(address ?? '')
    if (parsed) return parsed.toString()
  }
  // Only if the connection is gone already.
  return 'unknown'
}

/** The client that made a request. */
export function clientOf(request: FastifyRequest): Client {
  const { 'user-agent': userAgent = null, traceparent } = request.headers
  const client = { address: clientAddress(request), userAgent }
  return typeof traceparent === 'string' ? { ...client, traceparent } : client
}
