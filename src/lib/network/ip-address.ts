import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A parsed IP address. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6
/** A parsed range of addresses: its first address and the length of its prefix in bits. */
export type IpRange = readonly [IpAddress, number]

/** The deprecated IPv4-compatible notation (RFC 4291 §2.5.5.1), which ipaddr.js confuses with the mapped one. */
const IPV4_COMPATIBLE = /^::\d+\./

/** The prefix of one customer's network (RFC 6177), in parts of 16 bits. */
const CUSTOMER_PARTS = 4

/**
 * Parses an address in standard notation, without a zone id. IPv4-mapped IPv6 (`::ffff:0:0/96`) becomes IPv4.
 * @returns null for anything else.
 */
export function parseIp(text: string): IpAddress | null {
  if (isIP(text) === 0 || text.includes('%') || IPV4_COMPATIBLE.test(text)) return null
  return ipaddr.process(text)
}

/**
 * Parses a CIDR.
 * @throws Error naming what is invalid.
 */
export function parseIpRange(text: string): IpRange {
  const [ip = '', bits = '', ...rest] = text.split('/')
  const family = isIP(ip)
  const valid = family !== 0 && !ip.includes('%') && /^\d{1,3}$/.test(bits) && rest.length === 0
  if (!valid || Number(bits) > (family === 4 ? 32 : 128)) {
    throw new Error(`"${text}" is not a CIDR, such as 10.0.0.0/8 or fd00::/8`)
  }
  const network = ipaddr.parse(ip)
  if (network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress()) {
    throw new Error(`"${text}" is an IPv4 CIDR in IPv6 form: write it as IPv4`)
  }
  return [network, Number(bits)]
}

/** Whether an address is in one of the ranges. */
export function isWithin(address: IpAddress, ranges: readonly IpRange[]): boolean {
  return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
}

/**
 * The key of a client for rate limits: an IPv4 address, or the /64 of an IPv6 address, in which one customer can use
 * any address.
 * @param text an address in its usual notation.
 */
export function clientNetwork(text: string): string {
  const address = parseIp(text)
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? text
  const prefix = address.parts.slice(0, CUSTOMER_PARTS).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}
