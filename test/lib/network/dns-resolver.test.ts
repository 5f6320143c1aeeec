import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createResolver, type DnsResolver, toResolve } from '../../../src/lib/network/dns-resolver.js'
import { type DnsServer, startDnsServer } from '../../support/dns-server.js'

const TIMEOUT_MS = 300
let dns: DnsServer
let resolver: DnsResolver

beforeAll(async () => {
  dns = await startDnsServer()
  resolver = createResolver({ servers: [dns.address], timeoutMs: TIMEOUT_MS })
})
afterAll(() => dns.close())
beforeEach(() => {
  dns.records = {}
  dns.queries.length = 0
})

describe('a resolver with its own servers', () => {
  it('finds every type of record', async () => {
    const long = `v=DKIM1; k=rsa; p=${'A'.repeat(400)}`
    const soa = {
      mname: 'ns1.example.test',
      rname: 'admin.example.test',
      serial: 7,
      refresh: 1,
      retry: 2,
      expire: 3,
      minimum: 4,
    }
    dns.records = {
      'example.test': {
        A: ['192.0.2.1', '192.0.2.2'],
        AAAA: ['2001:db8::1'],
        MX: ['10 mx1.example.test', '20 mx2.example.test'],
        TXT: ['v=spf1 -all', long],
        NS: ['ns1.example.test'],
        SOA: soa,
        ttl: 120,
      },
      'alias.example.test': { CNAME: 'example.test' },
    }
    const found = { status: 'found', ttlMs: null }
    expect(await resolver.a('example.test')).toEqual({ ...found, records: ['192.0.2.1', '192.0.2.2'], ttlMs: 120_000 })
    expect(await resolver.aaaa('example.test')).toEqual({ ...found, records: ['2001:db8::1'], ttlMs: 120_000 })
    const mx = await resolver.mx('example.test')
    expect(mx.status === 'found' && mx.records.toSorted((a, b) => a.priority - b.priority)).toMatchObject([
      { priority: 10, exchange: 'mx1.example.test' },
      { priority: 20, exchange: 'mx2.example.test' },
    ])
    expect(await resolver.txt('example.test')).toEqual({ ...found, records: ['v=spf1 -all', long] })
    expect(await resolver.ns('example.test')).toEqual({ ...found, records: ['ns1.example.test'] })
    expect(await resolver.cname('alias.example.test')).toEqual({ ...found, records: ['example.test'] })
    expect(await resolver.soa('example.test')).toMatchObject({
      ...found,
      records: [{ nsname: 'ns1.example.test', hostmaster: 'admin.example.test', serial: 7, minttl: 4 }],
    })
  })

  it('follows an alias to its addresses', async () => {
    dns.records = { 'www.example.test': { CNAME: 'example.test' }, 'example.test': { A: ['192.0.2.1'] } }
    expect(await resolver.addresses('www.example.test')).toMatchObject({ status: 'found', records: ['192.0.2.1'] })
  })

  it('shows the null MX as an empty exchange', async () => {
    dns.records = { 'example.test': { MX: ['0 .'] } }
    expect(await resolver.mx('example.test')).toMatchObject({
      status: 'found',
      records: [{ priority: 0, exchange: '' }],
    })
  })

  it('distinguishes a missing name from a missing record type', async () => {
    dns.records = { 'example.test': { A: ['192.0.2.1'] } }
    expect(await resolver.mx('gone.test')).toEqual({ status: 'not-found', nameMissing: true })
    expect(await resolver.mx('example.test')).toEqual({ status: 'not-found', nameMissing: false })
  })

  it('treats an impossible name as missing', async () => {
    expect(await resolver.mx(`${'a'.repeat(64)}.test`)).toEqual({ status: 'not-found', nameMissing: true })
    expect(await resolver.mx('a..test')).toEqual({ status: 'not-found', nameMissing: true })
  })

  it.each([
    ['SERVFAIL', 'ESERVFAIL'],
    ['REFUSED', 'EREFUSED'],
  ] as const)('reports %s as unknown', async (failure, code) => {
    dns.records = { 'example.test': failure }
    expect(await resolver.txt('example.test')).toEqual({ status: 'unknown', code })
  })

  it('reports a silent server as unknown, in time', async () => {
    dns.records = { 'example.test': 'SILENCE' }
    const startedAt = performance.now()
    expect(await resolver.txt('example.test')).toEqual({ status: 'unknown', code: 'ETIMEOUT' })
    expect(performance.now() - startedAt).toBeLessThan(TIMEOUT_MS + 200)
  })

  it('reports a missing server as unknown', async () => {
    const stopped = await startDnsServer()
    await stopped.close()
    const lost = createResolver({ servers: [stopped.address], timeoutMs: TIMEOUT_MS })
    expect(await lost.a('example.test')).toMatchObject({ status: 'unknown' })
  })

  it('queries each time, so that changes are seen at once', async () => {
    dns.records = { 'example.test': { TXT: ['old'] } }
    expect(await resolver.txt('example.test')).toMatchObject({ records: ['old'] })
    dns.records['example.test'] = { TXT: ['new'] }
    expect(await resolver.txt('example.test')).toMatchObject({ records: ['new'] })
  })

  it('refuses a server that is not an IP address', () => {
    expect(() => createResolver({ servers: ['ns.example.test'], timeoutMs: 1 })).toThrow(TypeError)
  })
})

