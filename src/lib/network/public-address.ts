import { type IpAddress, isWithin, parseIp, parseIpRange } from './ip-address.js'

/**
 * Address blocks that are never a customer's endpoint: those that the IANA special-purpose registries do not call
 * globally reachable (as a whole, even if a few anycast addresses inside are reachable), and addresses that look public
 * but lead to services of a cloud.
 */
const REFUSED_IPV4 = [
  '0.0.0.0/8', // this network, RFC 791
  '10.0.0.0/8', // private use, RFC 1918
  '100.64.0.0/10', // shared address space, RFC 6598; Alibaba's metadata service
  '127.0.0.0/8', // loopback, RFC 1122
  '168.63.129.16/32', // Azure's platform services
  '169.254.0.0/16', // link local, RFC 3927; metadata services of most clouds
  '172.16.0.0/12', // private use, RFC 1918
  '192.0.0.0/24', // protocol assignments, RFC 6890; Oracle's metadata service
  '192.0.2.0/24', // documentation, RFC 5737
  '192.88.99.0/24', // 6to4 relay, RFC 7526
  '192.168.0.0/16', // private use, RFC 1918
  '198.18.0.0/15', // benchmarking, RFC 2544
  '198.51.100.0/24', // documentation, RFC 5737
  '203.0.113.0/24', // documentation, RFC 5737
  '224.0.0.0/4', // multicast, RFC 5771
  '240.0.0.0/4', // reserved and limited broadcast, RFC 1112, RFC 919
]

/** The only IPv6 space for global unicast; everything else (loopback, NAT64, unique local and so on) is refused. */
const GLOBAL_UNICAST_IPV6 = '2000::/3'

const REFUSED_IPV6 = [
  '2001::/23', // protocol assignments, RFC 2928; Teredo, benchmarking and ORCHID among them
  '2001:db8::/32', // documentation, RFC 3849
  '2002::/16', // 6to4 carries any IPv4 address, RFC 3056
  '3fff::/20', // documentation, RFC 9637
]

const refusedIpv4 = REFUSED_IPV4.map(parseIpRange)
const refusedIpv6 = REFUSED_IPV6.map(parseIpRange)
const globalUnicastIpv6 = parseIpRange(GLOBAL_UNICAST_IPV6)

/** Exceptions: these addresses pass although they are not public. */
export interface AddressPolicy {
  allowCidrs: string[]
}

/**
 * Builds a check of IP addresses: those that are reachable over the public internet pass, and those inside `allowCidrs`.
 * IPv4-mapped IPv6 (`::ffff:0:0/96`) is judged by its IPv4 address. Every other form of IPv4 inside IPv6 is refused, and
 * so are zone ids and texts that are not addresses in standard notation.
 * @throws Error naming the first invalid CIDR.
 */
export function createAddressCheck(policy: AddressPolicy): (ip: string) => boolean {
  const allowed = policy.allowCidrs.map(parseIpRange)
  return (ip) => {
    const address = parseIp(ip)
    return address !== null && (isPublic(address) || isWithin(address, allowed))
  }
}

/**
 * Parses a comma-separated list of CIDRs. Spaces around items are ignored; the list may be empty.
 * @throws Error naming the first invalid item.
 */
export function parseCidrList(list: string): string[] {
  const items = list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  for (const item of items) parseIpRange(item)
  return items
}

function isPublic(address: IpAddress): boolean {
  if (address.kind() === 'ipv4') return !isWithin(address, refusedIpv4)
  return isWithin(address, [globalUnicastIpv6]) && !isWithin(address, refusedIpv6)
}
