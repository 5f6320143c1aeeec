import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { GuardedHttp, type GuardedHttpOptions, RefusedUrlError } from '../../../src/lib/http/guarded-http.js'
import { createResolver, toResolve } from '../../../src/lib/network/dns-resolver.js'
import { type DnsServer, startDnsServer } from '../../support/dns-server.js'
import { type Endpoint, startHttpEndpoint, startTcpEndpoint } from '../../support/endpoint.js'
import { createTestCa } from '../../support/test-ca.js'

const LOOPBACK = ['127.0.0.0/8']
const ca = createTestCa()
let dns: DnsServer
let cleanups: (() => Promise<void>)[] = []

beforeAll(async () => {
  dns = await startDnsServer()
})
afterAll(() => dns.close())
beforeEach(() => {
  dns.records = { 'hooks.test': { A: ['127.0.0.1'] } }
  dns.queries.length = 0
})
afterEach(async () => {
  await Promise.all(cleanups.map((cleanup) => cleanup()))
  cleanups = []
})

function client(options: Partial<GuardedHttpOptions> = {}): GuardedHttp {
  const resolve = toResolve(createResolver({ servers: [dns.address], timeoutMs: 2_000 }))
  const http = new GuardedHttp({ allowHttp: true, allowCidrs: LOOPBACK, resolve, ...options })
  cleanups.push(() => http.close(0))
  return http
}

async function serve(handler: RequestListener, tls?: Parameters<typeof startHttpEndpoint>[1]): Promise<Endpoint> {
  const endpoint = await startHttpEndpoint(handler, tls)
  cleanups.push(() => endpoint.close())
  return endpoint
}

async function serveRaw(onConnection: (socket: Socket) => void): Promise<Endpoint> {
  const endpoint = await startTcpEndpoint(onConnection)
  cleanups.push(() => endpoint.close())
  return endpoint
}

/** Responds to every request with the same bytes and leaves the connection open. */
function serveBytes(bytes: string | Buffer): Promise<Endpoint> {
  return serveRaw((socket) => socket.once('data', () => socket.write(bytes)))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

const ok = (_: IncomingMessage, response: ServerResponse) => {
  response.end('ok')
}
const withBody = (body: Buffer) =>
  Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`), body])

describe('vet', () => {
  const strict = () => client({ allowHttp: false, allowCidrs: [] })

  it.each([
    'https://hooks.example/',
    'https://hooks.example:8443/path?x=1#f',
    'https://hooks.example./',
    'https://bücher.example/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])('accepts %s', async (url) => {
    dns.records = {
      'hooks.example': { A: ['8.8.8.8'], AAAA: ['2606:4700::1'] },
      'xn--bcher-kva.example': { A: ['8.8.8.8'] },
    }
    await expect(strict().vet(url)).resolves.toBe(new URL(url).href)
  })

  it.each([
    ['nonsense', 'is not a valid URL'],
    ['https://', 'is not a valid URL'],
    ['https://./', 'is not a valid URL'],
    ['http://hooks.example/', 'must be an https URL'],
    ['ftp://hooks.example/', 'must be an https URL'],
    ['https://user@hooks.example/', 'must not contain credentials'],
    ['https://:pass@hooks.example/', 'must not contain credentials'],
    ...[22, 25, 80, 587, 993, 1023, 2049, 5060, 6667, 10080].map((port): [string, string] => [
      `https://hooks.example:${port}/`,
      'must have the usual port, or one from 1024 on that belongs to no other protocol than HTTP',
    ]),
    ...['\r\n', '\t', ' ', '\0', '\u0085', '\u00a0'].map((char): [string, string] => [
      `https://hooks.example/a${char}b`,
      'must not contain spaces or control characters',
    ]),
    ['https://hooks.example/\n', 'must not contain spaces or control characters'],
    ['https://gone.example/', 'has a host name that does not resolve'],
    ['https://broken.example/', 'has a host name that could not be resolved'],
  ])('refuses %s: %s', async (url, reason) => {
    dns.records = { 'hooks.example': { A: ['8.8.8.8'] }, 'broken.example': 'SERVFAIL' }
    const error = await strict()
      .vet(url)
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(RefusedUrlError)
    expect(error).toMatchObject({ reason })
  })

  it.each([
    'https://127.0.0.1/',
    'https://127.0.0.1:8443/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::10.0.0.1]/',
    'https://[64:ff9b::8.8.8.8]/',
    'https://[2002:a00:1::]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://168.63.129.16/',
    'https://private.example/',
    'https://private.example./',
    'https://mixed.example/',
    'https://private6.example/',
    'https://alias.example/',
    'https://bücher.example/',
    'https://localhost/',
    'https://localhost./',
  ])('refuses %s, which resolves to a non-public address', async (url) => {
    dns.records = {
      localhost: { A: ['127.0.0.1'] },
      'private.example': { A: ['10.0.0.1'] },
      'mixed.example': { A: ['8.8.8.8', '10.0.0.1', '8.8.4.4'] },
      'private6.example': { A: ['8.8.8.8'], AAAA: ['fd00::1'] },
      'alias.example': { CNAME: 'private.example' },
      'xn--bcher-kva.example': { A: ['192.168.1.1'] },
    }
    await expect(strict().vet(url)).rejects.toMatchObject({ reason: 'must not lead to a non-public address' })
  })

  it('refuses localhost from the hosts file', async () => {
    const system = client({ allowCidrs: [], resolve: toResolve(createResolver({ servers: [], timeoutMs: 5_000 })) })
    await expect(system.vet('https://localhost./')).rejects.toBeInstanceOf(RefusedUrlError)
  })

  it('accepts http and loopback if they are allowed', async () => {
    await expect(client().vet('http://hooks.test:8080/')).resolves.toBe('http://hooks.test:8080/')
    await expect(client().vet('http://127.0.0.1:8080/')).resolves.toBe('http://127.0.0.1:8080/')
    await expect(client().vet('ftp://127.0.0.1/')).rejects.toMatchObject({ reason: 'must be an http or https URL' })
  })
})

