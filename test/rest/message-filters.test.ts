import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inAnHour } from '../doors/case.js'
import { expectError } from '../support/expect-error.js'
import { anotherAccount } from '../support/more-processes.js'
import { aSend, call, startApp, type TestApp, testSettings } from '../support/start-app.js'
import { verifiedDomain } from '../support/verified-domain.js'

const LARGE = 'Only in the body. '.repeat(5_000)

let app: TestApp
let reads: { command: string; reply: string }[] = []
const names = new Map<string, string>()
beforeAll(async () => {
  const settings = testSettings()
  app = await startApp({ ...settings, MONGODB_URI: `${settings.MONGODB_URI}&monitorCommands=true`, ROLES: 'api' })
  app.app.models.connection.getClient().on('commandSucceeded', ({ commandName, reply }) => {
    reads.push({ command: commandName, reply: JSON.stringify(reply) })
  })
  const key = await app.testKey()
  const destination = { email: 'Dora@Example.com', name: 'Dora' }
  const text = { subject: 'Hello', body_text: 'Only in the body.' }
  const sends: Record<string, Record<string, unknown>> = {
    plain: { destination, payload: text },
    large: { destination: { ...destination, cc: ['carl@example.com'] }, payload: { ...text, body_text: LARGE } },
    hidden: { destination: { email: 'erik@example.com', bcc: ['secret@example.com'] }, payload: text },
    order: { destination, payload: text, tags: { order: '8471', shop: 'Köln: 1' } },
    other: { destination, payload: text, tags: { order: '8472', empty: '' } },
    wordy: { destination, payload: { ...text, subject: 'secret@example.com order:8471' } },
    full: {
      destination: { email: 'x@example.com', cc: Array.from({ length: 49 }, (_none, at) => longAddress(at)) },
      payload: { ...text, subject: Array.from({ length: 190 }, (_none, at) => `w${at}`).join(' ') },
      tags: { full: 'yes' },
    },
    later: { destination, payload: text, scheduled_at: new Date(Date.now() + 86_400_000).toISOString() },
  }
  for (const [name, part] of Object.entries(sends)) {
    const sent = await app.call('POST', '/v1/send', { key, body: aSend(part) })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    names.set(sent.body.id, name)
  }
  const live = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
  names.set(live.body.id, 'live')
})
afterAll(() => app.close())

/** An address with so many words that the search terms of 49 of them exceed the limit. */
const longAddress = (at: number) =>
  `${Array.from({ length: 15 }, (_none, n) => `${n.toString(36)}${at}`).join('.')}@example.com`

const list = (query: Record<string, string>) => app.call('GET', `/v1/messages?${new URLSearchParams(query)}`)
const found = async (query: Record<string, string>) => {
  const { status, body } = await list(query)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.messages.map(({ id }: { id: string }) => names.get(id)).reverse()
}
const idOf = (name: string) => [...names].find(([, each]) => each === name)![0]

describe('a listed message', () => {
  test.each(['plain', 'large', 'hidden', 'order', 'later'])('shows of %s what its details show', async (name) => {
    const { messages } = (await list({})).body
    const summary = messages.find(({ id }: { id: string }) => names.get(id) === name)
    expect((await app.call('GET', `/v1/messages/${summary.id}`)).body).toMatchObject(summary)
  })

  test('shows sender, recipients, subject, tags and mode, also if its content is large', async () => {
    const shown = {
      from: expect.stringContaining('hello@'),
      to: ['Dora@example.com'],
      subject: 'Hello',
      test_mode: true,
    }
    const get = async (name: string) => (await app.call('GET', `/v1/messages/${idOf(name)}`)).body
    expect(await get('plain')).toMatchObject({ ...shown, cc: [], tags: null, scheduled_at: null })
    expect(await get('large')).toMatchObject({ ...shown, cc: ['carl@example.com'] })
    expect(await get('order')).toMatchObject({ ...shown, tags: { order: '8471', shop: 'Köln: 1' } })
    expect(await get('later')).toMatchObject({ ...shown, scheduled_at: expect.stringMatching(/Z$/) })
    expect(await get('live')).toMatchObject({ test_mode: false })
  })

  test('names no bcc recipient, and neither do its details', async () => {
    expect(JSON.stringify((await list({})).body)).not.toContain('["secret@')
    expect(JSON.stringify((await list({ recipient: 'secret@example.com' })).body)).not.toContain('secret@')
    expect(JSON.stringify((await app.call('GET', `/v1/messages/${idOf('hidden')}`)).body)).not.toContain('secret@')
  })

  test('is read with all others in one query, without bodies', async () => {
    reads = []
    await list({})
    const pages = reads.filter(({ reply }) => reply.includes(idOf('plain')))
    expect(pages).toHaveLength(1)
    expect(reads.map(({ reply }) => reply).join()).not.toContain('Only in the body')
  })

  test('of an earlier version, with separately stored content, has null for what is unknown', async () => {
    const { messages } = app.app.models
    const [row] = await messages.find({ content: null }).lean()
    await messages.updateOne({ _id: row!._id }, { $unset: { content_summary: 1 } })
    const { body } = await app.call('GET', `/v1/messages/${row!._id}`)
    expect(body).toMatchObject({ from: null, to: [], cc: [], subject: null })
    await messages.updateOne({ _id: row!._id }, { $set: { content_summary: row!.content_summary } })
  })
})

