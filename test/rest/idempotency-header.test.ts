import { createClient, PostlineError } from '@postline/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takesKey } from '../../src/rest/idempotency-key.js'
import { routes } from '../../src/rest/routes.js'
import { expectError } from '../support/expect-error.js'
import { anotherProcess } from '../support/more-processes.js'
import { rawRequest } from '../support/raw-request.js'
import { aSend, call, startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
let second: TestApp
let key: string
beforeAll(async () => {
  app = await startApp()
  second = await anotherProcess(app)
  key = await app.testKey()
})
afterAll(async () => {
  await second.close()
  await app.close()
})

type Body = Record<string, unknown>
const send = (body: Body, header?: string, url = app.url) =>
  call(url, 'POST', '/v1/send', { key, body, headers: header === undefined ? {} : { 'idempotency-key': header } })
const withoutKey = () => {
  const { idempotency_key: own, ...body } = aSend()
  return { own: String(own), body }
}
const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed')

describe('the header Idempotency-Key', () => {
  test('stands in for a missing or null idempotency_key', async () => {
    const { own, body } = withoutKey()
    const first = await send(body, own)
    expect(first.status).toBe(201)
    expect(first.body.idempotency_key).toBe(own)
    expect((await send({ ...body, idempotency_key: null }, `${own}-2`)).body.idempotency_key).toBe(`${own}-2`)
  })

  test('is the same as the key in the body: either repeats the other', async () => {
    const { own, body } = withoutKey()
    const first = await send(body, own)
    for (const again of [
      await send({ ...body, idempotency_key: own }),
      await send({ ...body, idempotency_key: own }, own),
    ]) {
      expect(again.body).toEqual(first.body)
      expect(isReplay(again)).toBe('true')
    }
    expectError(await send({ ...body, tags: { a: 'b' } }, own), 409, 'idempotency_key_reused')
  })

  test('is refused if the body has another key, and nothing is sent', async () => {
    const body = aSend()
    expectError(await send(body, 'another'), 400, 'invalid_request', 'idempotency_key')
    expectError(await send({ ...body, idempotency_key: 5 }, '5'), 400, 'invalid_request', 'idempotency_key')
    for (const unused of [body.idempotency_key, 'another']) {
      expectError(await app.call('GET', `/v1/messages?idempotency_key=${unused}`), 404, 'not_found')
    }
  })

  test.each([
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
  ])('is refused like the key in the body if it is %s', async (_what, header) => {
    expectError(await send(withoutKey().body, header), 400, 'invalid_request', 'idempotency_key')
  })

  test('is refused if it has other characters than ASCII, or two values', async () => {
    expectError(await send(withoutKey().body, 'caf\u00e9'), 400, 'invalid_request')
    const body = JSON.stringify(withoutKey().body)
    const text = await rawRequest(app.url, [
      'POST /v1/send HTTP/1.1',
      ...['Host: a', 'Connection: close', 'Content-Type: application/json', `Authorization: Bearer ${key}`],
      ...['Idempotency-Key: one', 'Idempotency-Key: two', `Content-Length: ${body.length}`, '', body],
    ])
    expect(text).toMatch(/^HTTP\/1.1 400 /)
    expect(text).toContain('must have one value')
  })

  test('does not count in a batch, whose items have keys of their own', async () => {
    const { body } = withoutKey()
    const headers = { 'idempotency-key': 'of-the-batch' }
    const result = await call(app.url, 'POST', '/v1/send/batch', { key, body: [body, aSend()], headers })
    expect(result.body.map(({ success }: { success: boolean }) => success)).toEqual([false, true])
    expect(isReplay(result)).toBeNull()
  })

  test('is taken by every route whose body has an idempotency_key, and by no other', () => {
    expect(routes.filter(takesKey).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/send',
      'POST /v1/messages/:id/resend',
      'POST /v1/broadcasts/:id/test',
      'POST /v1/mail/compose',
      'POST /v1/mail/threads/:id/reply',
      'POST /v1/mail/threads/:id/forward',
    ])
  })
})

describe('Idempotent-Replayed', () => {
  test('marks every response but the first, also in another process', async () => {
    const body = aSend()
    expect(isReplay(await send(body))).toBeNull()
    for (const url of [app.url, second.url]) {
      const again = await send(body, undefined, url)
      expect(again.status).toBe(201)
      expect(isReplay(again)).toBe('true')
    }
  })

  test('of concurrent requests is missing from exactly one', async () => {
    const body = aSend()
    const results = await Promise.all(
      Array.from({ length: 40 }, (_none, index) => send(body, undefined, (index % 2 ? app : second).url)),
    )
    expect(results.map(({ status }) => status)).toEqual(Array(40).fill(201))
    expect(results.filter((result) => isReplay(result) === null)).toHaveLength(1)
  })

  test('marks the repeated refusal of a suppressed recipient, but no refusal that leaves the key free', async () => {
    const recipient = 'gone@example.com'
    await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient } })
    const body = aSend({ destination: { email: recipient } })
    const [first, again] = [await send(body), await send(body)]
    for (const result of [first, again]) expectError(result, 409, 'recipient_suppressed')
    expect([isReplay(first), isReplay(again)]).toEqual([null, 'true'])

    const reused = await send({ ...body, tags: { a: 'b' } })
    expectError(reused, 409, 'idempotency_key_reused')
    expect(isReplay(reused)).toBeNull()
    const wrong = aSend({ destination: { email: 'nobody' } })
    expect([isReplay(await send(wrong)), isReplay(await send(wrong))]).toEqual([null, null])
  })

  test('is `replayed` in the typed client, of responses and errors', async () => {
    const client = createClient({ baseUrl: app.url, apiKey: key })
    const body = {
      channel: 'email' as const,
      idempotency_key: 'by-the-client',
      destination: { email: 'a@example.com' },
    }
    const mail = { ...body, payload: { subject: 'Hello', body_text: 'A text.' } }
    expect((await client.POST('/v1/send', { body: mail })).replayed).toBe(false)
    expect((await client.POST('/v1/send', { body: mail })).replayed).toBe(true)
    const stopped = { ...mail, idempotency_key: 'to-nobody', destination: { email: 'gone@example.com' } }
    const refusals = [1, 2].map(() => client.POST('/v1/send', { body: stopped }).catch((error: unknown) => error))
    const errors = (await Promise.all(refusals)) as PostlineError[]
    for (const error of errors) expect(error).toBeInstanceOf(PostlineError)
    expect(errors.map(({ replayed }) => replayed).sort()).toEqual([false, true])
  })
})