describe('post', () => {
  it('sends nothing to a port of another protocol, not even for a URL from before', async () => {
    expect(await client().post('http://127.0.0.1:6667/', {}, 'x', 1_000)).toMatchObject({
      status: null,
      error: expect.stringMatching(/^refused URL: must have the usual port/),
    })
  })

  it('sends the headers and the exact body, and reports status, start of the response and duration', async () => {
    const seen: unknown[] = []
    const { port } = await serve(async (request, response) => {
      seen.push([
        request.method,
        request.url,
        request.headers.host,
        request.headers['svc-event'],
        await textOf(request),
      ])
      response.writeHead(202, { 'X-Answer': '202' }).end('accepted')
    })
    const result = await client().post(`http://hooks.test:${port}/in?a=1#f`, { 'svc-event': 'e1' }, '{"ü":1}', 5_000)
    expect(result).toEqual({
      status: 202,
      error: null,
      retryAfter: null,
      headers: expect.arrayContaining([{ name: 'x-answer', value: '202' }]),
      body: 'accepted',
      durationMs: expect.any(Number),
    })
    expect(seen).toEqual([['POST', '/in?a=1', `hooks.test:${port}`, 'e1', '{"ü":1}']])
  })

  it('sends bytes unchanged', async () => {
    const bytes = Buffer.from([0, 255, 128, 10])
    let received = Buffer.alloc(0)
    const { port } = await serve((request, response) => {
      request.on('data', (chunk) => {
        received = Buffer.concat([received, chunk])
      })
      request.on('end', () => response.end())
    })
    await client().post(`http://hooks.test:${port}/`, {}, bytes, 5_000)
    expect(received).toEqual(bytes)
  })

  it('does not follow a redirect', async () => {
    let hits = 0
    const { port } = await serve((request, response) => {
      hits += 1
      response.writeHead(request.url === '/' ? 307 : 200, { location: '/elsewhere' }).end()
    })
    expect(await client().post(`http://hooks.test:${port}/`, {}, 'x', 5_000)).toMatchObject({
      status: 307,
      error: null,
    })
    expect(hits).toBe(1)
  })

  it.each([204, 400, 410, 500])('reports status %i unchanged', async (status) => {
    const { port } = await serve((_, response) => {
      response.writeHead(status).end()
    })
    expect(await client().post(`http://hooks.test:${port}/`, {}, 'x', 5_000)).toMatchObject({ status, error: null })
  })

  it('does not treat an early hint as the response', async () => {
    const { port } = await serveBytes(
      'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n',
    )
    expect(await client().post(`http://hooks.test:${port}/`, {}, 'x', 5_000)).toMatchObject({ status: 201 })
  })

  it('rejects headers that cannot be sent', async () => {
    const { port } = await serve(ok)
    await expect(client().post(`http://hooks.test:${port}/`, { a: 'b\r\nc: d' }, 'x', 5_000)).rejects.toThrow('header')
  })

  it.each([
    ['nonsense', 'refused URL: is not a valid URL'],
    ['ftp://hooks.test/', 'refused URL: must be an http or https URL'],
    ['http://a:b@hooks.test/', 'refused URL: must not contain credentials'],
  ])('fails for %s without connecting', async (url, error) => {
    expect(await client().post(url, {}, 'x', 5_000)).toMatchObject({ status: null, error, body: '' })
  })
})

