import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BODY_SIZES, bodySizeOf, inWords } from '../../src/operations/body-sizes.js'
import { isRestOnly, operationList } from '../../src/operations/list.js'
import { expectError } from '../support/expect-error.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

/** A connection on which requests are written by hand, and what came back on it. */
class Wire {
  readonly socket: Socket
  received = ''

  constructor() {
    this.socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    this.socket.setEncoding('utf8').on('data', (text) => {
      this.received += text
    })
    this.socket.on('error', () => undefined)
  }

  write(text: string): this {
    this.socket.write(text)
    return this
  }

  head(method: string, path: string, headers: Record<string, string | number> = {}): this {
    const lines = Object.entries({ host: 'x', 'content-type': 'application/json', ...headers })
    return this.write(
      `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    )
  }

  /** The status and the body of the only response so far. */
  async response(): Promise<{ status: number; body: string }> {
    const [head, body] = await eventually('a response', () => {
      const [head = '', body = ''] = this.received.split('\r\n\r\n')
      const [, length] = /^content-length: (\d+)/im.exec(head) ?? []
      return Buffer.byteLength(body) === Number(length) ? ([head, body] as const) : null
    })
    return { status: Number(head.split(' ')[1]), body }
  }

  close(): void {
    this.socket.destroy()
  }
}

async function onWire<T>(use: (wire: Wire) => Promise<T>): Promise<T> {
  const wire = new Wire()
  await once(wire.socket, 'connect')
  return use(wire).finally(() => wire.close())
}

const key = () => ({ authorization: `Bearer ${app.adminKey}` })
const anyPath = (path: string) => path.replaceAll(/:\w+/g, 'x')

/** Every route with a JSON body, and the size that it takes. */
const ROUTES: [method: string, path: string, size: keyof typeof BODY_SIZES][] = [
  ...operationList.flatMap((operation) =>
    operation.rest && operation.rest.method !== 'GET' && !operation.rest.file && !operation.rest.bodyType
      ? [[operation.rest.method, anyPath(operation.rest.path), bodySizeOf(operation)] as [string, string, never]]
      : [],
  ),
  ...operationList.flatMap((operation) =>
    operation.kind === 'mutation' && !isRestOnly(operation)
      ? [['POST', `/trpc/${operation.name}`, bodySizeOf(operation)] as [string, string, never]]
      : [],
  ),
  ['POST', '/trpc/messages.send,keys.create?batch=1', 'mail'],
  ['POST', '/trpc/keys.create,messages.sendBatch?batch=1', 'bulk'],
  ['POST', '/trpc/nothing', 'plain'],
  ['POST', '/graphql', 'mail'],
  ['POST', '/mcp', 'mail'],
  ['POST', '/session', 'public'],
  ['POST', '/session/link', 'public'],
]

describe('a body above the size of its route is 413 before any of it is sent:', () => {
  test.each(ROUTES)('%s %s: %s', async (method, path, size) => {
    const { maxBytes } = BODY_SIZES[size]
    const { status, body } = await onWire((wire) =>
      wire.head(method, path, { ...key(), 'content-length': maxBytes + 1 }).response(),
    )
    expect(status, body).toBe(413)
    expect(body).toContain('payload_too_large')
    expect(body).toContain(`The body is larger than ${inWords(maxBytes)}.`)
  })

  test('POST /v1/contacts/imports, which takes text/csv', async () => {
    const headers = { ...key(), 'content-type': 'text/csv', 'content-length': BODY_SIZES.bulk.maxBytes + 1 }
    const { status, body } = await onWire((wire) => wire.head('POST', '/v1/contacts/imports', headers).response())
    expect([status, body]).toEqual([413, expect.stringContaining('The body is larger than 32 MiB.')])
  })

  test.each(['/verify/x', '/unsubscribe/x', '/preferences/x'])('POST %s', async (path) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': 16 * 1024 + 1 }
    expect((await onWire((wire) => wire.head('POST', path, headers).response())).status).toBe(413)
  })
})

test('each size is what the contract says', () => {
  const sizeOf = (name: string) =>
    inWords(BODY_SIZES[bodySizeOf(operationList.find((each) => each.name === name)!)].maxBytes)
  expect(Object.fromEntries(operationList.filter(({ body }) => body).map(({ name }) => [name, sizeOf(name)]))).toEqual({
    'contacts.createImport': '32 MiB',
    'broadcasts.create': '2 MiB',
    'broadcasts.preview': '2 MiB',
    'broadcasts.previewNew': '2 MiB',
    'broadcasts.update': '2 MiB',
    'mail.compose': '10 MiB',
    'mail.drafts.create': '10 MiB',
    'mail.drafts.update': '10 MiB',
    'mail.threads.forward': '10 MiB',
    'mail.threads.reply': '10 MiB',
    'messages.send': '10 MiB',
    'messages.sendBatch': '32 MiB',
    'suppressions.import': '32 MiB',
    'templates.create': '2 MiB',
    'templates.preview': '2 MiB',
    'templates.render': '2 MiB',
    'templates.update': '2 MiB',
  })
  expect(sizeOf('keys.create')).toBe('256 KiB')
  expect(sizeOf('testRecipients.verify')).toBe('16 KiB')
})

test.each([
  ['/v1/keys', 256 * 1024],
  ['/v1/templates', 2 * 2 ** 20],
  ['/v1/send', 10 * 2 ** 20],
])('POST %s takes all of its bytes, and not one more in chunks', async (path, bytes) => {
  const text = (count: number) => JSON.stringify('x'.repeat(count - 2))
  const post = (body: BodyInit) =>
    fetch(app.url + path, {
      method: 'POST',
      headers: { ...key(), 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit)
  expect((await post(text(bytes))).status).toBe(400)
  expect((await post(new Blob([text(bytes)]).stream())).status).toBe(400)
  expect((await post(new Blob([text(bytes + 1)]).stream())).status).toBe(413)
})

describe('a body that costs more than its size says is refused before it is parsed:', () => {
  const refusal = async (path: string, body: string) => {
    const result = await app.call('POST', path, { body })
    expectError(result, 400, 'invalid_request')
    return result.body.error.message
  }

  test('more than 200,000 JSON values and keys; a batch may have a million', async () => {
    const numbers = (count: number) => `[${'1,'.repeat(count - 2)}1]`
    expect(await refusal('/v1/send', numbers(200_000))).toContain('must be an object')
    expect(await refusal('/v1/send', numbers(200_001))).toContain('more than 200,000 JSON values and keys')
    expect(await refusal('/v1/keys', `{${'"":0,'.repeat(50_000)}"":0}`)).toContain('more than 50,000 properties')
    expectError(await app.call('POST', '/v1/send/batch', { body: numbers(1_000_000) }), 413, 'batch_too_large')
    expect(await refusal('/v1/send/batch', numbers(1_000_001))).toContain('more than 1,000,000 JSON values and keys')
  })

  test('more than 64 levels', async () => {
    const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    expect(await refusal('/v1/keys', deep(64))).toContain('must be an object')
    expect(await refusal('/v1/keys', deep(65))).toContain('more than 64 levels deep')
  })

  test('names or numbers of more than a thousand characters', async () => {
    expect(await refusal('/v1/keys', `{"${'x'.repeat(1_001)}":1}`)).toContain('a property name of more than 1,000')
    expect(await refusal('/v1/keys', '1'.repeat(1_001))).toContain('a number of more than 1,000')
  })

  test('in the URL of GraphQL and tRPC too', async () => {
    const deep = encodeURIComponent('['.repeat(65) + ']'.repeat(65))
    for (const path of [`/trpc/keys.list?input=${deep}`, `/graphql?query={__typename}&variables=${deep}`]) {
      const { status, body } = await app.call('GET', path)
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('more than 64 levels deep')])
    }
  })

  test('what is not JSON is told with its place', async () => {
    expect(await refusal('/v1/keys', '{"scope":"read",}')).toBe(
      'The body is not valid JSON: a property name is expected at byte 16.',
    )
  })
})

/** Every way to ask for something that needs a key, with a body. */
const KEYED = ROUTES.filter(([, path, size]) => size !== 'public' || path.startsWith('/trpc/'))

describe('without a key, nothing of a body is read:', () => {
  test.each(KEYED)('%s %s', async (method, path) => {
    const isRefused = async (wire: Wire) => expect((await wire.response()).status).toBe(401)
    // A client that waits to be told to go on, one that sends slowly, and one that sends more than anybody may.
    await onWire((wire) => isRefused(wire.head(method, path, { 'content-length': 100, expect: '100-continue' })))
    await onWire((wire) =>
      isRefused(wire.head(method, path, { 'transfer-encoding': 'chunked' }).write('5\r\n{"a":\r\n')),
    )
    await onWire((wire) => isRefused(wire.head(method, path, { 'content-length': 2 ** 40 })))
  })

  test('nor with a key that may not send it', async () => {
    const headers = { authorization: `Bearer ${await app.key('read')}`, 'content-length': 100 }
    for (const path of ['/v1/send', '/v1/send/batch', '/trpc/messages.send']) {
      const { status } = await onWire((wire) =>
        wire.head('POST', path, { ...headers, expect: '100-continue' }).response(),
      )
      expect([path, status]).toEqual([path, 403])
    }
  })

  test('whoever may send it is told to go on', async () => {
    const body = JSON.stringify(aSend({ destination: { email: app.ownerEmail } }))
    await onWire(async (wire) => {
      wire.head('POST', '/v1/send', { ...key(), 'content-length': body.length, expect: '100-continue' })
      await expect.poll(() => wire.received).toBe('HTTP/1.1 100 Continue\r\n\r\n')
      wire.received = ''
      expect((await wire.write(body).response()).status).toBe(201)
    })
  })
})

describe('a client', () => {
  test('that sends all of a refused body before it reads gets the refusal, and goes on with its connection', async () => {
    await onWire(async (wire) => {
      const bytes = 12 * 2 ** 20
      wire.head('POST', '/v1/keys', { ...key(), 'content-length': bytes }).write('x'.repeat(bytes))
      expect((await wire.response()).status).toBe(413)
      wire.received = ''
      expect((await wire.head('GET', '/healthz').response()).status).toBe(200)
    })
  })

  test('that will not keep its connection gets the refusal too, whenever it reads', async () => {
    await onWire(async (wire) => {
      const bytes = 12 * 2 ** 20
      wire.socket.pause()
      wire.head('POST', '/v1/keys', { ...key(), connection: 'close', 'content-length': bytes })
      await new Promise((sent) => wire.socket.write('x'.repeat(bytes), sent))
      wire.socket.resume()
      expect((await wire.response()).status).toBe(413)
    })
  })

  test('that sends too much to discard has the time to read the refusal', async () => {
    await onWire(async (wire) => {
      const bytes = 64 * 2 ** 20
      wire.head('POST', '/v1/keys', { ...key(), 'content-length': bytes }).write('x'.repeat(bytes))
      expect((await wire.response()).status).toBe(413)
    })
  })

  test('that never stops sending is cut off', async () => {
    await onWire(async (wire) => {
      const closed = new Promise((resolve) => wire.socket.once('close', resolve))
      wire.head('POST', '/v1/keys', { ...key(), 'content-length': 2 ** 40 })
      const send = () => {
        while (!wire.socket.destroyed && wire.socket.write('x'.repeat(2 ** 20)));
      }
      wire.socket.on('drain', send)
      send()
      await closed
    })
  })

  test('may send each byte in a chunk of its own', async () => {
    const bytes = [...JSON.stringify(aSend({ destination: { email: app.ownerEmail }, tags: { ä: 'ß' } }))]
    const chunks = bytes.map((byte) => `${Buffer.byteLength(byte).toString(16)}\r\n${byte}\r\n`)
    await onWire(async (wire) => {
      wire.head('POST', '/v1/send', { ...key(), 'transfer-encoding': 'chunked' }).write(`${chunks.join('')}0\r\n\r\n`)
      expect((await wire.response()).body).toContain('tags.ä')
    })
  })

  test.each([
    ['/v1/send', 20_000],
    ['/v1/test-recipients/verify', 300],
  ])('that sends %s too many chunks of one byte is refused before their end', async (path, count) => {
    await onWire(async (wire) => {
      wire.head('POST', path, { ...key(), 'transfer-encoding': 'chunked' }).write('1\r\n \r\n'.repeat(count))
      const { status, body } = await wire.response()
      expect([status, body]).toEqual([413, expect.stringContaining('too many small chunks')])
    })
  })

  test('that sends a file in too many chunks of one byte is refused before its end', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    await onWire(async (wire) => {
      const headers = { ...key(), ...type, 'transfer-encoding': 'chunked' }
      wire.head('POST', '/v1/uploads', headers).write('1\r\n-\r\n'.repeat(20_000))
      const { status, body } = await wire.response()
      expect([status, body]).toEqual([413, expect.stringContaining('too many small chunks')])
    })
  })

  test('whose body comes in small packets is not charged for them', async () => {
    await onWire(async (wire) => {
      const text = JSON.stringify({ token: 'x' }).padEnd(300)
      wire.socket.setNoDelay()
      wire.head('POST', '/v1/test-recipients/verify', { 'content-length': text.length })
      for (const byte of text) await new Promise((sent) => wire.socket.write(byte, sent))
      expect((await wire.response()).status).toBe(400)
    })
  })

  test('that goes on with small chunks of a refused body reads the refusal and is cut off', async () => {
    await onWire(async (wire) => {
      const closed = new Promise((resolve) => wire.socket.once('close', resolve))
      wire.head('POST', '/v1/keys', { 'transfer-encoding': 'chunked' }).write('1\r\n[\r\n'.repeat(200_000))
      expect((await wire.response()).status).toBe(401)
      await closed
    })
  })

  test('that leaves in the middle of a body harms nobody', async () => {
    for (const path of ['/v1/send', '/graphql', '/trpc/messages.send', '/v1/callbacks/ses', '/verify/x']) {
      await onWire(async (wire) => {
        wire.head('POST', path, { ...key(), 'content-length': 1_000 }).write('{"a":')
        await delay(20)
      })
    }
    expect((await app.call('GET', '/v1/messages')).status).toBe(200)
  })
})
