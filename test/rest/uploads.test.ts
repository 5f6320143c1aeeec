import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../support/expect-error.js'
import { anImage, images } from '../support/images.js'
import { call, eventually, startApp, type TestApp } from '../support/start-app.js'
import { openRequest, sendRawForm, uploadFile } from '../support/upload-file.js'

const MIB = 2 ** 20
const TYPES = Object.keys(images) as (keyof typeof images)[]

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', BASE_URL: 'https://mail.example.com' })
})
afterAll(() => app.close())

const upload = (bytes: Uint8Array<ArrayBuffer> | string, options = {}) => uploadFile(app, '/v1/uploads', bytes, options)
const uploaded = () => app.app.models.uploads.countDocuments({ 'metadata.account_id': app.accountId } as object)
const fetchFile = (url: string, init?: RequestInit) => fetch(app.url + new URL(url).pathname, init)

describe('an upload', () => {
  test.each(TYPES)('of an %s is recognized by its bytes and kept unchanged', async (type) => {
    const bytes = anImage(type)
    const { status, body } = await upload(bytes, { filename: 'lies.txt' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^upl_[0-9a-z]{26}$/),
      url: `https://mail.example.com/uploads/${body.id}`,
      content_type: type,
      size: bytes.length,
    })
    const file = await fetchFile(body.url)
    expect(file.status).toBe(200)
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
    expect(file.headers.get('content-type')).toBe(type)
  })

  test.each([
    ['nothing', ''],
    ['a text', 'hello'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a page', '<html><script>alert(1)</script>'],
    ['a document', '%PDF-1.7'],
    ['only a signature', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a picture without a size', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(20)])],
    ['half a JPEG header', anImage('image/jpeg').subarray(0, 10)],
    ['half a WebP', anImage('image/webp').subarray(0, 30)],
    ['a picture after other bytes', Buffer.concat([Buffer.from(' '), anImage()])],
    ['a TIFF', Buffer.from('49492a0008000000', 'hex')],
  ])('of %s is refused, and the error names the file', async (_what, bytes) => {
    const before = await uploaded()
    expectError(await upload(bytes as string), 400, 'invalid_request', 'file')
    expect(await uploaded()).toBe(before)
  })

  test('can have 2 MiB, but not a byte more', async () => {
    const bytes = anImage('image/png', 2 * MIB)
    const { status, body } = await upload(bytes)
    expect([status, body.size]).toEqual([201, 2 * MIB])
    expect(Buffer.from(await (await fetchFile(body.url)).arrayBuffer()).equals(bytes)).toBe(true)
    for (const length of [2 * MIB + 1, 2 * MIB + 70_000, 3 * MIB, 20 * MIB]) {
      expectError(await upload(anImage('image/png', length)), 413, 'payload_too_large')
    }
  })

  test("belongs to the key's account, and needs an admin key, which is checked before the body is read", async () => {
    for (const key of [await app.key('send'), await app.key('read')]) {
      expectError(await upload(anImage(), { key }), 403, 'forbidden')
      expectError(await upload('no image', { key }), 403, 'forbidden')
    }
    expectError(await upload(anImage('image/png', 3 * MIB), { key: null }), 401, 'unauthorized')
  })

  test('with a browser session needs the header of a script', async () => {
    const { headers } = await app.call('POST', '/session', { key: null, body: { key: app.adminKey } })
    const cookie = headers.get('set-cookie')!.split(';', 1)[0]!
    expectError(await upload(anImage(), { key: null, headers: { cookie } }), 403, 'forbidden')
    const own = { cookie, 'x-requested-with': 'fetch' }
    expect((await upload(anImage(), { key: null, headers: own })).status).toBe(201)
    const foreign = { ...own, origin: 'https://evil.example' }
    expectError(await upload(anImage(), { key: null, headers: foreign }), 403, 'forbidden')
  })

  test('by concurrent requests gives each its own id', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_none, at) => upload(anImage('image/gif', 500_000 + at))),
    )
    expect(results.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(new Set(results.map(({ body }) => body.id)).size).toBe(20)
    expect(results.map(({ body }) => body.size)).toEqual(results.map((_result, at) => 500_000 + at))
  })
})

