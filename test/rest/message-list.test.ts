import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MESSAGE_STATUSES } from '../../src/contract/messages.js'
import { standingClock } from '../support/clocks.js'
import { expectError } from '../support/expect-error.js'
import { anotherAccount } from '../support/more-processes.js'
import { aSend, call, eventually, startApp, type TestApp } from '../support/start-app.js'

const START = new Date('2026-03-01T00:00:00.000Z')
const clock = standingClock(START)
const at = (seconds: number) => new Date(START.getTime() + seconds * 1_000)

let app: TestApp
let key: string
/** Ids of messages in order of creation, one per second: delivered, bounced, complained, scheduled, canceled. */
const made: string[] = []
beforeAll(async () => {
  app = await startApp({}, { clock })
  key = await app.testKey()
  const later = new Date(START.getTime() + 30 * 86_400_000).toISOString()
  for (const [second, overrides] of [
    { destination: { email: 'anna@example.com' }, payload: { subject: 'First things', body_text: 't' } },
    { destination: { email: 'bounced@example.com' }, idempotency_key: 'the-bounced-one' },
    { destination: { email: 'complained@example.com' }, message_type: 'marketing' },
    { scheduled_at: later },
    { scheduled_at: later },
  ].entries()) {
    clock.set(at(second))
    const { body } = await app.call('POST', '/v1/send', { key, body: aSend(overrides) })
    made.push(body.id)
  }
  clock.set(at(10))
  await app.call('POST', `/v1/messages/${made[4]}/cancel`)
  await eventually('every outcome', async () => {
    return (
      (await app.app.models.messages.countDocuments({ status: { $in: ['delivered', 'bounced', 'complained'] } })) === 3
    )
  })
})
afterAll(() => app.close())

const list = (query: string) => app.call('GET', `/v1/messages${query}`)
const idsOf = async (query: string): Promise<string[]> => {
  const { status, body } = await list(query)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.messages.map(({ id }: { id: string }) => id)
}
const newestFirst = (...indexes: number[]) => indexes.map((index) => made[index])

test('a list shows summaries, newest first', async () => {
  const { body } = await list('')
  expect(body.next_cursor).toBeNull()
  expect(body.messages.map(({ id }: { id: string }) => id)).toEqual(newestFirst(4, 3, 2, 1, 0))
  expect(body.messages[2]).toEqual({
    id: made[2],
    channel: 'email',
    status: 'complained',
    message_type: 'marketing',
    from: 'hello@sandbox.postline.localhost',
    to: ['complained@example.com'],
    cc: [],
    subject: 'Hello',
    tags: null,
    scheduled_at: null,
    test_mode: true,
    created_at: at(2).toISOString(),
  })
})

test.each([
  ['delivered', [0]],
  ['bounced', [1]],
  ['complained', [2]],
  ['scheduled', [3]],
  ['canceled', [4]],
  ['sent', []],
] as const)('status=%s', async (status, indexes) => {
  expect(await idsOf(`?status=${status}`)).toEqual(newestFirst(...indexes))
})

test.each(['nonsense', 'DELIVERED', 'unsubscribed', ''])(
  'status=%s is refused with the allowed ones',
  async (status) => {
    const refused = await list(`?status=${status}`)
    expectError(refused, 400, 'invalid_request', 'status')
    expect(refused.body.error.details[0].message).toBe(`must be one of ${MESSAGE_STATUSES.join(', ')}`)
  },
)

test('channel=email finds all messages, another channel none, and an unknown one is refused', async () => {
  expect(await idsOf('?channel=email')).toHaveLength(5)
  expect((await list('?channel=sms')).body).toEqual({ messages: [], next_cursor: null })
  expectError(await list('?channel=fax'), 400, 'invalid_request', 'channel')
})

describe('from and to', () => {
  const day = encodeURIComponent

  test('are inclusive to the millisecond', async () => {
    expect(await idsOf(`?from=${at(3).toISOString()}`)).toEqual(newestFirst(4, 3))
    expect(await idsOf(`?from=${new Date(at(3).getTime() + 1).toISOString()}`)).toEqual(newestFirst(4))
    expect(await idsOf(`?to=${at(1).toISOString()}`)).toEqual(newestFirst(1, 0))
    expect(await idsOf(`?to=${new Date(at(1).getTime() - 1).toISOString()}`)).toEqual(newestFirst(0))
    expect(await idsOf(`?from=${at(2).toISOString()}&to=${at(2).toISOString()}`)).toEqual(newestFirst(2))
    expect(await idsOf(`?from=${at(3).toISOString()}&to=${at(1).toISOString()}`)).toEqual([])
  })

  test('accept any offset, and extreme times', async () => {
    expect(await idsOf(`?from=${day('2026-03-01T01:00:03+01:00')}`)).toEqual(newestFirst(4, 3))
    expect(await idsOf('?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59.999Z')).toHaveLength(5)
    expect(await idsOf('?to=1969-12-31T23:59:59Z')).toEqual([])
  })

  test.each(['yesterday', '2026-03-01', '1772323200', '2026-03-01T00:00:00', '2026-13-01T00:00:00Z'])(
    'cannot be %s',
    async (text) => {
      expectError(await list(`?from=${text}`), 400, 'invalid_request', 'from')
      expectError(await list(`?to=${text}`), 400, 'invalid_request', 'to')
    },
  )
})

