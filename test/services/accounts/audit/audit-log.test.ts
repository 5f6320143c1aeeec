import { userInfo } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postlineHere } from '../../../cli/support.js'
import { anotherAccount } from '../../../support/more-processes.js'
import { aSend, call, startApp, type TestApp } from '../../../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const list = async (query = '', key = app.adminKey) =>
  (await call(app.url, 'GET', `/v1/audit-log${query}`, { key })).body
const newest = async (key?: string) => (await list('?limit=1', key)).entries[0]
const createApiKey = (headers?: Record<string, string>) =>
  app.call('POST', '/v1/keys', {
    key: headers ? null : app.adminKey,
    body: { scope: 'read' },
    ...(headers && { headers }),
  })

test('an entry has the actor, the change, the resource and the time', async () => {
  const before = Date.now()
  const { body } = await createApiKey()
  const entry = await newest()
  const keys = (await app.call('GET', '/v1/keys?limit=100')).body.keys
  expect(entry).toEqual({
    id: expect.stringMatching(/^aud_/),
    actor: { type: 'key', id: keys.at(-1).id },
    operation: 'keys.create',
    target: body.id,
    address: null,
    user_agent: null,
    created_at: expect.any(String),
  })
  expect(Date.parse(entry.created_at)).toBeGreaterThanOrEqual(before - 1)
})

test('a change with a browser session is distinguished from one with its key', async () => {
  const { headers } = await app.call('POST', '/session', { key: null, body: { key: app.adminKey } })
  const cookie = headers.get('set-cookie')!.split(';')[0]!
  const byKey = await newest()
  expect((await createApiKey({ cookie })).status).toBe(201)
  expect(await newest()).toMatchObject({ actor: { type: 'session', id: byKey.actor.id }, operation: 'keys.create' })
})

test("an operator's changes at the command line are in the account's log", async () => {
  const cli = (...args: string[]) => postlineHere(app.settings, ...args, '--json')
  const account = (await cli('accounts', 'create', '--email', 'new@example.com')).json()
  const key = (await cli('keys', 'create', '--account', account.account_id, '--scope', 'read')).json()
  await cli('keys', 'revoke', key.id)
  await cli('accounts', 'suspend', account.account_id)
  await cli('accounts', 'resume', account.account_id)
  const { entries } = await list('', account.key)
  const done = entries.map(({ operation, target }: { operation: string; target: string }) => [operation, target])
  expect(done.reverse()).toEqual([
    ['accounts.create', account.account_id],
    ['keys.create', key.id],
    ['keys.revoke', key.id],
    ['accounts.suspend', account.account_id],
    ['accounts.resume', account.account_id],
  ])
  for (const { actor } of entries) expect(actor).toEqual({ type: 'cli', id: userInfo().username })
})

test("retrying a dead letter is in its account's log", async () => {
  const sent = await app.call('POST', '/v1/send', { key: await app.key('send', true), body: aSend() })
  const row = { kind: 'dispatch', account_id: app.accountId, error: 'x', crashes: 5, created_at: new Date() }
  const letters = ['dl_1', 'dl_2'].map((_id) => ({ _id, row_id: `${sent.body.id}${_id}`, ...row }))
  await app.app.models.deadLetters.insertMany(letters)
  expect((await postlineHere(app.settings, 'dead-letters', 'retry', '--all')).code).toBe(0)
  const { entries } = await list('?limit=2')
  expect(entries.map(({ target }: { target: string }) => target).sort()).toEqual(['dl_1', 'dl_2'])
  expect(entries[0]).toMatchObject({ operation: 'deadLetters.retry', actor: { type: 'cli' } })
})

test('the log is read in pages, newest first, and only by its account', async () => {
  for (let count = 0; count < 5; count += 1) await createApiKey()
  const all = (await list('?limit=100')).entries.map(({ id }: { id: string }) => id)
  expect([...all].sort().reverse()).toEqual(all)
  const first = await list('?limit=3')
  const second = await list(`?limit=2&cursor=${first.next_cursor}`)
  const paged = [...first.entries, ...second.entries].map(({ id }: { id: string }) => id)
  expect(paged).toEqual(all.slice(0, 5))
  const other = await anotherAccount(app)
  expect((await list('', other.key)).entries).toEqual([])
})

test('the log is filtered by who, what and when, also together and in pages', async () => {
  const other = (await app.call('POST', '/v1/keys', { body: { scope: 'admin' } })).body
  const post = (path: string, body: object) => app.call('POST', path, { key: other.key, body })
  const contact = (index: number) => post('/v1/contacts', { email: `filtered-${index}@example.com` })
  await contact(0)
  const { headers } = await app.call('POST', '/session', { key: null, body: { key: other.key } })
  const cookie = headers.getSetCookie()[0]!.split(';', 1)[0]!
  await app.call('POST', '/v1/keys', { key: null, body: { scope: 'read' }, headers: { cookie } })
  const middle = (await newest()).created_at
  await contact(1)
  await app.call('POST', '/v1/contacts', { body: { email: 'filtered-2@example.com' } })
  await postlineHere(app.settings, 'keys', 'create', '--account', app.accountId, '--scope', 'read')

  const found = async (query: Record<string, string>) =>
    (await list(`?${new URLSearchParams(query)}`)).entries.map(({ operation }: { operation: string }) => operation)
  const actor = other.id
  expect(await found({ actor })).toEqual(['contacts.create', 'keys.create', 'session.create', 'contacts.create'])
  expect(await found({ actor, operation: 'contacts' })).toEqual(['contacts.create', 'contacts.create'])
  expect(await found({ actor, operation: 'contacts.create', from: middle })).toEqual(['contacts.create'])
  expect(await found({ actor, to: middle })).toEqual(['keys.create', 'session.create', 'contacts.create'])
  expect(await found({ actor: 'cli', limit: '1' })).toEqual(['keys.create'])
  expect(await found({ operation: 'contacts', limit: '2' })).toEqual(['contacts.create', 'contacts.create'])
  // The whole name of a part, not how it begins.
  expect(await found({ actor, operation: 'contact' })).toEqual([])
  expect(await found({ actor: 'service' })).toEqual([])
  expect(await found({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([])

  const first = await list(`?actor=${actor}&limit=3`)
  const second = await list(`?actor=${actor}&limit=3&cursor=${first.next_cursor}`)
  expect([first.entries.length, second.entries.length, second.next_cursor]).toEqual([3, 1, null])
  const stranger = await anotherAccount(app)
  expect((await list(`?actor=${actor}`, stranger.key)).entries).toEqual([])
})

test('concurrent changes each have an entry, which is durable before the response', async () => {
  const results = await Promise.all(Array.from({ length: 60 }, () => createApiKey()))
  const targets = new Set((await list('?limit=100')).entries.map(({ target }: { target: string }) => target))
  for (const { body } of results) expect(targets).toContain(body.id)
})

test('an operation succeeds even if its entry cannot be written', async () => {
  const { collection } = app.app.models.auditEntries
  const insertMany = collection.insertMany
  collection.insertMany = () => Promise.reject(new Error('no space left'))
  try {
    const { status, body } = await createApiKey()
    expect(status).toBe(201)
    expect((await call(app.url, 'GET', '/v1/messages', { key: body.key })).status).toBe(200)
  } finally {
    collection.insertMany = insertMany
  }
})
