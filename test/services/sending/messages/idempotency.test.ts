import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../../../src/clock.js'
import { createIds } from '../../../../src/ids.js'
import { TimeoutError } from '../../../../src/lib/concurrency/time-limit.js'
import { operatorOf } from '../../../../src/services/caller.js'
import { busy } from '../../../../src/services/platform/overload.js'
import { expectError, expectErrorObject } from '../../../support/expect-error.js'
import { anotherAccount, anotherProcess } from '../../../support/more-processes.js'
import { aSend, call, eventually, startApp, type TestApp } from '../../../support/start-app.js'

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
const send = (body: Body | string, url = app.url) => call(url, 'POST', '/v1/send', { key, body })
const stored = (idempotencyKey: unknown) =>
  app.app.models.messages.countDocuments({ idempotency_key: idempotencyKey as string })

test('a hundred concurrent requests with one key make one message, and all get its response', async () => {
  const body = aSend()
  const results = await Promise.all(Array.from({ length: 100 }, () => send(body)))
  for (const result of results) {
    expect(result.status).toBe(201)
    expect(result.body).toEqual(results[0]!.body)
  }
  expect(await stored(body.idempotency_key)).toBe(1)
})

test('the same holds across two processes, also for separately stored content', async () => {
  for (const body of [aSend(), aSend({ payload: { subject: 's', body_text: 'x'.repeat(100_000) } })]) {
    const results = await Promise.all(
      Array.from({ length: 100 }, (_none, index) => send(body, (index % 2 ? app : second).url)),
    )
    expect(new Set(results.map((result) => JSON.stringify(result.body))).size).toBe(1)
    expect(results.every(({ status }) => status === 201)).toBe(true)
    expect(await stored(body.idempotency_key)).toBe(1)
  }
  // The losers of the race leave no content behind.
  const contents = await app.app.models.messageContents.find().select({ _id: 1 }).lean()
  for (const { _id } of contents) expect(await app.app.models.messages.exists({ _id })).not.toBeNull()
  expect(contents).toHaveLength(1)
})

test('with concurrent different bodies under one key, one wins in any process, and the others get an error', async () => {
  const body = aSend()
  const results = await Promise.all(
    Array.from({ length: 60 }, (_none, index) =>
      send({ ...body, tags: { version: `${index % 3}` } }, (index % 2 ? app : second).url),
    ),
  )
  const accepted = results.filter(({ status }) => status === 201)
  expect(new Set(accepted.map((result) => result.body.id)).size).toBe(1)
  expect(accepted).toHaveLength(20)
  for (const result of results.filter(({ status }) => status !== 201))
    expectError(result, 409, 'idempotency_key_reused')
  expect(await stored(body.idempotency_key)).toBe(1)
})

test.each([
  ['another recipient', { destination: { email: 'other@example.com' } }],
  ['another spelling of the recipient', { destination: { email: 'Delivered@example.com' } }],
  ['another subject', { payload: { subject: 'Hello!', body_text: 'A text.' } }],
  ['an additional body', { payload: { subject: 'Hello', body_text: 'A text.', body_html: '<p>' } }],
  ['a tag', { tags: { a: 'b' } }],
  ['a schedule', { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() }],
  ['template variables', { template_vars: { a: 1 } }],
  ['other metadata', { metadata: { campaign: 'spring' } }],
  ['a null field', { metadata: null }],
] as [string, Body][])('the same key with %s is a reuse', async (_name, change) => {
  const body = aSend()
  expect((await send(body)).status).toBe(201)
  expectError(await send({ ...body, ...change }), 409, 'idempotency_key_reused')
  expect((await send(body)).status).toBe(201)
})