describe('the guard', () => {
  const REFUSED = { status: null, error: 'refused address: not public', body: '' }

  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
    'hooks.test',
    'hooks.test.',
    'mixed.test',
  ])('refuses a connection to %s', async (host) => {
    dns.records['mixed.test'] = { A: ['8.8.8.8', '127.0.0.1'] }
    const { port, sockets } = await serve(ok)
    expect(await client({ allowCidrs: [] }).post(`http://${host}:${port}/`, {}, 'x', 5_000)).toMatchObject(REFUSED)
    expect(sockets).toHaveLength(0)
  })

  it('refuses a name that became private after it was vetted', async () => {
    const { port, sockets } = await serve(ok)
    const http = client({ allowCidrs: [] })
    dns.records['rebind.test'] = { A: ['8.8.8.8'] }
    await http.vet(`http://rebind.test:${port}/`)
    dns.records['rebind.test'] = { A: ['127.0.0.1'] }
    expect(await http.post(`http://rebind.test:${port}/`, {}, 'x', 5_000)).toMatchObject(REFUSED)
    expect(sockets).toHaveLength(0)
  })

  it('connects to the vetted address: one connection takes one look-up', async () => {
    const resolved: string[] = []
    const resolve = async (hostname: string) => {
      resolved.push(hostname)
      // A second query gets another address.
      return resolved.length === 1 ? ['127.0.0.1'] : ['127.0.0.99']
    }
    const { port, sockets } = await serve(ok)
    expect(await client({ resolve }).post(`http://once.test:${port}/`, {}, 'x', 5_000)).toMatchObject({ status: 200 })
    expect(resolved).toEqual(['once.test'])
    expect(sockets).toHaveLength(1)
  })

  it('tries the next address if one does not respond', async () => {
    dns.records['two.test'] = { A: ['127.0.0.2', '127.0.0.1'] }
    const { port } = await serve(ok)
    expect(await client().post(`http://two.test:${port}/`, {}, 'x', 5_000)).toMatchObject({ status: 200 })
  })

  it('allows a permitted IP literal without a DNS query', async () => {
    const { port } = await serve(ok)
    expect(await client().post(`http://127.0.0.1:${port}/`, {}, 'x', 5_000)).toMatchObject({ status: 200 })
    expect(dns.queries).toEqual([])
  })
})