describe('addresses', () => {
  it('are those of both families, IPv4 first', async () => {
    dns.records = { 'example.test': { A: ['192.0.2.1'], AAAA: ['2001:db8::1'], ttl: 30 } }
    expect(await resolver.addresses('example.test')).toEqual({
      status: 'found',
      records: ['192.0.2.1', '2001:db8::1'],
      ttlMs: 30_000,
    })
  })

  it('are found if only one family is answered', async () => {
    dns.records = { 'example.test': { A: 'SERVFAIL', AAAA: ['2001:db8::1'] } }
    expect(await resolver.addresses('example.test')).toMatchObject({ status: 'found', records: ['2001:db8::1'] })
  })

  it('are unknown if one family is missing and the other has no answer', async () => {
    dns.records = { 'example.test': { AAAA: 'SILENCE' } }
    expect(await resolver.addresses('example.test')).toMatchObject({ status: 'unknown' })
  })

  it('are not found if both families are missing', async () => {
    dns.records = { 'example.test': { TXT: ['x'] } }
    expect(await resolver.addresses('example.test')).toEqual({ status: 'not-found', nameMissing: false })
    expect(await resolver.addresses('gone.test')).toEqual({ status: 'not-found', nameMissing: true })
  })

  it('of an IP literal are the literal, without a query', async () => {
    expect(await resolver.addresses('192.0.2.1')).toMatchObject({ status: 'found', records: ['192.0.2.1'] })
    expect(await resolver.addresses('::1')).toMatchObject({ status: 'found', records: ['::1'] })
    expect(dns.queries).toEqual([])
  })

  it('are given up at once when the caller aborts', async () => {
    dns.records = { 'example.test': 'SILENCE' }
    const slow = createResolver({ servers: [dns.address], timeoutMs: 20_000 })
    const caller = new AbortController()
    const answer = slow.addresses('example.test', caller.signal)
    caller.abort()
    expect(await answer).toEqual({ status: 'unknown', code: 'ECANCELLED' })
    expect(await slow.addresses('example.test', caller.signal)).toEqual({ status: 'unknown', code: 'ECANCELLED' })
  })

  it('come from the hosts file if no server is configured', async () => {
    const system = createResolver({ servers: [], timeoutMs: 5_000 })
    const answer = await system.addresses('localhost')
    expect(answer.status === 'found' && answer.records).toContain('127.0.0.1')
  })
})

describe('toResolve', () => {
  it('returns the addresses, or an empty list for a missing host, and throws without an answer', async () => {
    dns.records = { 'example.test': { A: ['192.0.2.1'] }, 'broken.test': 'SERVFAIL' }
    const resolve = toResolve(resolver)
    expect(await resolve('example.test')).toEqual(['192.0.2.1'])
    expect(await resolve('gone.test')).toEqual([])
    await expect(resolve('broken.test')).rejects.toMatchObject({ code: 'ESERVFAIL' })
  })
})