test('filters can be combined', async () => {
  expect(await idsOf(`?status=bounced&search=bounced&from=${at(1).toISOString()}&to=${at(1).toISOString()}`)).toEqual([
    made[1],
  ])
  expect(await idsOf('?status=bounced&search=anna')).toEqual([])
})

test.each([
  ['0', 1],
  ['-5', 1],
  ['1', 1],
  ['2', 2],
  ['2.9', 2],
  ['1e9', 5],
  ['99999999999999999999', 5],
  ['Infinity', 5],
  ['abc', 5],
  ['', 5],
  ['%20', 5],
  ['null', 5],
  ['1;2', 5],
  ['2&limit=3', 5],
] as const)('limit=%s is clamped, not an error', async (limit, count) => {
  expect(await idsOf(`?limit=${limit}`)).toHaveLength(count)
})

test('the default page has 50 messages and the largest 100', async () => {
  const own = await startApp({ ROLES: 'api' })
  try {
    const ownKey = await own.key('admin', true)
    const body = Array.from({ length: 130 }, () => aSend())
    await call(own.url, 'POST', '/v1/send/batch', { key: ownKey, body })
    for (const [limit, count] of [
      ['', 50],
      ['?limit=abc', 50],
      ['?limit=1000', 100],
      ['?limit=100', 100],
      ['?limit=7', 7],
    ] as const) {
      const page = await own.call('GET', `/v1/messages${limit}`)
      expect(page.body.messages).toHaveLength(count)
      expect(page.body.next_cursor).toEqual(expect.any(String))
    }
  } finally {
    await own.close()
  }
})

test.each([
  ['nonsense', 'nonsense'],
  ['another encoding', Buffer.from('v1:nope').toString('base64url')],
  ['another version', Buffer.from(`v2:msg_${'0'.repeat(26)}`).toString('base64url')],
  ['an account', Buffer.from(`v1:acc_${'0'.repeat(26)}`).toString('base64url')],
  ['a query', '{"$gt":""}'],
  ['a very long text', 'x'.repeat(5_000)],
])('a cursor of %s is an invalid request', async (_name, cursor) => {
  expectError(await list(`?cursor=${encodeURIComponent(cursor)}`), 400, 'invalid_request', 'cursor')
})

test('a message id is not a cursor, and two cursors are invalid', async () => {
  expectError(await list(`?cursor=${made[0]}`), 400, 'invalid_request', 'cursor')
  expectError(await list('?cursor=a&cursor=b'), 400, 'invalid_request', 'cursor')
})

test('the cursor of a list is refused by every other list', async () => {
  for (let index = 0; index < 2; index += 1) {
    await app.call('POST', '/v1/keys', { body: { scope: 'read' } })
    await app.call('POST', '/v1/webhooks', { body: { endpoint_url: 'http://127.0.0.1:1029/' } })
    await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
  }
  await eventually('two captured mails', async () => (await app.call('GET', '/dev/outbox')).body.mails.length === 2)
  const lists = ['/v1/messages', '/v1/keys', '/v1/webhooks', '/dev/outbox']
  const cursors = await Promise.all(
    lists.map(async (path) => (await app.call('GET', `${path}?limit=1`)).body.next_cursor),
  )
  for (const [index, path] of lists.entries()) {
    for (const [from, cursor] of cursors.entries()) {
      const result = await app.call('GET', `${path}?cursor=${cursor}`)
      if (from === index) expect(result.status).toBe(200)
      else expectError(result, 400, 'invalid_request', 'cursor')
    }
  }
})

test('a look-up by idempotency key returns the message and ignores all other filters', async () => {
  const direct = await app.call('GET', `/v1/messages/${made[1]}`)
  for (const more of [
    '',
    '&status=sent',
    '&cursor=nonsense',
    '&limit=x',
    '&from=never',
    '&channel=fax',
    '&search=nothing',
  ]) {
    const found = await list(`?idempotency_key=the-bounced-one${more}`)
    expect(found.status, more).toBe(200)
    expect(found.body).toEqual(direct.body)
  }
  expectError(await list('?idempotency_key=the-bounced-one&statsu=sent'), 400, 'invalid_request', 'statsu')
  expectError(await list('?idempotency_key=a&idempotency_key=b'), 400, 'invalid_request', 'idempotency_key')
})

test('an account sees only its own messages, in every list and look-up', async () => {
  const other = await anotherAccount(app)
  const theirs = (path: string) => call(app.url, 'GET', path, { key: other.key })
  expect((await theirs('/v1/messages')).body).toEqual({ messages: [], next_cursor: null })
  expect((await theirs('/v1/messages?search=anna')).body.messages).toEqual([])
  expect((await theirs('/v1/messages?status=bounced')).body.messages).toEqual([])
  expectError(await theirs('/v1/messages?idempotency_key=the-bounced-one'), 404, 'not_found')
  expectError(await theirs(`/v1/messages/${made[0]}`), 404, 'not_found')
  expect((await theirs('/dev/outbox')).body).toEqual({ mails: [], next_cursor: null })
  expect((await theirs('/v1/webhooks')).body).toEqual({ webhooks: [], next_cursor: null })
  expect((await theirs('/v1/keys')).body.keys).toHaveLength(1)

  const { next_cursor } = (await list('?limit=1')).body
  expect((await theirs(`/v1/messages?cursor=${next_cursor}`)).body.messages).toEqual([])
  const [mail] = (await app.call('GET', '/dev/outbox')).body.mails
  expectError(await theirs(`/dev/outbox/${mail.id}`), 404, 'not_found')
})
