import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { clientAddress, trustProxy } from '../../src/http/client-address.js'
import { parseTrustedProxies } from '../../src/lib/http/trusted-proxies.js'
import { clientNetwork } from '../../src/lib/network/ip-address.js'
import { burst } from '../support/burst.js'
import { call, startApp, type TestApp } from '../support/start-app.js'

/** Asks a server which client address, host and scheme it sees. The connection itself comes from 127.0.0.1. */
async function seen(proxies: string, headers: Record<string, string> = {}, listenTo = '127.0.0.1') {
  const server = Fastify({ trustProxy: trustProxy(parseTrustedProxies(proxies)) })
  server.get('/', (request) => ({
    address: clientAddress(request),
    host: request.host,
    protocol: request.protocol,
  }))
  onTestFinished(() => server.close())
  await server.listen({ host: listenTo, port: 0 })
  const { port } = server.server.address() as { port: number }
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers })
  return { port, ...((await response.json()) as { address: string; host: string; protocol: string }) }
}

const addressSeen = async (proxies: string, forwardedFor?: string) =>
  (await seen(proxies, forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor })).address

describe('the address of a client', () => {
  test.each([
    // Without a proxy, the headers are ignored.
    ['false', undefined, '127.0.0.1'],
    ['false', '203.0.113.1', '127.0.0.1'],
    ['0', '203.0.113.1, 198.51.100.7', '127.0.0.1'],
    // One proxy: it wrote the last entry; the client wrote the rest.
    ['1', undefined, '127.0.0.1'],
    ['1', '198.51.100.7', '198.51.100.7'],
    ['1', '203.0.113.1, 198.51.100.7', '198.51.100.7'],
    ['true', '203.0.113.1, 203.0.113.2, 198.51.100.7', '198.51.100.7'],
    // Two proxies: the outer one wrote the second-to-last entry.
    ['2', '198.51.100.7', '198.51.100.7'],
    ['2', '198.51.100.7, 10.0.0.1', '198.51.100.7'],
    ['2', '203.0.113.1, 198.51.100.7, 10.0.0.1', '198.51.100.7'],
    // Only listed proxies are trusted, at any position.
    ['127.0.0.1', '203.0.113.1, 198.51.100.7', '198.51.100.7'],
    ['127.0.0.0/8, 10.0.0.0/8', '203.0.113.1, 198.51.100.7, 10.0.0.1', '198.51.100.7'],
    ['127.0.0.0/8, 10.0.0.0/8', '10.9.9.9, 198.51.100.7, 10.0.0.1', '198.51.100.7'],
    ['127.0.0.1, fd00::/8', '2001:db8::1, fd00::5', '2001:db8::1'],
    ['10.0.0.0/8', '198.51.100.7', '127.0.0.1'],
    // IPv4 in IPv6 counts as IPv4, in both notations, for trust and for the result.
    ['1', '::ffff:198.51.100.7', '198.51.100.7'],
    ['1', '::ffff:c633:6407', '198.51.100.7'],
    ['127.0.0.1, 10.0.0.0/8', '198.51.100.7, ::ffff:10.0.0.1', '198.51.100.7'],
    ['1', '2001:DB8:0:0::0001', '2001:db8::1'],
    // Some proxies add the port.
    ['1', '198.51.100.7:4711', '198.51.100.7'],
    ['1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['127.0.0.1, 10.0.0.1', '198.51.100.7, 10.0.0.1:80', '198.51.100.7'],
    // Not an address: the proxy that wrote it counts as the client.
    ['1', 'unknown', '127.0.0.1'],
    ['1', '203.0.113.1, <script>', '127.0.0.1'],
    ['2', 'unknown, 10.0.0.1', '10.0.0.1'],
    ['1', ' , ,', '127.0.0.1'],
  ])('with TRUST_PROXY=%s and X-Forwarded-For %j is %s', async (proxies, forwardedFor, address) => {
    expect(await addressSeen(proxies, forwardedFor)).toBe(address)
  })

  test('is IPv4 if the server listens on both families', async () => {
    expect((await seen('false', {}, '::')).address).toBe('127.0.0.1')
    const forwarded = { 'x-forwarded-for': '203.0.113.1, 198.51.100.7' }
    expect((await seen('127.0.0.1', forwarded, '::')).address).toBe('198.51.100.7')
    expect((await seen('::1', forwarded, '::')).address).toBe('127.0.0.1')
  })

  test('is computed in one place', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    const asking = files.filter((file) => /\.ips?\b|remoteAddress/.test(readFileSync(join('src', file), 'utf8')))
    // What is refused before the routes is told apart by the last hop alone, for which nothing else is looked at.
    expect(asking.filter((file) => /\brequest\b/.test(readFileSync(join('src', file), 'utf8')))).toEqual([
      'http/open-requests.ts',
    ])
  })
})

describe('the host and the scheme that a client used', () => {
  const claimed = { 'x-forwarded-host': 'inner.example, evil.example', 'x-forwarded-proto': 'https' }

  test.each(['false', '10.0.0.0/8'])("ignore the client's headers with TRUST_PROXY=%s", async (proxies) => {
    const { host, protocol, port } = await seen(proxies, claimed)
    expect([host, protocol]).toEqual([`127.0.0.1:${port}`, 'http'])
  })

  test.each(['1', '127.0.0.1'])('come from the nearest proxy with TRUST_PROXY=%s', async (proxies) => {
    const { host, protocol } = await seen(proxies, claimed)
    expect([host, protocol]).toEqual(['evil.example', 'https'])
  })
})

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::', '2001:db8:1:3::/64'],
  ['unknown', 'unknown'],
])('%s is limited as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})

describe('the limit of an address', () => {
  const started: TestApp[] = []
  const start = async (TRUST_PROXY: string) => {
    const app = await startApp({ RATE_LIMIT_PER_SECOND: '3', TRUST_PROXY })
    started.push(app)
    return app
  }
  afterAll(() => Promise.all(started.map((app) => app.close())))

  /** How many of twelve requests without a key get 401 and not 429, each with the header of the nth client. */
  async function passed(app: TestApp, claimOf: (n: number) => string): Promise<number> {
    const answers = await burst(12, (n) =>
      call(app.url, 'GET', '/v1/messages', { headers: { 'x-forwarded-for': claimOf(n) } }),
    )
    return answers.filter(({ status }) => status === 401).length
  }

  test.each([
    ['false', (n: number) => `203.0.113.${n}`],
    ['1', (n: number) => `203.0.113.${n}, 198.51.100.7`],
    ['2', (n: number) => `203.0.113.${n}, 198.51.100.7, 10.0.0.1`],
    ['127.0.0.0/8', (n: number) => `127.0.0.${n}, 198.51.100.7`],
    ['1', (n: number) => `2001:db8::${n + 1}`],
    ['1', (n: number) => (n % 2 ? '198.51.100.8' : '::ffff:198.51.100.8')],
  ])('cannot be reset by a client with TRUST_PROXY=%s', async (proxies, claimOf) => {
    expect(await passed(await start(proxies), claimOf)).toBe(3)
  })

  test('is separate for each client behind the proxies', async () => {
    expect(await passed(await start('2'), (n) => `203.0.113.1, 198.51.100.${n % 2}, 10.0.0.1`)).toBe(6)
  })
})

test.each(['yes', '-1', '1.5', '10.0.0.0/33', 'proxy.example', '10.0.0.1, true', '0.0.0.0/0', '::/0', ','])(
  'TRUST_PROXY=%s stops the start',
  (text) => {
    expect(() => parseTrustedProxies(text)).toThrow()
  },
)
