import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createResolver, type DnsResolver } from '../../../src/lib/network/dns-resolver.js'
import { judge } from '../../../src/providers/dns/deliverability.js'
import { DeliverableDomains, type DeliverableDomainsOptions } from '../../../src/providers/dns/deliverable-domains.js'
import { type DnsFailure, type DnsRecords, type DnsServer, startDnsServer } from '../../support/dns-server.js'

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
  dns.delayMs = 0
})

describe('the deliverability of a domain', () => {
  const cases: [string, DnsRecords | DnsFailure, string][] = [
    ['an MX', { MX: ['10 mx.example.test'] }, 'deliverable'],
    ['the null MX', { MX: ['0 .'], A: ['192.0.2.1'] }, 'undeliverable'],
    ['a null MX and a real one', { MX: ['0 .', '10 mx.example.test'] }, 'deliverable'],
    ['an A record only', { A: ['192.0.2.1'] }, 'deliverable'],
    ['an AAAA record only', { AAAA: ['2001:db8::1'] }, 'deliverable'],
    ['neither MX, A nor AAAA', { TXT: ['x'] }, 'undeliverable'],
    ['a missing name', 'NXDOMAIN', 'undeliverable'],
    ['a failing server', 'SERVFAIL', 'unknown'],
    ['a refusing server', 'REFUSED', 'unknown'],
    ['a silent server', 'SILENCE', 'unknown'],
    ['an unanswered MX query and an A record', { MX: 'SERVFAIL', A: ['192.0.2.1'] }, 'unknown'],
    ['no MX and an unanswered A query', { A: 'SERVFAIL' }, 'unknown'],
    ['no MX, no A and an unanswered AAAA query', { AAAA: 'SERVFAIL' }, 'unknown'],
    ['an AAAA record and an unanswered A query', { A: 'SERVFAIL', AAAA: ['2001:db8::1'] }, 'deliverable'],
  ]
  it.each(cases)('judges a domain with %s', async (_, records, expected) => {
    dns.records = { 'example.test': records }
    expect((await judge('example.test', resolver)).deliverability).toBe(expected)
  })

  it('makes one query if there is an MX', async () => {
    dns.records = { 'example.test': { MX: ['10 mx.example.test'] } }
    await judge('example.test', resolver)
    expect(dns.queries).toEqual([{ name: 'example.test', type: 'MX' }])
  })
})

describe('the cache of domains', () => {
  const MINUTE_MS = 60_000
  let nowMs: number
  let domains: DeliverableDomains

  beforeEach(() => {
    nowMs = 1_790_000_000_000
    domains = new DeliverableDomains({ resolver, now: () => nowMs, maxEntries: 2 })
  })

  const check = (domain: string) => domains.forRequest('acct').check(domain)
  const questions = () => dns.queries.length

  it('shares one look-up among concurrent checks, in any spelling', async () => {
    dns.records = { 'example.test': { MX: ['10 mx.example.test'] } }
    const checks = ['example.test', 'Example.Test', 'example.test.'].map((domain) => check(domain))
    expect(await Promise.all(checks)).toEqual(['deliverable', 'deliverable', 'deliverable'])
    expect(questions()).toBe(1)
  })

  it.each([
    ['for the time to live of its records', 600, 10],
    ['for at most one hour', 86_400, 60],
  ])('keeps a positive result %s', async (_howLong, ttl, minutes) => {
    dns.records = { 'example.test': { A: ['192.0.2.1'], ttl } }
    await check('example.test')
    const asked = questions()
    nowMs += minutes * MINUTE_MS - 1
    await check('example.test')
    expect(questions()).toBe(asked)
    nowMs += 1
    await check('example.test')
    expect(questions()).toBeGreaterThan(asked)
  })

  it('keeps a negative result for five minutes', async () => {
    expect(await check('example.test')).toBe('undeliverable')
    dns.records = { 'example.test': { MX: ['10 mx.example.test'] } }
    nowMs += 5 * MINUTE_MS - 1
    expect(await check('example.test')).toBe('undeliverable')
    nowMs += 1
    expect(await check('example.test')).toBe('deliverable')
  })

  it('never keeps an unknown result', async () => {
    dns.records = { 'example.test': 'SERVFAIL' }
    expect(await check('example.test')).toBe('unknown')
    dns.records = { 'example.test': { MX: ['10 mx.example.test'] } }
    expect(await check('example.test')).toBe('deliverable')
  })

  it('drops the least recently used domain when it is full', async () => {
    await check('a.test')
    await check('b.test')
    await check('a.test')
    await check('c.test')
    dns.queries.length = 0
    await check('a.test')
    await check('c.test')
    expect(questions()).toBe(0)
    await check('b.test')
    expect(questions()).toBe(1)
  })
})