describe('TLS', () => {
  const tls = { ca: ca.cert }
  const postTo = (host: string, port: number, options: Partial<GuardedHttpOptions> = { tls }) =>
    client(options).post(`https://${host}:${port}/`, {}, 'x', 5_000)

  it('names the host in SNI and in Host, without a final dot', async () => {
    const names: unknown[] = []
    const { port } = await serve(
      (request, response) => {
        names.push((request.socket as TLSSocket).servername, request.headers.host)
        response.end('ok')
      },
      ca.issue(['hooks.test']),
    )
    expect(await postTo('hooks.test', port)).toMatchObject({ status: 200 })
    expect(await postTo('hooks.test.', port)).toMatchObject({ status: 200 })
    expect(new Set(names)).toEqual(new Set(['hooks.test', `hooks.test:${port}`]))
  })

  it('accepts a certificate for an IP address', async () => {
    const { port } = await serve(ok, ca.issue(['127.0.0.1']))
    expect(await postTo('127.0.0.1', port)).toMatchObject({ status: 200 })
  })

  it('refuses a certificate from an unknown authority', async () => {
    const { port } = await serve(ok, ca.issue(['hooks.test']))
    expect(await postTo('hooks.test', port, {})).toMatchObject({ status: null, error: 'TLS certificate: not trusted' })
  })

  it('refuses a certificate for another host', async () => {
    const { port } = await serve(ok, ca.issue(['other.test']))
    const wrong = { status: null, error: 'TLS certificate: wrong host name' }
    expect(await postTo('hooks.test', port)).toMatchObject(wrong)
    expect(await postTo('127.0.0.1', port)).toMatchObject(wrong)
  })

  it('refuses an expired certificate', async () => {
    const { port } = await serve(ok, ca.issue(['hooks.test'], { notAfter: new Date(Date.now() - 60_000) }))
    expect(await postTo('hooks.test', port)).toMatchObject({ status: null, error: 'TLS certificate: expired' })
  })

  it('refuses a certificate that is not valid yet', async () => {
    const { port } = await serve(ok, ca.issue(['hooks.test'], { notBefore: new Date(Date.now() + 3_600_000) }))
    expect(await postTo('hooks.test', port)).toMatchObject({ status: null, error: 'TLS certificate: not yet valid' })
  })

  it('reports a server that does not speak TLS', async () => {
    const { port } = await serve(ok)
    expect(await postTo('hooks.test', port)).toMatchObject({ status: null, error: 'TLS: handshake failed' })
  })

  it('reports an endless handshake as a connection time-out', async () => {
    const { port } = await serveRaw(() => {})
    const result = await postTo('hooks.test', port, { tls, connectTimeoutMs: 300 })
    expect(result).toMatchObject({ status: null, error: 'timeout while connecting' })
  })
})

