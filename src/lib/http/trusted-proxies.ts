import { type IpAddress, type IpRange, isWithin, parseIp, parseIpRange } from '../network/ip-address.js'

/** The proxies in front of a service: how many there are, or where they are. 0 for none. */
export type TrustedProxies = number | readonly IpRange[]

/**
 * Parses the proxies that a service trusts: `false`, `true` for one, a number, or a comma-separated list of addresses and
 * ranges.
 * @throws Error for anything else, and for a range of all addresses, because then clients could choose theirs.
 */
export function parseTrustedProxies(text: string): TrustedProxies {
  if (text === 'false') return 0
  if (text === 'true') return 1
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const ranges = text.split(',').flatMap((part) => (part.trim() ? [rangeOf(part.trim())] : []))
  if (ranges.length === 0) throw new Error('names no proxy')
  if (ranges.some(([, bits]) => bits === 0)) throw new Error('trusts every address')
  return ranges
}

function rangeOf(text: string): IpRange {
  if (text.includes('/')) return parseIpRange(text)
  return parseIpRange(`${text}/${text.includes(':') ? 128 : 32}`)
}

/**
 * Whether a sender of X-Forwarded-For is a trusted proxy.
 * @param hop 0 for the sender of the request, 1 for the one before it, and so on: proxies are counted from the right.
 */
export function isTrustedProxy(proxies: TrustedProxies, address: string, hop: number): boolean {
  if (typeof proxies === 'number') return hop < proxies
  const parsed = parseForwarded(address)
  return parsed !== null && isWithin(parsed, proxies)
}

/**
 * Parses an address from a socket or a proxy. Some proxies add the port, and link-local sockets the zone.
 * @returns null if it is not an address, like `unknown`.
 */
export function parseForwarded(text: string): IpAddress | null {
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  return parseIp((v6 ?? v4 ?? text).replace(/%[\w.-]+$/, ''))
}