test.each([
  ['order', ['order', 'other']],
  ['order:8471', ['order']],
  ['order:847', []],
  ['order:', []],
  ['ORDER', []],
  ['shop:Köln: 1', ['order']],
  ['shop:köln: 1', []],
  ['empty:', ['other']],
  ['8471', []],
  ['full:yes', ['full']],
])('tag=%s', async (tag, expected) => {
  expect(await found({ tag })).toEqual(expected)
})

test.each([
  ['dora@example.com', ['plain', 'large', 'order', 'other', 'wordy', 'later']],
  [' DORA@EXAMPLE.COM ', ['plain', 'large', 'order', 'other', 'wordy', 'later']],
  ['carl@example.com', ['large']],
  ['secret@example.com', ['hidden']],
  ['ora@example.com', []],
  [longAddress(48), ['full']],
])('recipient=%s', async (recipient, expected) => {
  expect(await found({ recipient })).toEqual(expected)
})

test('a search finds no tags', async () => {
  expect(await found({ search: 'order' })).toEqual(['wordy'])
  expect(await found({ search: ' order:8471' })).toEqual(['wordy'])
  expect(await found({ search: '8472' })).toEqual([])
})

test('test_mode separates simulated mail from live mail', async () => {
  expect(await found({ test_mode: 'false' })).toEqual(['live'])
  expect(await found({ test_mode: 'true' })).toEqual([...names.values()].filter((name) => name !== 'live'))
  expectError(await list({ test_mode: 'maybe' }), 400, 'invalid_request', 'test_mode')
})

test('broadcast_id finds the mail of a broadcast, also with other filters and searches', async () => {
  const { messages } = app.app.models
  const [mine, theirs] = ['bc_01kajqx5t2n8w4e6r9y7m3b1c0', 'bc_01kajqx5t2n8w4e6r9y7m3b1c1']
  const ofMine = ['plain', 'order', 'later']
  await messages.updateMany({ _id: { $in: ofMine.map(idOf) } }, { broadcast_id: mine })
  await messages.updateMany({ _id: idOf('other') }, { broadcast_id: theirs })
  expect(await found({ broadcast_id: mine })).toEqual(ofMine)
  expect(await found({ broadcast_id: theirs })).toEqual(['other'])
  expect(await found({ broadcast_id: mine, status: 'scheduled' })).toEqual(['later'])
  expect(await found({ broadcast_id: mine, search: 'hello' })).toEqual(ofMine)
  expect(await found({ broadcast_id: mine, search: 'hello dora' })).toEqual(ofMine)
  expect(await found({ broadcast_id: mine, tag: 'order:8471' })).toEqual(['order'])
  expect(await found({ broadcast_id: theirs, tag: 'order:8471' })).toEqual([])
  expect(await found({ broadcast_id: 'bc_unknown' })).toEqual([])
  const first = await list({ broadcast_id: mine, limit: '2' })
  const rest = await found({ broadcast_id: mine, cursor: first.body.next_cursor })
  expect([first.body.messages.length, rest]).toEqual([2, ['plain']])
})

test('a page of a broadcast reads its messages alone', async () => {
  const { messages, connection } = app.app.models
  const db = connection.db!
  await messages.updateMany({ _id: idOf('plain') }, { broadcast_id: 'bc_01kajqx5t2n8w4e6r9y7m3b1c2' })
  await db.command({ profile: 2 })
  await found({ broadcast_id: 'bc_01kajqx5t2n8w4e6r9y7m3b1c2' })
  await db.command({ profile: 0 })
  const reads = await db
    .collection('system.profile')
    .find({ ns: `${db.databaseName}.messages` })
    .toArray()
  expect(reads.map(({ keysExamined, docsExamined }) => [keysExamined, docsExamined])).toEqual([[1, 1]])
})

test('the filters combine with each other and with a search', async () => {
  expect(await found({ tag: 'order', recipient: 'dora@example.com', test_mode: 'true', search: 'hello' })).toEqual([
    'order',
    'other',
  ])
  expect(await found({ tag: 'order', recipient: 'erik@example.com' })).toEqual([])
  expect(await found({ tag: 'order', status: 'scheduled' })).toEqual([])
})

