import { randomBytes } from 'node:crypto'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SendRequest } from '../../src/contract/messages.js'
import { expectError, expectErrorObject } from '../support/expect-error.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'

const MIB = 2 ** 20

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const say = (payload: Record<string, unknown>) => ({ payload: { subject: 's', body_text: 't', ...payload } })

/** Faults of an item, with the error that must name each. */
const FAULTS: [overrides: unknown, status: number, code: string, path?: string][] = [
  [null, 400, 'invalid_request'],
  ['text', 400, 'invalid_request'],
  [[], 400, 'invalid_request'],
  [{ idempotency_key: '' }, 400, 'invalid_request', 'idempotency_key'],
  [{ channel: 'fax' }, 400, 'invalid_request', 'channel'],
  [{ destination: 'a@example.com' }, 400, 'invalid_request', 'destination'],
  [say({ headers: { To: 'b@example.com' } }), 400, 'invalid_request', 'payload.headers.To'],
  [{ tags: { ä: 'x' } }, 400, 'invalid_request', 'tags.ä'],
  [{ channel: 'sms' }, 422, 'channel_not_enabled'],
  [{ destination: { email: 'nobody' } }, 422, 'invalid_destination', 'destination.email'],
  [{ payload: { subject: 's' } }, 422, 'invalid_channel_payload', 'payload'],
  [{ scheduled_at: '2020-01-01T00:00:00Z' }, 422, 'invalid_schedule'],
  [{ metadata: { from_email: 'me@example.com' } }, 422, 'no_verified_domain'],
  [{ template_id: 'tmpl_none' }, 404, 'template_not_found'],
]

test('in a batch of 1,000 mixed items the valid ones are sent, and each invalid one says what is wrong', async () => {
  const faultOf = (index: number) => (index % 3 === 0 ? FAULTS[(index / 3) % FAULTS.length]! : null)
  const items = Array.from({ length: 1_000 }, (_none, index) => {
    const fault = faultOf(index)
    if (!fault) return aSend({ tags: { index: `${index}` } })
    return fault[0] && typeof fault[0] === 'object' && !Array.isArray(fault[0])
      ? aSend(fault[0] as object as never)
      : fault[0]
  })
  const { status, body } = await app.call('POST', '/v1/send/batch', { key: await app.testKey(), body: items })
  expect(status).toBe(200)
  expect(body).toHaveLength(1_000)
  const ids: string[] = []
  for (const [index, result] of body.entries()) {
    const fault = faultOf(index)
    if (fault) {
      expect(Object.keys(result)).toEqual(['success', 'error'])
      expect(result.success).toBe(false)
      expectErrorObject(result.error, fault[1], fault[2], fault[3])
    } else {
      expect(Object.keys(result)).toEqual(['success', 'response'])
      expect(result).toMatchObject({
        success: true,
        response: {
          status: 'queued',
          channel: 'email',
          idempotency_key: (items[index] as { idempotency_key: string }).idempotency_key,
        },
      })
      ids.push(result.response.id)
    }
  }
  expect(new Set(ids).size).toBe(666)
  await eventually(
    'all delivered',
    async () => (await app.app.models.messages.countDocuments({ status: 'delivered' })) === 666,
  )
  expect(await app.app.models.messages.countDocuments()).toBe(666)
  expect(await app.app.models.events.countDocuments()).toBe(2 * 666)
})

