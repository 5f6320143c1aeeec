import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError, expectErrorObject } from '../../../support/expect-error.js'
import { call, startApp, type TestApp } from '../../../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const add = (recipient: string, reason?: string) =>
  app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient, reason } })
const remove = (query: string, body?: unknown) => app.call('DELETE', `/v1/suppressions${query}`, { body })
const importAll = (entries: unknown[], key = app.adminKey) =>
  call(app.url, 'POST', '/v1/suppressions/import', { key, body: { entries } })
const rows = () => app.app.models.suppressions.find().lean()

interface Entry {
  recipient: string
  state: string
  reason: string
  updated_at: string
}

async function listed(): Promise<Entry[]> {
  const all: Entry[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body }: { body: { suppressions: Entry[]; next_cursor: string | null } } = await app.call(
      'GET',
      `/v1/suppressions?limit=100${cursor && `&cursor=${cursor}`}`,
    )
    all.push(...body.suppressions)
    cursor = body.next_cursor
  }
  return all
}
const entryOf = async (recipient: string) => (await listed()).find((entry) => entry.recipient === recipient)

describe('an entry', () => {
  test.each([
    ['  Ada.Lovelace+news@Example.COM ', 'ada.lovelace+news@example.com'],
    ['ada@Bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
  ])('%j is the same recipient as %j', async (written, normalized) => {
    const { status, body } = await add(written, 'asked')
    expect(status).toBe(201)
    expect(body).toMatchObject({ channel: 'email', recipient: normalized, state: 'suppressed', reason: 'asked' })
    expect(new Date(body.updated_at).getTime()).toBeGreaterThan(Date.now() - 10_000)
  })

  test('that exists gets the new reason, and does not change if the reason is the same', async () => {
    const first = (await add('twice@example.com', 'one')).body
    const second = (await add('TWICE@example.com', 'two')).body
    expect(second).toMatchObject({ id: first.id, reason: 'two' })
    expect(second.updated_at > first.updated_at).toBe(true)
    expect((await add('twice@example.com', 'two')).body).toEqual(second)
  })

  test('of an unsubscribed recipient becomes suppressed', async () => {
    await importAll([{ email: 'stricter@example.com', state: 'unsubscribed' }])
    expect((await add('stricter@example.com')).body).toMatchObject({ state: 'suppressed', reason: 'manual' })
  })

  test('can have a reason that looks like an expression', async () => {
    expect((await add('dollar@example.com', '$state')).body.reason).toBe('$state')
    await importAll([{ email: 'dollar@example.com', reason: '$$ROOT' }])
    expect((await entryOf('dollar@example.com'))?.reason).toBe('$$ROOT')
  })

  test('can be removed by query or by body, in any spelling, and is then unknown', async () => {
    await add('gone@example.com')
    expect((await remove('?channel=email&recipient=GONE%40example.com')).status).toBe(204)
    expect((await remove('?channel=email&recipient=gone%40example.com')).status).toBe(404)
    await add('gone@example.com')
    expect((await remove('', { channel: 'email', recipient: ' gone@example.com ' })).status).toBe(204)
    expect((await remove('?channel=email')).body.error).toMatchObject({ code: 'invalid_request', status: 400 })
  })

  test('can be looked up by its address, in any spelling, whatever characters it has', async () => {
    const odd = (await add("o'brien/news+a%b@Bücher.example", 'asked')).body
    for (const written of [odd.recipient, "O'Brien/NEWS+a%b@bücher.example"]) {
      const found = await app.call('GET', `/v1/suppressions/${encodeURIComponent(written)}`)
      expect([found.status, found.body]).toEqual([200, odd])
    }
    expect((await app.call('GET', '/v1/suppressions/nobody%40example.com')).status).toBe(404)
  })

  test.each([
    ['missing', {}],
    ['null', { recipient: null }],
    ['a number', { recipient: 7 }],
    ['a list', { recipient: ['+49 30 1234567'] }],
    ['a phone number', { recipient: '+49 30 1234567' }],
  ])('of another channel is refused as such, with a recipient that is %s', async (_shape, recipient) => {
    const body = { channel: 'sms', ...recipient }
    expectError(await app.call('POST', '/v1/suppressions', { body }), 422, 'channel_not_enabled')
    expectError(await remove('', body), 422, 'channel_not_enabled')
    const { body: answer } = await app.call('POST', '/trpc/suppressions.create', { body })
    expectErrorObject(answer.error.data.apiError, 422, 'channel_not_enabled')
    const email = { ...body, channel: 'email' }
    expectError(await app.call('POST', '/v1/suppressions', { body: email }), 400, 'invalid_request', 'recipient')
  })

  test('without channel and recipient is told of both, and one of no known channel of its channel', async () => {
    const create = (body: unknown) => app.call('POST', '/v1/suppressions', { body })
    expect((await create({})).body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'channel',
      'recipient',
    ])
    expectError(await create({ channel: 'pigeon', recipient: 'a@example.com' }), 400, 'invalid_request', 'channel')
  })

  test('of another account cannot be seen or removed', async () => {
    await add('theirs@example.com')
    const other = await app.app.services.accounts.create('other@example.com')
    const theirs = { key: other.key }
    expect((await app.call('GET', '/v1/suppressions', theirs)).body.suppressions).toEqual([])
    const path = '/v1/suppressions?channel=email&recipient=theirs%40example.com'
    expect((await app.call('DELETE', path, theirs)).status).toBe(404)
    expect((await app.call('GET', '/v1/suppressions/theirs%40example.com', theirs)).status).toBe(404)
    expect(await entryOf('theirs@example.com')).toBeDefined()
  })
})

