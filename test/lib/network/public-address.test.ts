import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import { createAddressCheck, parseCidrList } from '../../../src/lib/network/public-address.js'

// Copied from the IANA registries, not imported: a table cannot test itself.
const BLOCKED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
const BLOCKED_IPV6 = [
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '4000::/2',
  '5f00::/16',
  '8000::/1',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

function addressIn(cidr: string): fc.Arbitrary<number[]> {
  const [network, bits] = ipaddr.parseCIDR(cidr)
  const base = network.toByteArray()
  return fc.uint8Array({ minLength: base.length, maxLength: base.length }).map((random) =>
    base.map((byte, index) => {
      const fixed = Math.max(0, Math.min(8, bits - index * 8))
      const mask = (0xff << (8 - fixed)) & 0xff
      return (byte & mask) | ((random[index] ?? 0) & ~mask & 0xff)
    }),
  )
}

function ipv4Forms(bytes: number[]): string[] {
  const dotted = bytes.join('.')
  const [high, low] = [hex(bytes, 0), hex(bytes, 2)]
  return [
    dotted,
    `::ffff:${dotted}`,
    `::FFFF:${dotted}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `0000:0000:0000:0000:0000:ffff:${dotted}`,
  ]
}

function ipv4InIpv6Forms(bytes: number[]): string[] {
  const [high, low] = [hex(bytes, 0), hex(bytes, 2)]
  return [
    `::${bytes.join('.')}`,
    `0:0:0:0:0:0:${bytes.join('.')}`,
    `0::${bytes.join('.')}`,
    `0:0::0:0:${bytes.join('.')}`,
    `::ffff:0:${high}:${low}`,
    `64:ff9b::${bytes.join('.')}`,
    `2002:${high}:${low}::1`,
    `2001:0:${high}:${low}::1`,
  ]
}

function ipv6Forms(bytes: number[]): string[] {
  const address = new ipaddr.IPv6(bytes)
  return [address.toString(), address.toNormalizedString(), fixedLength(bytes), address.toString().toUpperCase()]
}

function fixedLength(bytes: number[]): string {
  return Array.from({ length: 8 }, (_, index) => hex(bytes, index * 2).padStart(4, '0')).join(':')
}

function hex(bytes: number[], at: number): string {
  return (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16)
}

function isInside(bytes: number[], cidrs: string[]): boolean {
  const address = ipaddr.fromByteArray(bytes)
  return cidrs.some((cidr) => address.match(...ipaddr.parseCIDR(cidr)))
}

const isPublicAddress = createAddressCheck({ allowCidrs: [] })

describe('an address check without exceptions', () => {
  it.each(BLOCKED_IPV4)('refuses every address of %s in every form', (cidr) => {
    fc.assert(fc.property(addressIn(cidr), (bytes) => ipv4Forms(bytes).every((form) => !isPublicAddress(form))))
  })

  it.each(BLOCKED_IPV6)('refuses every address of %s in every form', (cidr) => {
    fc.assert(fc.property(addressIn(cidr), (bytes) => ipv6Forms(bytes).every((form) => !isPublicAddress(form))))
  })

  it('accepts every other IPv4 address, also mapped to IPv6', () => {
    const others = addressIn('0.0.0.0/0').filter((bytes) => !isInside(bytes, BLOCKED_IPV4))
    fc.assert(fc.property(others, (bytes) => ipv4Forms(bytes).every(isPublicAddress)))
  })

  it('accepts every other global unicast address', () => {
    const others = addressIn('2000::/3').filter((bytes) => !isInside(bytes, BLOCKED_IPV6))
    fc.assert(fc.property(others, (bytes) => ipv6Forms(bytes).every(isPublicAddress)))
  })

  it('refuses public IPv4 inside IPv6 in every form except the mapped one', () => {
    fc.assert(
      fc.property(addressIn('0.0.0.0/0'), (bytes) => ipv4InIpv6Forms(bytes).every((form) => !isPublicAddress(form))),
    )
  })

  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd20:ce::254',
  ])('refuses the cloud metadata address %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })

  it.each(['1.1.1.1', '8.8.8.8', '168.63.129.15', '168.63.129.17', '172.15.255.255', '172.32.0.0', '2606:4700::1111'])(
    'accepts the public address %s',
    (ip) => {
      expect(isPublicAddress(ip)).toBe(true)
    },
  )

  it.each([
    '',
    'localhost',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '1.1.1',
    ' 1.1.1.1',
    '[2606:4700::1]',
    '2606:4700::1%eth0',
    '1.1.1.1/8',
  ])('refuses %j, which is not an address in standard notation', (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })

  it('refuses any text without throwing', () => {
    const texts = fc.oneof(fc.string(), fc.ipV6(), fc.ipV4Extended())
    fc.assert(fc.property(texts, (text) => typeof isPublicAddress(text) === 'boolean'))
  })
})

describe('an address policy', () => {
  const isAllowed = createAddressCheck({ allowCidrs: ['127.0.0.0/8', 'fd00:1::/32'] })

  it.each(['127.0.0.1', '127.255.255.255', '::ffff:127.0.0.1', '::ffff:7f00:1', 'fd00:1::5', '8.8.8.8'])(
    'allows %s',
    (ip) => {
      expect(isAllowed(ip)).toBe(true)
    },
  )

  it.each(['10.0.0.1', '126.0.0.1.', '::1', '64:ff9b::127.0.0.1', '2002:7f00:1::', 'fd00:2::5', '169.254.169.254'])(
    'still refuses %s',
    (ip) => {
      expect(isAllowed(ip)).toBe(false)
    },
  )

  it('ignores the host bits of a CIDR', () => {
    expect(createAddressCheck({ allowCidrs: ['10.1.2.3/8'] })('10.200.0.1')).toBe(true)
  })
})

describe('parseCidrList', () => {
  it('reads a comma-separated list and ignores blanks', () => {
    expect(parseCidrList(' 127.0.0.0/8 , fd00::/8,')).toEqual(['127.0.0.0/8', 'fd00::/8'])
    expect(parseCidrList('  ')).toEqual([])
  })

  it.each([
    '127.0.0.1',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10/8',
    'localhost/8',
    '0x0a.0.0.0/8',
    'fe80::%1/64',
  ])('names the invalid item %s', (item) => {
    expect(() => parseCidrList(`127.0.0.0/8,${item}`)).toThrow(`"${item}" is not a CIDR`)
  })

  it('asks for IPv4 notation if an IPv4 network is written as IPv6', () => {
    expect(() => parseCidrList('::ffff:10.0.0.0/104')).toThrow('write it as IPv4')
  })
})
