import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createResolver, type DnsResolver } from '../../../src/lib/dns-resolver.js'
import { checkDeliverable, DeliverableDomains } from '../../../src/providers/dns/deliverable-domain.js'
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

describe('checkDeliverable', () => {
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
    expect(await checkDeliverable('example.test', resolver)).toBe(expected)
  })

  it('asks one question when there is an MX', async () => {
    dns.records = { 'example.test': { MX: ['10 mx.example.test'] } }
    await checkDeliverable('example.test', resolver)
    expect(dns.queries).toEqual([{ name: 'example.test', type: 'MX' }])
  })
})

describe('DeliverableDomains', () => {
  const MINUTE_MS = 60_000
  let nowMs: number
  let domains: DeliverableDomains

  beforeEach(() => {
    nowMs = 1_790_000_000_000
    domains = new DeliverableDomains({ resolver, now: () => nowMs, maxEntries: 2 })
  })

  const questions = () => dns.queries.length

  it('shares one look-up among concurrent checks, whatever the spelling', async () => {
    dns.records = { 'example.test': { MX: ['10 mx.example.test'] } }
    const checks = ['example.test', 'Example.Test', 'example.test.'].map((domain) => domains.check(domain))
    expect(await Promise.all(checks)).toEqual(['deliverable', 'deliverable', 'deliverable'])
    expect(questions()).toBe(1)
  })

  it('keeps a positive as long as its records live', async () => {
    dns.records = { 'example.test': { A: ['192.0.2.1'], ttl: 600 } }
    await domains.check('example.test')
    const asked = questions()
    nowMs += 10 * MINUTE_MS - 1
    await domains.check('example.test')
    expect(questions()).toBe(asked)
    nowMs += 1
    await domains.check('example.test')
    expect(questions()).toBeGreaterThan(asked)
  })

  it('keeps a positive for one hour at most', async () => {
    dns.records = { 'example.test': { A: ['192.0.2.1'], ttl: 86_400 } }
    await domains.check('example.test')
    const asked = questions()
    nowMs += 60 * MINUTE_MS - 1
    await domains.check('example.test')
    expect(questions()).toBe(asked)
    nowMs += 1
    await domains.check('example.test')
    expect(questions()).toBeGreaterThan(asked)
  })

  it('keeps a negative for five minutes', async () => {
    expect(await domains.check('example.test')).toBe('undeliverable')
    dns.records = { 'example.test': { MX: ['10 mx.example.test'] } }
    nowMs += 5 * MINUTE_MS - 1
    expect(await domains.check('example.test')).toBe('undeliverable')
    nowMs += 1
    expect(await domains.check('example.test')).toBe('deliverable')
  })

  it('never keeps an unknown', async () => {
    dns.records = { 'example.test': 'SERVFAIL' }
    expect(await domains.check('example.test')).toBe('unknown')
    dns.records = { 'example.test': { MX: ['10 mx.example.test'] } }
    expect(await domains.check('example.test')).toBe('deliverable')
  })

  it('forgets the domain longest unused when it is full', async () => {
    await domains.check('a.test')
    await domains.check('b.test')
    await domains.check('a.test')
    await domains.check('c.test')
    dns.queries.length = 0
    await domains.check('a.test')
    await domains.check('c.test')
    expect(questions()).toBe(0)
    await domains.check('b.test')
    expect(questions()).toBe(1)
  })

  it('is unknown when all the questions together take too long', async () => {
    dns.records = { 'example.test': 'SILENCE' }
    const patient = createResolver({ servers: [dns.address], timeoutMs: 20_000 })
    const hurried = new DeliverableDomains({ resolver: patient, now: () => nowMs, timeoutMs: 100 })
    expect(await hurried.check('example.test')).toBe('unknown')
  })
})