test('the list is newest first, paginated, with both states', async () => {
  for (const name of ['a', 'b', 'c']) await add(`page-${name}@example.com`)
  await importAll([{ email: 'page-d@example.com', state: 'unsubscribed' }])
  const first = (await app.call('GET', '/v1/suppressions?channel=email&limit=2')).body
  expect(first.suppressions.map((entry: Entry) => [entry.recipient, entry.state])).toEqual([
    ['page-d@example.com', 'unsubscribed'],
    ['page-c@example.com', 'suppressed'],
  ])
  const second = (await app.call('GET', `/v1/suppressions?limit=2&cursor=${first.next_cursor}`)).body
  expect(second.suppressions.map((entry: Entry) => entry.recipient)).toEqual([
    'page-b@example.com',
    'page-a@example.com',
  ])
})

test('the list is filtered by reason, in pages', async () => {
  for (const name of ['one', 'two', 'three']) await add(`${name}@reason.example`, 'asked by phone')
  await add('other@reason.example', 'asked by phone, too')
  const path = '/v1/suppressions?limit=2&reason=asked%20by%20phone'
  const first = (await app.call('GET', path)).body
  const second = (await app.call('GET', `${path}&cursor=${first.next_cursor}`)).body
  const recipients = [...first.suppressions, ...second.suppressions].map((entry: Entry) => entry.recipient)
  expect(recipients).toEqual(['three@reason.example', 'two@reason.example', 'one@reason.example'])
  expect(second.next_cursor).toBeNull()
})

test('events suppress a recipient once, and the first reason stays', async () => {
  const { suppressions } = app.app.services
  const bounce = [{ recipient: 'Bounced@example.com', reason: 'hard_bounce' }]
  await Promise.all([1, 2, 3].map(() => suppressions.suppress(app.accountId, bounce)))
  await suppressions.suppress(app.accountId, [{ recipient: 'bounced@example.com', reason: 'complaint' }])
  expect(await entryOf('bounced@example.com')).toMatchObject({ state: 'suppressed', reason: 'hard_bounce' })
  await suppressions.unsubscribe(app.accountId, 'bounced@example.com', 'recipient_unsubscribe')
  expect(await entryOf('bounced@example.com')).toMatchObject({ state: 'suppressed', reason: 'hard_bounce' })
})

describe('an import', () => {
  test('reports which entries it skipped, and why', async () => {
    const { status, body } = await importAll([
      { email: 'one@example.com', reason: 'hard_bounce' },
      { email: 'nobody' },
      { email: 'ONE@example.com' },
      { email: 'two@example.com', state: 'unsubscribed' },
      { email: '' },
    ])
    expect(status).toBe(200)
    expect(body).toEqual({
      imported: 2,
      skipped: 3,
      errors: [
        { index: 1, reason: 'is not a valid address, like user@example.com' },
        { index: 2, reason: 'repeats the address of an earlier entry' },
        { index: 4, reason: 'is not a valid address, like user@example.com' },
      ],
    })
    expect(await entryOf('one@example.com')).toMatchObject({ state: 'suppressed', reason: 'hard_bounce' })
    expect(await entryOf('two@example.com')).toMatchObject({ state: 'unsubscribed', reason: 'import' })
  })

  test('never weakens a suppression, and changes nothing the second time', async () => {
    await add('kept@example.com', 'complaint')
    const entries = [
      { email: 'kept@example.com', state: 'unsubscribed', reason: 'list' },
      { email: 'new@example.com', state: 'unsubscribed', reason: 'list' },
    ]
    await importAll(entries)
    const before = await rows()
    expect((await importAll(entries)).body).toMatchObject({ imported: 2, skipped: 0 })
    expect(await rows()).toEqual(before)
    expect(await entryOf('kept@example.com')).toMatchObject({ state: 'suppressed', reason: 'complaint' })
    expect(await entryOf('new@example.com')).toMatchObject({ state: 'unsubscribed', reason: 'list' })
  })

  test('of more than 10,000 entries is refused with 422 and imports nothing', async () => {
    const before = await app.app.models.suppressions.countDocuments()
    const entries = Array.from({ length: 10_001 }, (_none, index) => ({ email: `over-${index}@example.com` }))
    const { status, body } = await importAll(entries)
    expect(status).toBe(422)
    expect(body.error).toMatchObject({ code: 'invalid_request', status: 422 })
    expect(await app.app.models.suppressions.countDocuments()).toBe(before)
  })
})

test('an entry is removed only in the state and for the reason that the request names', async () => {
  await importAll([{ email: 'both@example.com', state: 'unsubscribed', reason: 'recipient_unsubscribe' }])
  const named = { channel: 'email', recipient: 'Both@Example.com' }
  for (const other of [{ state: 'suppressed' }, { reason: 'complaint' }, { state: 'unsubscribed', reason: 'other' }]) {
    expectError(await remove('', { ...named, ...other }), 404, 'not_found')
    expect(await entryOf('both@example.com')).toBeDefined()
  }
  expectError(await remove('', { ...named, state: 'gone' }), 400, 'invalid_request', 'state')
  const right = { state: 'unsubscribed', reason: 'recipient_unsubscribe' }
  expect((await remove('', { ...named, ...right })).status).toBe(204)
  expect(await entryOf('both@example.com')).toBeUndefined()
})
