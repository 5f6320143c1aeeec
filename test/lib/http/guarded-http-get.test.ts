import type { RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { GuardedHttp, type GuardedHttpOptions } from '../../../src/lib/http/guarded-http.js'
import { startHttpEndpoint } from '../../support/endpoint.js'
import { createTestCa } from '../../support/test-ca.js'

const ca = createTestCa()
const LIMITS = { timeoutMs: 5_000, maxBytes: 1_000 }
let cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(cleanups.map((cleanup) => cleanup()))
  cleanups = []
})

function client(options: Partial<GuardedHttpOptions> = {}): GuardedHttp {
  const allowed = { allowHttp: true, allowCidrs: ['127.0.0.0/8'], resolve: async () => ['127.0.0.1'] }
  const http = new GuardedHttp({ ...allowed, tls: { ca: ca.cert }, ...options })
  cleanups.push(() => http.close(0))
  return http
}

async function serve(handler: RequestListener, tls = false): Promise<string> {
  const endpoint = await startHttpEndpoint(handler, tls ? ca.issue(['logo.example']) : undefined)
  cleanups.push(() => endpoint.close())
  return tls ? `https://logo.example:${endpoint.port}/logo.svg?x=1` : `http://127.0.0.1:${endpoint.port}/logo.svg?x=1`
}

test.each([false, true])('a resource is fetched completely (over TLS: %s)', async (tls) => {
  const url = await serve(({ url: path, method, headers }, response) => {
    response.end(`${method} ${path} ${headers.accept} ${'x'.repeat(900)}`)
  }, tls)
  const { body, ...rest } = await client().get(url, { accept: 'image/svg+xml' }, LIMITS)
  expect(body.toString()).toBe(`GET /logo.svg?x=1 image/svg+xml ${'x'.repeat(900)}`)
  expect(rest).toEqual({ status: 200, error: null, refused: false, contentEncoding: '', tooLong: false })
})

test('at most the requested length is fetched', async () => {
  let written = 0
  const url = await serve((_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(100_000))) written += 100_000
    }
    response.on('drain', write)
    write()
  })
  const { status, tooLong, body, error } = await client().get(url, {}, LIMITS)
  expect([status, tooLong, error]).toEqual([200, true, null])
  expect(body.length).toBeLessThanOrEqual(1_000)
  expect(written).toBeLessThan(100_000_000)
  const exact = await serve((_request, response) => response.end(Buffer.alloc(1_000)))
  expect(await client().get(exact, {}, LIMITS)).toMatchObject({ tooLong: false, body: Buffer.alloc(1_000) })
})

test('redirects are reported and not followed, and other statuses are reported unchanged', async () => {
  const asked: string[] = []
  const url = await serve(({ url: path }, response) => {
    asked.push(path!)
    response.writeHead(path === '/logo.svg?x=1' ? 302 : 200, { location: '/other', 'content-encoding': 'GZIP' }).end()
  })
  expect(await client().get(url, {}, LIMITS)).toMatchObject({ status: 302, error: null, contentEncoding: 'gzip' })
  expect(asked).toEqual(['/logo.svg?x=1'])
})

test('a non-public address is refused, however it is reached', async () => {
  let asked = 0
  const url = await serve((_request, response) => {
    asked += 1
    response.end()
  })
  const strict = client({ allowCidrs: [] })
  for (const each of [url, url.replace('127.0.0.1', 'inner.example'), url.replace('127.0.0.1', '[::1]')]) {
    const refused = { status: null, refused: true, error: 'refused address: not public' }
    expect(await strict.get(each, {}, LIMITS)).toMatchObject(refused)
  }
  expect(await client({ allowHttp: false }).get(url, {}, LIMITS)).toMatchObject({ status: null, refused: true })
  expect(asked).toBe(0)
})

test('the deadline covers everything from the connection to the last byte', async () => {
  const limits = { timeoutMs: 200, maxBytes: 1_000 }
  const silent = await serve(() => {})
  expect(await client().get(silent, {}, limits)).toMatchObject({ status: null, error: 'timeout', refused: false })
  const stalls = await serve((_request, response) => {
    response.write('<svg')
  })
  const half = await client().get(stalls, {}, limits)
  expect(half).toMatchObject({ status: 200, error: 'timeout', body: Buffer.from('<svg') })
})

test('other failures are reported in a few words', async () => {
  const breaks = await serve((_request, response) => response.destroy())
  expect(await client().get(breaks, {}, LIMITS)).toMatchObject({ status: null, error: 'connection reset' })
  const secret = await serve((_request, response) => response.end(), true)
  const untrusting = client({ tls: {} })
  expect(await untrusting.get(secret, {}, LIMITS)).toMatchObject({ status: null, error: expect.stringMatching(/^TLS/) })
  const nobody = client({ resolve: async () => [] })
  const unknown = { status: null, refused: false, error: 'DNS: host name not found' }
  expect(await nobody.get('https://nobody.example/', {}, LIMITS)).toMatchObject(unknown)
  expect(await client().get('https://a:b@logo.example/', {}, LIMITS)).toMatchObject({ status: null, refused: true })
})