test('the order of fields, blanks and escapes do not make a different body', async () => {
  const body = aSend({ destination: { email: 'a@example.com', name: 'A' }, tags: { x: '1', y: '2' } })
  const { body: first } = await send(body)
  const reversed = (value: unknown): unknown =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, part]) => [name, reversed(part)]),
        )
      : value
  for (const same of [
    reversed(body) as Body,
    JSON.stringify(body, null, 4),
    JSON.stringify(body).replace('a@example', '\\u0061@example'),
  ]) {
    const result = await send(same)
    expect(result.status, JSON.stringify(result.body)).toBe(201)
    expect(result.body).toEqual(first)
  }
})

test('metadata counts in a batch and in tRPC too', async () => {
  const body = aSend()
  const changed = { ...body, metadata: { colour: 'red' } }
  expect((await send(changed)).status).toBe(201)
  const { body: results } = await app.call('POST', '/v1/send/batch', { key, body: [body, changed] })
  expectErrorObject(results[0].error, 409, 'idempotency_key_reused')
  expect(results[1].success).toBe(true)
  const trpc = (input: Body) => app.call('POST', '/trpc/messages.send', { key, body: input })
  expect((await trpc(body)).status).toBe(409)
  expect((await trpc({ metadata: { colour: 'red' }, ...body })).status).toBe(200)
})

test('an unknown field is refused, whether its key is used or not', async () => {
  const body = aSend()
  const misspelt = { ...body, schedule_at: new Date(Date.now() + 3_600_000).toISOString() }
  expectError(await send(misspelt), 400, 'invalid_request')
  expect((await send(body)).status).toBe(201)
  expectError(await send(misspelt), 400, 'invalid_request')
})

test('the same time in another notation makes a different body', async () => {
  const at = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000)
  const body = aSend({ scheduled_at: at.toISOString() })
  expect((await send(body)).status).toBe(201)
  const shifted = `${new Date(at.getTime() + 7_200_000).toISOString().slice(0, 19)}+02:00`
  expectError(await send({ ...body, scheduled_at: shifted }), 409, 'idempotency_key_reused')
})

test('a refused request can be corrected and sent with the same key', async () => {
  const good = aSend()
  for (const [bad, status, code] of [
    [{ payload: 5 }, 400, 'invalid_request'],
    [{ destination: {} }, 422, 'invalid_destination'],
    [{ payload: { subject: 'x' } }, 422, 'invalid_channel_payload'],
    [{ scheduled_at: '2020-01-01T00:00:00Z' }, 422, 'invalid_schedule'],
    [{ metadata: { from_email: 'me@example.com' } }, 422, 'no_verified_domain'],
    [{ template_id: 'tmpl_x' }, 404, 'template_not_found'],
  ] as const) {
    expectError(await send({ ...good, ...bad }), status, code)
    expectError(await app.call('GET', `/v1/messages?idempotency_key=${good.idempotency_key}`), 404, 'not_found')
  }
  expect((await send(good)).status).toBe(201)
})

test('with concurrent valid and invalid requests under one key, the valid one is accepted in any order', async () => {
  const good = aSend()
  const bad = { ...good, destination: { email: 'nobody' } }
  const results = await Promise.all(
    Array.from({ length: 20 }, (_none, index) => send(index % 5 === 4 ? good : bad, (index % 2 ? app : second).url)),
  )
  expect(results.filter(({ status }) => status === 201)).toHaveLength(4)
  for (const { status } of results) expect([201, 409, 422]).toContain(status)
  expect(await stored(good.idempotency_key)).toBe(1)
})

test('a replay gets the first response, whatever has happened since', async () => {
  const body = aSend()
  const first = await send(body)
  expect(first.body.status).toBe('queued')
  await eventually(
    'delivered',
    async () => (await app.call('GET', `/v1/messages/${first.body.id}`)).body.status === 'delivered',
  )
  expect((await send(body)).body).toEqual(first.body)

  const planned = aSend({ scheduled_at: new Date(Date.now() + 3_600_000).toISOString() })
  const scheduled = await send(planned)
  expect(scheduled.body.status).toBe('scheduled')
  await app.call('POST', `/v1/messages/${scheduled.body.id}/cancel`)
  expect((await send(planned, second.url)).body).toEqual(scheduled.body)
})

