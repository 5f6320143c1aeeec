import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createResolver, type DnsResolver } from '../../../src/lib/network/dns-resolver.js'
import { dnsHostOf } from '../../../src/services/domains/dns-hosts.js'
import { findZone } from '../../../src/services/domains/zone-cut.js'
import { type DnsServer, startDnsServer } from '../../support/dns-server.js'

let dns: DnsServer
let resolver: DnsResolver
const soa = { mname: 'ns1.example.net', rname: 'admin.example.net' }

beforeAll(async () => {
  dns = await startDnsServer({
    records: {
      'acme.co.uk': { NS: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'], SOA: soa },
      'mail.acme.co.uk': {},
      'eu.acme.co.uk': { NS: ['ns-12.awsdns-01.org'], SOA: soa },
      'a.eu.acme.co.uk': {},
      'www.acme.co.uk': { CNAME: 'hosted.example.net' },
      'hosted.example.net': { NS: ['ns1.vercel-dns.com'], SOA: soa },
      'quiet.test': { SOA: soa },
      'hung.test': 'SILENCE',
    },
  })
  resolver = createResolver({ servers: [dns.address], timeoutMs: 300 })
})
afterAll(() => dns.close())

describe('the zone of a name', () => {
  test.each([
    ['a registered domain', 'acme.co.uk', 'acme.co.uk', ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com']],
    ['a name within it', 'mail.acme.co.uk', 'acme.co.uk', ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com']],
    ['a delegated sub-zone', 'eu.acme.co.uk', 'eu.acme.co.uk', ['ns-12.awsdns-01.org']],
    ['a name in a delegated sub-zone', 'a.eu.acme.co.uk', 'eu.acme.co.uk', ['ns-12.awsdns-01.org']],
    ['an alias of another zone', 'www.acme.co.uk', 'acme.co.uk', ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com']],
    ['a zone that returns only its SOA', 'a.quiet.test', 'quiet.test', []],
    ['a domain that does not exist', 'a.b.nowhere.test', 'nowhere.test', []],
    ['a domain whose name servers are silent', 'a.hung.test', 'hung.test', []],
  ])('%s', async (_title, name, apex, nameServers) => {
    const zone = await findZone(resolver, name)
    expect({ ...zone, nameServers: zone.nameServers.sort() }).toEqual({ apex, nameServers })
  })

  test('is found with few queries, however many labels the name has', async () => {
    await findZone(resolver, `${'deep.'.repeat(30)}acme.co.uk`)
    const asked = dns.queries.filter(({ name }) => name.includes('deep.')).length
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThanOrEqual(18)
  })
})

describe('the DNS provider', () => {
  test.each([
    ['cloudflare', 'ada.ns.cloudflare.com'],
    ['cloudflare', 'ADA.NS.CLOUDFLARE.COM.'],
    ['route53', 'ns-1536.awsdns-00.co.uk'],
    ['godaddy', 'ns01.domaincontrol.com'],
    ['namecheap', 'dns1.registrar-servers.com'],
    ['digitalocean', 'ns1.digitalocean.com'],
    ['google-cloud-dns', 'ns-cloud-b2.googledomains.com'],
    ['squarespace', 'nsa.squarespacedns.com'],
    ['squarespace', 'ns-special.googledomains.com'],
    ['vercel', 'ns1.vercel-dns.com'],
    ['hetzner', 'helium.ns.hetzner.de'],
    ['azure', 'ns1-01.azure-dns.com'],
    ['ionos', 'ns1078.ui-dns.org'],
    ['hostinger', 'ns1.dns-parking.com'],
    ['dnsimple', 'ns1.dnsimple-edge.net'],
    ['unknown', 'ns1.notdigitalocean.com'],
    ['unknown', 'cloudflare.com.evil.example'],
  ])('is %s by %s', (id, server) => {
    expect(dnsHostOf([server]).id).toBe(id)
  })

  test('has general instructions if it is unknown', () => {
    const { id, name, record_name_label, record_value_label, ...rest } = dnsHostOf([])
    expect([id, name, record_name_label, record_value_label]).toEqual(['unknown', 'Your DNS provider', 'Name', 'Value'])
    expect(rest).toEqual({ docs_url: null, dashboard_url: null, supports_api: false, unproxy_hint: null })
  })

  test('Cloudflare has a warning about its proxy', () => {
    expect(dnsHostOf(['ada.ns.cloudflare.com'])).toMatchObject({
      name: 'Cloudflare',
      dashboard_url: 'https://dash.cloudflare.com',
      supports_api: true,
      unproxy_hint: expect.stringContaining('DNS only'),
    })
  })
})