describe('failures', () => {
  const post = (host: string, port: number) => client().post(`http://${host}:${port}/`, {}, 'x', 5_000)

  it('report a refused connection, also with several addresses', async () => {
    dns.records['two.test'] = { A: ['127.0.0.1', '127.0.0.2'] }
    const { port, close } = await serve(ok)
    await close()
    expect(await post('hooks.test', port)).toMatchObject({ status: null, error: 'connection refused' })
    expect(await post('two.test', port)).toMatchObject({ status: null, error: 'connection refused' })
  })

  it('report a connection that was reset, or closed without a response', async () => {
    const resetting = await serveRaw((socket) => socket.once('data', () => socket.resetAndDestroy()))
    const closing = await serveRaw((socket) => socket.once('data', () => socket.end()))
    expect(await post('hooks.test', resetting.port)).toMatchObject({ status: null, error: 'connection reset' })
    expect(await post('hooks.test', closing.port)).toMatchObject({ status: null, error: 'connection reset' })
  })

  it('report a response that is not HTTP, and one with endless headers', async () => {
    const garbage = await serveBytes('220 smtp.example ESMTP\r\n')
    const endless = await serveBytes(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`)
    expect(await post('hooks.test', garbage.port)).toMatchObject({ status: null, error: 'malformed response' })
    expect(await post('hooks.test', endless.port)).toMatchObject({ status: null, error: 'malformed response' })
  })

  it('distinguish a missing name from one that could not be resolved', async () => {
    dns.records['broken.test'] = 'SERVFAIL'
    expect(await post('gone.test', 80)).toMatchObject({ status: null, error: 'DNS: host name not found' })
    expect(await post('broken.test', 80)).toMatchObject({ status: null, error: 'DNS: no answer' })
  })

  it('never name an address', async () => {
    const { port, close } = await serve(ok)
    await close()
    const refused = await client({ allowCidrs: [] }).post('http://10.0.0.1/', {}, 'x', 5_000)
    for (const { error } of [await post('hooks.test', port), refused]) expect(error).not.toMatch(/\d/)
  })
})

describe('the deadline', () => {
  const TIMEOUT_MS = 300
  const inTime = {
    retryAfter: null,
    headers: [],
    durationMs: expect.toSatisfy((ms: number) => ms >= TIMEOUT_MS - 5 && ms < TIMEOUT_MS + 400),
  }
  const timeout = { status: null, error: 'timeout', body: '', ...inTime }
  const post = (port: number, http = client()) => http.post(`http://hooks.test:${port}/`, {}, 'x', TIMEOUT_MS)

  it('stops an endpoint that never responds, and closes its connection', async () => {
    const { port, sockets } = await serve(() => {})
    expect(await post(port)).toEqual(timeout)
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true))
  })

  it('stops headers that trickle', async () => {
    const { port } = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('x: y\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    expect(await post(port)).toEqual(timeout)
  })

  it('stops an endpoint that sends early hints forever', async () => {
    const { port } = await serveRaw((socket) => {
      const drip = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    expect(await post(port)).toEqual(timeout)
  })

  it('stops an endpoint that does not read the request', async () => {
    const { port } = await serveRaw((socket) => socket.pause())
    const large = Buffer.alloc(32 * 1024 * 1024)
    const result = await client().post(`http://hooks.test:${port}/`, {}, large, TIMEOUT_MS)
    expect(result).toMatchObject({ status: null, error: 'timeout' })
  })

  it('covers DNS', async () => {
    dns.records['silent.test'] = 'SILENCE'
    expect(await client().post('http://silent.test/', {}, 'x', TIMEOUT_MS)).toEqual(timeout)
  })

  it('covers the TLS handshake', async () => {
    const { port } = await serveRaw(() => {})
    expect(await client().post(`https://hooks.test:${port}/`, {}, 'x', TIMEOUT_MS)).toEqual(timeout)
  })

  it('prevents a request from being sent after it', async () => {
    const bodies: string[] = []
    const { port } = await serve(async (request, response) => {
      bodies.push(await textOf(request))
      response.end('ok')
    })
    const held = deferred<string[]>()
    const http = client({ resolve: () => held.promise })
    const url = `http://held.test:${port}/`
    expect(await http.post(url, {}, 'late', 50)).toMatchObject({ status: null, error: 'timeout' })
    held.resolve(['127.0.0.1'])
    expect(await http.post(url, {}, 'in time', 5_000)).toMatchObject({ status: 200 })
    expect(bodies).toEqual(['in time'])
  })

  it('keeps the status if the body stalls', async () => {
    const { port, sockets } = await serveBytes('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')
    expect(await post(port)).toEqual({
      ...{ status: 200, error: null, body: 'half', ...inTime },
      headers: [{ name: 'content-length', value: '100' }],
    })
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true))
  })
})

describe('the response body', () => {
  const post = (port: number) => client().post(`http://hooks.test:${port}/`, {}, 'x', 5_000)

  it('can break off after the status', async () => {
    const { port } = await serveRaw((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf')
        setImmediate(() => socket.end())
      }),
    )
    expect(await post(port)).toMatchObject({ status: 200, error: null, body: 'half' })
  })

  it('is read up to 64 KiB', async () => {
    let written = 0
    const { port, sockets } = await serveRaw((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
        const more = () => {
          while (!socket.destroyed && socket.write(`400\r\n${'x'.repeat(1024)}\r\n`)) written += 1024
        }
        socket.on('drain', more)
        more()
      }),
    )
    expect(await post(port)).toMatchObject({ status: 200, error: null, body: 'x'.repeat(1024) })
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true))
    // The kernel's buffers are beyond our control, but an endless body is not.
    expect(written).toBeLessThan(32 * 1024 * 1024)
  })

  it.each([
    [64 * 1024, false],
    [64 * 1024 + 1, true],
  ])('of %i bytes closes the connection: %s', async (size, costs) => {
    const { port, sockets } = await serve((_, response) => {
      response.end('x'.repeat(size))
    })
    const http = client()
    for (let post = 0; post < 6; post += 1) await http.post(`http://hooks.test:${port}/`, {}, 'x', 5_000)
    expect(sockets.length > 2).toBe(costs)
  })

  it.each([
    ['cut within a character loses that character', Buffer.from(`${'x'.repeat(1023)}üüü`), 'x'.repeat(1023)],
    ['of exactly 1 KiB is kept completely', Buffer.from('ü'.repeat(512)), 'ü'.repeat(512)],
    ['that is not UTF-8 has its invalid bytes replaced', Buffer.from([0x61, 0xff, 0x62, 0xc3]), 'a\ufffdb\ufffd'],
    ['with many invalid bytes stays within 1 KiB', Buffer.alloc(1024, 0xff), '\ufffd'.repeat(341)],
    ['keeps its byte order mark', Buffer.from('\ufeffa'), '\ufeffa'],
  ])('%s', async (_, bytes, expected) => {
    const { port } = await serveBytes(withBody(bytes))
    const { body } = await post(port)
    expect(body).toBe(expected)
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(1024)
  })
})