test('a replay gets the first response, also if the request would be refused by now', async () => {
  const recipient = 'left@example.com'
  const short = aSend({ destination: { email: recipient } })
  const long = aSend({ ...short, idempotency_key: 'long', payload: { subject: 's', body_text: 'x'.repeat(100_000) } })
  const first = await Promise.all([send(short), send(long)])
  expect(first.map(({ status }) => status)).toEqual([201, 201])
  await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient } })
  for (const url of [app.url, second.url]) {
    expect(await Promise.all([send(short, url), send(long, url)])).toMatchObject(first.map(({ body }) => ({ body })))
    for (const change of [{ tags: { a: 'b' } }, { destination: { email: 'nobody' } }]) {
      expectError(await send({ ...short, ...change }, url), 409, 'idempotency_key_reused')
    }
  }
  expectError(await send({ ...short, idempotency_key: 'another' }), 409, 'recipient_suppressed')
})

test('live and test API keys have separate idempotency keys', async () => {
  const body = aSend({ destination: { email: app.ownerEmail } })
  const live = (what: Body) => app.call('POST', '/v1/send', { body: what })
  expect((await live(body)).status).toBe(201)
  expectError(await send(body), 409, 'idempotency_key_reused')
  const other = aSend({ destination: { email: app.ownerEmail } })
  expect((await send(other)).status).toBe(201)
  expectError(await live(other), 409, 'idempotency_key_reused')
})

test('another API key of the same mode gets the same response, and another account has its own idempotency keys', async () => {
  const body = aSend({ destination: { email: 'a@example.com' } })
  const first = await send(body)
  expect((await call(app.url, 'POST', '/v1/send', { key: await app.key('send', true), body })).body).toEqual(first.body)
  const { accountId } = await anotherAccount(app)
  const theirs = (await app.app.services.apiKeys.create(operatorOf(accountId), { scope: 'send', test_mode: true })).key
  const other = await call(app.url, 'POST', '/v1/send', { key: theirs, body })
  expect(other.status).toBe(201)
  expect(other.body.id).not.toBe(first.body.id)
})

test('idempotency keys are compared exactly: case, blanks, signs and scripts count', async () => {
  const names = [
    'k',
    'K',
    ' k',
    'k ',
    'k\u0000',
    'é',
    'e\u0301',
    '鍵',
    '🔑',
    '$ne',
    '{"$ne":null}',
    '../k',
    '__proto__',
  ]
  const ids = new Set<string>()
  for (const idempotency_key of names) {
    const result = await send(aSend({ idempotency_key }))
    expect(result.status, idempotency_key).toBe(201)
    expect(result.body.idempotency_key).toBe(idempotency_key)
    ids.add(result.body.id)
    const found = await app.call('GET', `/v1/messages?idempotency_key=${encodeURIComponent(idempotency_key)}`)
    expect(found.body.id).toBe(result.body.id)
  }
  expect(ids.size).toBe(names.length)
})

test('in a batch the first item with a key wins: the same body repeats its response, another is a reuse', async () => {
  const one = aSend()
  const items = [one, one, { ...one, tags: { a: 'b' } }, { ...one, destination: { email: 'nobody' } }, one]
  const { status, body } = await app.call('POST', '/v1/send/batch', { key, body: items })
  expect(status).toBe(200)
  expect(body[0].success).toBe(true)
  expect(body[1]).toEqual(body[0])
  expect(body[4]).toEqual(body[0])
  for (const index of [2, 3]) {
    expect(body[index].success).toBe(false)
    expectErrorObject(body[index].error, 409, 'idempotency_key_reused')
  }
  expect(await stored(one.idempotency_key)).toBe(1)
})

test('in a batch a refused item leaves its key for the next', async () => {
  const good = aSend()
  const items = [{ ...good, payload: 1 }, { ...good, destination: {} }, good, { ...good, tags: { a: 'b' } }]
  const { body } = await app.call('POST', '/v1/send/batch', { key, body: items })
  expect(body.map((item: { success: boolean }) => item.success)).toEqual([false, false, true, false])
  expectErrorObject(body[3].error, 409, 'idempotency_key_reused')
})