test.each(['', 'two words', ':8471', 'ö', 'a'.repeat(65), 'order:a\nb', `order:${'x'.repeat(257)}`])(
  'tag %j is refused, because no message can have it',
  async (tag) => {
    expectError(await list({ tag }), 400, 'invalid_request', 'tag')
  },
)

test.each(['', 'dora', 'Dora <dora@example.com>', '@example.com'])(
  'recipient and sender %j are refused',
  async (text) => {
    expectError(await list({ recipient: text }), 400, 'invalid_request', 'recipient')
    expectError(await list({ sender: text }), 400, 'invalid_request', 'sender')
  },
)

test('sender finds the mail of an address alone, page by page, also with other filters', async () => {
  const { accountId, key } = await anotherAccount(app, 'senders@postline.test')
  await verifiedDomain({ app: app.app, accountId }, 'senders.test')
  const write = async (from: string, to: string, later = true) => {
    const body = { from, to, subject: 'Hello', body_text: 'x', ...(later && { scheduled_at: inAnHour() }) }
    const sent = await call(app.url, 'POST', '/v1/mail/compose', { key, body })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    return sent.body.id as string
  }
  const mine: string[] = []
  for (let n = 0; n < 3; n += 1) {
    mine.unshift(await write('Help <Help@senders.test>', 'ada@example.com'))
    await write('sales@senders.test', 'help@senders.test')
  }
  const now = await write('help@senders.test', 'ada@example.com', false)
  const listed = async (query: object) => {
    const filter = { sender: 'help@senders.test', ...query }
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const asked: URLSearchParams = new URLSearchParams({ ...filter, limit: '2', ...(cursor && { cursor }) })
      const { body } = await call(app.url, 'GET', `/v1/messages?${asked}`, { key })
      ids.push(...body.messages.map(({ id }: { id: string }) => id))
      cursor = body.next_cursor
    }
    return ids
  }
  expect(await listed({})).toEqual([now, ...mine])
  expect(await listed({ sender: ' HELP@senders.test ' })).toEqual([now, ...mine])
  expect(await listed({ status: 'scheduled' })).toEqual(mine)
  expect(await listed({ status: 'scheduled', recipient: 'help@senders.test' })).toEqual([])
  expect(await listed({ sender: 'elp@senders.test' })).toEqual([])
})

test('sender, recipient and search find an internationalized address in either notation', async () => {
  const { accountId, key } = await anotherAccount(app, 'umlauts@postline.test')
  await verifiedDomain({ app: app.app, accountId }, 'xn--mnchen-3ya.test')
  const write = async (from: string, to: string) => {
    const body = { from, to, subject: 'Hello', body_text: 'x', scheduled_at: inAnHour() }
    const sent = await call(app.url, 'POST', '/v1/mail/compose', { key, body })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    return sent.body.id as string
  }
  const out = await write('hi@münchen.test', 'ada@example.com')
  const back = await write('other@münchen.test', 'hi@münchen.test')
  const listed = async (query: Record<string, string>) => {
    const { body } = await call(app.url, 'GET', `/v1/messages?${new URLSearchParams(query)}`, { key })
    return body.messages.map(({ id }: { id: string }) => id)
  }
  for (const address of ['hi@münchen.test', 'Hi@MÜNCHEN.test', 'hi@xn--mnchen-3ya.test']) {
    expect(await listed({ sender: address }), address).toEqual([out])
    expect(await listed({ recipient: address }), address).toEqual([back])
    expect(await listed({ search: address }), address).toEqual([back, out])
    expect(await listed({ search: `<${address}>,` }), address).toEqual([back])
  }
  for (const domain of ['münchen.test', 'xn--mnchen-3ya.test']) {
    expect(await listed({ search: domain }), domain).toEqual([back])
  }
})

test('a filter finds only mail of the own account', async () => {
  const { key } = await anotherAccount(app)
  for (const query of [
    'tag=order',
    'recipient=dora@example.com',
    'sender=onboarding@postline.test',
    'test_mode=true',
    'broadcast_id=bc_01kajqx5t2n8w4e6r9y7m3b1c0',
  ]) {
    expect((await call(app.url, 'GET', `/v1/messages?${query}`, { key })).body.messages).toEqual([])
  }
})

test.each(['tag', 'recipient', 'test_mode'])('a page by %s comes from an index in order', async (filter) => {
  const { messages } = app.app.models
  const term = { tag: { search: ' order' }, recipient: { search: 'dora@example.com' }, test_mode: { test_mode: true } }
  const where = { account_id: app.accountId, ...term[filter as keyof typeof term] }
  const explained = await messages.collection.find(where).sort({ _id: -1 }).limit(3).explain('queryPlanner')
  const plan = JSON.stringify(explained.queryPlanner.winningPlan)
  expect(plan).toContain(`account_id_1_${filter === 'test_mode' ? 'test_mode' : 'search'}_1__id_-1`)
  expect(plan).not.toContain('"SORT"')
})