describe('connections', () => {
  it('are reused for the next attempt to the same origin', async () => {
    const { port, sockets } = await serve(ok)
    const http = client()
    for (let post = 0; post < 10; post += 1) await http.post(`http://hooks.test:${port}/`, {}, 'x', 5_000)
    // A connection stays unused for one turn of the event loop after a response, so a second one may be opened.
    expect(sockets.length).toBeLessThanOrEqual(2)
  })

  it('are opened in parallel for concurrent attempts', async () => {
    const waiting: ServerResponse[] = []
    const { port } = await serve((_, response) => {
      waiting.push(response)
      if (waiting.length === 3) for (const one of waiting) one.end()
    })
    const http = client()
    const posts = [1, 2, 3].map(() => http.post(`http://hooks.test:${port}/`, {}, 'x', 5_000))
    expect((await Promise.all(posts)).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('are replaced if the endpoint has closed them', async () => {
    const { port, sockets } = await serve(ok)
    const http = client()
    await http.post(`http://hooks.test:${port}/`, {}, 'x', 5_000)
    const [first] = sockets
    first?.end()
    if (first && !first.destroyed) await once(first, 'close')
    expect(await http.post(`http://hooks.test:${port}/`, {}, 'x', 5_000)).toMatchObject({ status: 200 })
    expect(sockets).toHaveLength(2)
  })

  it('are closed after some idle seconds', async () => {
    const { port, sockets } = await serveBytes('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    await client().post(`http://hooks.test:${port}/`, {}, 'x', 5_000)
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true), { timeout: 9_000, interval: 50 })
  })

  it('of the least recently used origin are closed beyond the limit', async () => {
    const endpoints = await Promise.all([serve(ok), serve(ok), serve(ok)])
    const [a, b, c] = endpoints
    const http = client({ maxOrigins: 2 })
    for (const { port } of [a, b, a, c]) await http.post(`http://hooks.test:${port}/`, {}, 'x', 5_000)
    await vi.waitFor(() => expect(b.sockets[0]?.destroyed).toBe(true), { timeout: 2_000 })
    expect(a.sockets[0]?.destroyed).toBe(false)
    expect(c.sockets[0]?.destroyed).toBe(false)
  })

  it('of an origin beyond the limit still finish their requests', async () => {
    let answer = () => {}
    const slow = await serve((_, response) => {
      answer = () => response.end('late')
    })
    const quick = await serve(ok)
    const http = client({ maxOrigins: 1 })
    const pending = http.post(`http://hooks.test:${slow.port}/`, {}, 'x', 5_000)
    await vi.waitFor(() => expect(slow.sockets).toHaveLength(1))
    await http.post(`http://hooks.test:${quick.port}/`, {}, 'x', 5_000)
    answer()
    expect(await pending).toMatchObject({ status: 200, body: 'late' })
  })
})

describe('close', () => {
  it('lets attempts in flight finish, takes no new ones, and is idempotent', async () => {
    let answer = () => {}
    const arrived = deferred<undefined>()
    const { port, sockets } = await serve((_, response) => {
      answer = () => response.end('ok')
      arrived.resolve(undefined)
    })
    const http = client()
    const pending = http.post(`http://hooks.test:${port}/`, {}, 'x', 5_000)
    await arrived.promise
    const closed = http.close()
    expect(await http.post(`http://hooks.test:${port}/`, {}, 'x', 5_000)).toMatchObject({ error: 'shutting down' })
    answer()
    expect(await pending).toMatchObject({ status: 200 })
    await closed
    await http.close()
    await vi.waitFor(() => expect(sockets[0]?.destroyed).toBe(true))
  })

  it('aborts attempts that are still in flight after the grace period', async () => {
    const { port, sockets } = await serve(() => {})
    const http = client()
    const pending = http.post(`http://hooks.test:${port}/`, {}, 'x', 20_000)
    await vi.waitFor(() => expect(sockets).toHaveLength(1))
    await http.close(50)
    expect(await pending).toMatchObject({ status: null, error: 'shutting down' })
  })
})