describe('a body that is not a form with one file is refused, and the error names the file:', () => {
  const part = (name = 'file', more = '; filename="a.png"', content = anImage('image/gif').toString('latin1')) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\nContent-Type: image/gif\r\n\r\n${content}\r\n`
  const end = '--b--\r\n'

  test.each([
    ['empty', ''],
    ['an empty form', end],
    ['a body without a form', 'hello'],
    ['another field', part('image') + end],
    ['a text field', `--b\r\nContent-Disposition: form-data; name="x"\r\n\r\ny\r\n${end}`],
    ['two files', part() + part() + end],
    ['a file and a text', `${part()}--b\r\nContent-Disposition: form-data; name="x"\r\n\r\ny\r\n${end}`],
    ['a text and a file', `--b\r\nContent-Disposition: form-data; name="x"\r\n\r\ny\r\n${part()}${end}`],
    ['without its end', part()],
    ['broken off in the file', part().slice(0, -60)],
    ['broken off in the head', part().slice(0, 40)],
    ['with another boundary', (part() + end).replaceAll('--b', '--c')],
    ['a part without a name', part().replace(' name="file";', '') + end],
    ['a part without headers', `--b\r\n\r\nx\r\n${end}`],
    ['a part named __proto__', part('__proto__') + end],
    ['a part named constructor', part('constructor') + end],
    ['a thousand parts', part('x').repeat(1_000) + end],
    ['endless headers', `--b\r\n${'X-A: b\r\n'.repeat(20_000)}`],
    ['zero bytes', '\u0000'.repeat(5_000)],
  ])('%s', async (_what, body) => {
    expectError(await sendRawForm(app, '/v1/uploads', body), 400, 'invalid_request', 'file')
  })

  test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=b'])(
    'as %s',
    async (type) => {
      expectError(await sendRawForm(app, '/v1/uploads', part() + end, type), 400, 'invalid_request', 'file')
    },
  )

  test('as JSON, text, raw bytes or nothing', async () => {
    for (const type of ['application/json', 'text/plain', 'image/png', 'application/x-www-form-urlencoded']) {
      expectError(await sendRawForm(app, '/v1/uploads', '{"file":"x"}', type), 400, 'invalid_request', 'file')
    }
    expectError(await call(app.url, 'POST', '/v1/uploads', { key: app.adminKey }), 400, 'invalid_request', 'file')
  })

  test('but a part named file without a filename is accepted', async () => {
    const { status } = await sendRawForm(app, '/v1/uploads', part('file', '') + end)
    // The test client writes text as UTF-8, and the signature of a GIF is ASCII.
    expect(status).toBe(201)
  })

  test('and every other route refuses forms', async () => {
    for (const path of ['/v1/send', '/v1/keys', '/v1/webhooks']) {
      expectError(await sendRawForm(app, path, part() + end), 400, 'invalid_request')
    }
  })
})

describe('a body that is too long is refused early:', () => {
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  const head = [
    'POST /v1/uploads HTTP/1.1',
    'Content-Type: multipart/form-data; boundary=b',
    'Transfer-Encoding: chunked',
  ]
  const partHead = Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')

  test.each([
    ['a file', partHead],
    ['text before the first part', Buffer.from('x')],
    ['text after the last part', Buffer.concat([partHead, anImage(), Buffer.from('\r\n--b--\r\n')])],
  ])('%s', async (_what, beginning) => {
    const { socket, write, status } = openRequest(app, head)
    await write(chunk(beginning))
    const answered = status()
    const filler = chunk(Buffer.alloc(64 * 1024, 120))
    for (let sent = 0; sent < 3 * MIB; sent += 64 * 1024) await write(filler)
    // The request never ends, and is still answered.
    expect(await answered).toBe(413)
    socket.destroy()
  })

  test('by its Content-Length', async () => {
    const { socket, status } = openRequest(app, [...head.slice(0, 2), `Content-Length: ${3 * MIB}`])
    expect(await status()).toBe(413)
    socket.destroy()
  })

  test('and the connection is closed if the client continues sending', async () => {
    const { socket, write, status } = openRequest(app, head)
    await write(chunk(partHead))
    const answered = status()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const filler = chunk(Buffer.alloc(MIB, 120))
    let sent = 0
    while (!socket.destroyed && sent < 200) {
      await Promise.race([write(filler), closed])
      sent += 1
    }
    expect(await answered).toBe(413)
    expect(sent).toBeLessThan(100)
  })

  test('a connection that breaks within a file leaves nothing behind', async () => {
    const before = await uploaded()
    const connections = () =>
      new Promise<number>((resolve, reject) => {
        app.app.doors!.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
      })
    const kept = await connections()
    for (let round = 0; round < 10; round += 1) {
      const { socket, write } = openRequest(app, head)
      await write(chunk(Buffer.concat([partHead, anImage('image/png', 100_000)])))
      socket.destroy()
    }
    await eventually('all of them are gone', async () => (await connections()) <= kept)
    expect(await uploaded()).toBe(before)
    expect((await upload(anImage())).status).toBe(201)
  })
})

describe('an uploaded file', () => {
  let url: string
  const bytes = anImage('image/webp')
  beforeAll(async () => {
    url = (await upload(bytes)).body.url
  })

  test('is served permanently with its exact type', async () => {
    const { headers } = await fetchFile(url)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    })
  })

  test('is 304 if the client has it', async () => {
    const etag = (await fetchFile(url)).headers.get('etag')!
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await fetchFile(url, { headers: { 'if-none-match': tag } })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(again.headers.get('etag')).toBe(etag)
    }
    expect((await fetchFile(url, { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
  })

  test('answers HEAD like GET, without the bytes', async () => {
    const { headers, status } = await fetchFile(url, { method: 'HEAD' })
    expect([status, headers.get('content-length'), headers.get('content-type')]).toEqual([
      200,
      String(bytes.length),
      'image/webp',
    ])
    expect((await fetchFile(`${url.slice(0, -3)}000`, { method: 'HEAD' })).status).toBe(404)
  })

  test('is 404 if there is none, whatever the path', async () => {
    for (const id of [
      'upl_00000000000000000000000000',
      'upl_x',
      'x',
      '%00',
      '..%2f..%2fetc',
      '$where',
      'x'.repeat(9_000),
    ]) {
      const answer = await call(app.url, 'GET', `/uploads/${id}`)
      expectError(answer, 404, 'not_found')
      expect(answer.headers.get('cache-control')).toBeNull()
    }
    expectError(await call(app.url, 'DELETE', new URL(url).pathname, { key: app.adminKey }), 404, 'not_found')
  })
})
