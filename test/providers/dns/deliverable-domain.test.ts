import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createResolver, type DnsResolver } from '../../../src/lib/dns-resolver.js'
import { judge } from '../../../src/providers/dns/deliverable-domain.js'
import { type DnsRecords, type DnsServer, startDnsServer } from '../../support/dns-server.js'

let dns: DnsServer
let resolver: DnsResolver

beforeAll(async () => {
  dns = await startDnsServer()
  resolver = createResolver({ servers: [dns.address], timeoutMs: 300 })
})
afterAll(() => dns.close())
beforeEach(() => {
  dns.records = {}
  dns.queries.length = 0
})

describe('judge', () => {
  const cases: [string, DnsRecords | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'SILENCE', string][] = [
    ['an MX', { MX: ['10 mx.example.test'] }, 'deliverable'],
    ['the null MX', { MX: ['0 .'], A: ['192.0.2.1'] }, 'undeliverable'],
    ['a null MX beside a real one', { MX: ['0 .', '10 mx.example.test'] }, 'deliverable'],
    ['an A record only', { A: ['192.0.2.1'] }, 'deliverable'],
    ['an AAAA record only', { AAAA: ['2001:db8::1'] }, 'deliverable'],
    ['neither MX, A nor AAAA', { TXT: ['x'] }, 'undeliverable'],
    ['no existence at all', 'NXDOMAIN', 'undeliverable'],
    ['a failing server', 'SERVFAIL', 'unknown'],
    ['a refusing server', 'REFUSED', 'unknown'],
    ['a silent server', 'SILENCE', 'unknown'],
    ['an MX that cannot be asked, though it has an A', { MX: 'SERVFAIL', A: ['192.0.2.1'] }, 'unknown'],
    ['no MX and an A that cannot be asked', { A: 'SERVFAIL' }, 'unknown'],
    ['no MX, no A and an AAAA that cannot be asked', { AAAA: 'SERVFAIL' }, 'unknown'],
    ['an AAAA record, where A cannot be asked', { A: 'SERVFAIL', AAAA: ['2001:db8::1'] }, 'deliverable'],
  ]
  it.each(cases)('judges a domain with %s', async (_, records, expected) => {
    dns.records = { 'example.test': records }
    expect((await judge('example.test', resolver)).deliverability).toBe(expected)
  })

  it('asks one question when there is an MX', async () => {
    dns.records = { 'example.test': { MX: ['10 mx.example.test'] } }
    await judge('example.test', resolver)
    expect(dns.queries).toEqual([{ name: 'example.test', type: 'MX' }])
  })
})