/** Sends to the account's own address and returns the captured mail, parsed and as bytes. */
async function sendAndCapture(overrides: Record<string, unknown>) {
  const body = aSend({ destination: { email: app.ownerEmail }, ...overrides })
  const sent = await app.call('POST', '/v1/send', { body })
  expect(sent.status, JSON.stringify(sent.body).slice(0, 500)).toBe(201)
  await eventually(
    'delivered',
    async () => (await app.call('GET', `/v1/messages/${sent.body.id}`)).body.status === 'delivered',
  )
  const { mails } = (await app.call('GET', '/dev/outbox?limit=100')).body
  const mail = mails.find(({ message_id }: { message_id: string }) => message_id === sent.body.id)
  const response = await fetch(`${app.url}/dev/outbox/${mail.id}`, {
    headers: { authorization: `Bearer ${app.adminKey}` },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { bytes, parsed: await simpleParser(bytes), mail }
}

test('attachments of 7 MiB arrive byte for byte; one byte more is too large', async () => {
  const contents = [randomBytes(5 * MIB), randomBytes(2 * MIB - 3), Buffer.from([0, 13, 10])]
  const attach = (buffers: Buffer[]) =>
    say({
      attachments: buffers.map((content, index) => ({
        filename: `file ${index} ü.bin`,
        content_type: 'application/octet-stream',
        content: content.toString('base64'),
      })),
    })
  const { parsed } = await sendAndCapture(attach(contents))
  expect(parsed.attachments).toHaveLength(3)
  for (const [index, { content, filename }] of parsed.attachments.entries()) {
    expect(filename).toBe(`file ${index} ü.bin`)
    expect(content.equals(contents[index]!)).toBe(true)
  }
  const body = aSend(attach([...contents, Buffer.alloc(1)]))
  expectError(
    await app.call('POST', '/v1/send', { key: await app.testKey(), body }),
    413,
    'payload_too_large',
    'payload.attachments',
  )
})

test('a batch can have several messages of the maximum size', async () => {
  const content = Buffer.alloc(7 * MIB, 1).toString('base64')
  const big = () => aSend(say({ attachments: [{ filename: 'f', content_type: 'a/b', content }] }))
  const { status, body } = await app.call('POST', '/v1/send/batch', {
    key: await app.testKey(),
    body: [big(), big(), big()],
  })
  expect(status).toBe(200)
  expect(body.map(({ success }: { success: boolean }) => success)).toEqual(Array(3).fill(true))
})

test('a text of several megabytes in all scripts arrives unchanged', async () => {
  const text = `${'Grüße, 世界 🌍 и мир. '.repeat(50)}\n`.repeat(1_000)
  const { parsed, bytes } = await sendAndCapture({
    payload: { subject: '世界 🌍 '.repeat(100).trim(), body_text: text },
  })
  expect(parsed.text).toBe(text)
  expect(parsed.subject).toBe('世界 🌍 '.repeat(100).trim())
  for (const line of bytes.toString('latin1').split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
})

test('a message is the same just below and above the limit for inline content', async () => {
  for (const length of [30_000, 31_768, 31_769, 40_000]) {
    const text = 'x'
      .repeat(70)
      .concat('\n')
      .repeat(Math.ceil(length / 71))
      .slice(0, length)
    const { parsed } = await sendAndCapture({ payload: { subject: `size ${length}`, body_text: text } })
    expect(parsed.text!.trimEnd()).toBe(text.trimEnd())
  }
})

test('a body with thousands of faults is refused after the first few', async () => {
  const fields = Object.fromEntries(Array.from({ length: 49_000 }, (_none, index) => [`.${index}`, 1]))
  const lists = Array(190_000).fill(0)
  const file = { filename: '', content_type: '', content: 1 }
  for (const [overrides, path] of [
    [{ tags: fields }, 'tags'],
    [say({ headers: fields }), 'payload.headers'],
    [{ destination: { email: 'a@example.com', cc: lists } }, 'destination.cc'],
    [say({ reply_to: lists }), 'payload.reply_to'],
    [say({ attachments: Array(25_000).fill(file) }), 'payload.attachments'],
  ] as [Record<string, unknown>, string][]) {
    const body = aSend(overrides)
    // Finding each fault takes time from other requests.
    expect(SendRequest.safeParse(body).error!.issues.length, path).toBeLessThanOrEqual(51)
    const result = await app.call('POST', '/v1/send', { key: await app.testKey(), body })
    expect(result.status).toBe(400)
    expect(result.body.error.details[0].path).toContain(path)
    expect(result.body.error.details.length).toBeLessThanOrEqual(20)
  }
})