describe('many checks at once', () => {
  const domainsWith = (options: Partial<DeliverableDomainsOptions>) =>
    new DeliverableDomains({ resolver, now: Date.now, ...options })
  const names = (count: number) => Array.from({ length: count }, (_none, index) => `gone${index}.test`)
  const asked = () => dns.queries.map(({ name }) => name)

  /** The resolver, and the maximum number of its concurrent queries. */
  function watched() {
    const watch = {
      open: 0,
      most: 0,
      mx: async (name: string) => {
        watch.open += 1
        watch.most = Math.max(watch.most, watch.open)
        return resolver.mx(name).finally(() => {
          watch.open -= 1
        })
      },
    }
    return watch
  }

  it('leave slots for other accounts, however many one account makes', async () => {
    const watch = watched()
    const domains = domainsWith({ resolver: { ...resolver, mx: watch.mx }, slots: 4 })
    const one = domains.forRequest('one')
    await Promise.all(names(30).map((name) => one.check(name)))
    expect(watch.most).toBe(3)
    const two = domains.forRequest('two')
    const all = names(90)
      .slice(30)
      .map((name, index) => (index % 2 ? one : two).check(name))
    expect(new Set(await Promise.all(all))).toEqual(new Set(['undeliverable']))
    expect(watch.most).toBe(4)
  })

  it('let accounts take turns', async () => {
    const domains = domainsWith({ slots: 1 })
    const many = domains.forRequest('one')
    const first = names(30).map((name) => many.check(name))
    await domains.forRequest('two').check('other.test')
    expect(asked().indexOf('other.test')).toBeLessThanOrEqual(2)
    await Promise.all(first)
  })

  it('share a waiting look-up, which starts in the turn of the next account', async () => {
    const domains = domainsWith({ slots: 1 })
    const many = domains.forRequest('one')
    const first = names(30).map((name) => many.check(name))
    expect(await domains.forRequest('two').check('gone29.test')).toBe('undeliverable')
    expect(asked().indexOf('gone29.test')).toBeLessThanOrEqual(2)
    await Promise.all(first)
    expect(asked()).toHaveLength(30)
  })

  it('have their time-out from the first query, not from the start of waiting', async () => {
    dns.delayMs = 150
    const patient = createResolver({ servers: [dns.address], timeoutMs: 6_000 })
    const domains = domainsWith({ resolver: patient, slots: 1, timeoutMs: 2_000 })
    const request = domains.forRequest('one')
    const verdicts = await Promise.all(names(20).map((name) => request.check(name)))
    expect(new Set(verdicts)).toEqual(new Set(['undeliverable']))
  })

  it('end as unknown without a query if the time of their request ends before they start', async () => {
    dns.records = { 'silent.test': 'SILENCE' }
    const domains = domainsWith({ slots: 1, requestTimeoutMs: 50 })
    const request = domains.forRequest('one')
    const silent = request.check('silent.test')
    const late = ['late.test', 'later.test'].map((name) => request.check(name))
    expect(await Promise.all(late)).toEqual(['unknown', 'unknown'])
    expect(await silent).toBe('unknown')
    expect(await request.check('last.test')).toBe('unknown')
    expect(await domains.forRequest('one').check('next.test')).toBe('undeliverable')
    expect(asked().filter((name) => name !== 'silent.test')).toEqual(['next.test'])
  })

  it('are unknown if all queries together take too long', async () => {
    dns.records = { 'example.test': 'SILENCE' }
    const patient = createResolver({ servers: [dns.address], timeoutMs: 20_000 })
    const hurried = new DeliverableDomains({ resolver: patient, now: Date.now, timeoutMs: 100 })
    expect(await hurried.forRequest('acct').check('example.test')).toBe('unknown')
  })
})