test('in a batch an item whose key went to a later item keeps its own error', async () => {
  const good = aSend()
  const items = [{ ...good, metadata: { from_email: 'a@nowhere.test' } }, good]
  const { body } = await app.call('POST', '/v1/send/batch', { key, body: items })
  expectErrorObject(body[0].error, 422, 'no_verified_domain')
  expect(body[1].success).toBe(true)
})

test.each(['the barrier', 'the second pass'])(
  'if %s fails for an item of a batch that misses something, only that item is overloaded',
  async (what) => {
    const missing = aSend({ metadata: { from_email: 'a@nowhere.test' } })
    const items = [aSend(), missing, aSend({ payload: 1 })]
    const { readBarrier, sender } = app.app.services
    const { sendBatch } = sender
    if (what === 'the barrier') vi.spyOn(readBarrier, 'passFor').mockRejectedValueOnce(new TimeoutError(5_000))
    else {
      const firstPass: typeof sendBatch = (...given) => sendBatch.apply(sender, given)
      vi.spyOn(sender, 'sendBatch').mockImplementationOnce(firstPass).mockRejectedValueOnce(busy(1))
    }
    const { status, body } = await app.call('POST', '/v1/send/batch', { key, body: items })
    vi.restoreAllMocks()
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body[0].success).toBe(true)
    expectErrorObject(body[1].error, 503, 'overloaded')
    expectErrorObject(body[2].error, 400, 'invalid_request')
  },
)

test('a repeated batch, even concurrently and in another process, sends nothing twice', async () => {
  const items = Array.from({ length: 200 }, () => aSend())
  const repeat = (url: string) => call(url, 'POST', '/v1/send/batch', { key, body: items })
  const answers = await Promise.all([repeat(app.url), repeat(second.url), repeat(app.url)])
  answers.push(await repeat(second.url))
  for (const { body } of answers) expect(body).toEqual(answers[0]!.body)
  const keys = items.map((item) => item.idempotency_key as string)
  expect(await app.app.models.messages.countDocuments({ idempotency_key: { $in: keys } })).toBe(200)
})

describe('keys of mail that the service names itself', () => {
  const newId = createIds(systemClock)
  const before = (id: string) => id.slice(0, -1)
  const own = {
    'the mail of a broadcast': `broadcast:${newId('broadcast')}:${newId('contact')}`,
    'the mail of a draft': `draft-${newId('mailDraft')}`,
    'the mail of a draft that was opened again': `draft-${newId('mailDraft')}-2`,
    'the mail of an approval': newId('approval'),
    'forwarded mail': `forward-${newId('inboundEmail')}-${newId('inboundRoute')}`,
  }

  test.each(Object.entries(own))('are refused: %s', async (_what, idempotency_key) => {
    const refused = await send(aSend({ idempotency_key }))
    expectError(refused, 400, 'invalid_request', 'idempotency_key')
    expect(refused.body.error.message).toContain('choose another')
    const { idempotency_key: _own, ...rest } = aSend()
    const headers = { 'idempotency-key': idempotency_key }
    const byHeader = await app.call('POST', '/v1/send', { key, body: rest, headers })
    expectError(byHeader, 400, 'invalid_request', 'idempotency_key')
    const [ofBatch] = (await app.call('POST', '/v1/send/batch', { key, body: [aSend({ idempotency_key })] })).body
    expectErrorObject(ofBatch.error, 400, 'invalid_request', 'idempotency_key')
    expect(await stored(idempotency_key)).toBe(0)
  })

  test.each([
    ...['broadcast:bc_0', 'draft-17', 'apr_2026_invoice_0001', 'forward-me', `my-${newId('approval')}`],
    before(newId('approval')),
  ])('are no others: %s', async (idempotency_key) => {
    expect((await send(aSend({ idempotency_key }))).status).toBe(201)
  })
})
