import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../../../support/ledger.js'
import { eventually, startApp, type TestApp } from '../../../support/start-app.js'

const DAY_MS = 86_400_000
const EMAIL = 'erase.me@example.com'
const clock = createTestClock()

let app: TestApp
beforeAll(async () => {
  app = await startApp({}, { clock })
})
afterAll(() => app.close())

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, path, { ...(body !== undefined && { body }) })
async function store(csv: string | Uint8Array): Promise<string> {
  const response = await fetch(`${app.url}/v1/contacts/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.adminKey}`, 'content-type': 'text/csv' },
    body: csv as BodyInit,
  })
  return ((await response.json()) as { storage_key: string }).storage_key
}
const start = (storage_key: string) => call('POST', '/v1/contacts/import', { storage_key })
const erase = async () => (await call('POST', '/v1/recipients/erase', { email: EMAIL.toUpperCase() })).body

/**
 * Waits for what a round of retention does, for two hours of the clock at most. A round that had begun before the clock was
 * moved ends by the moved clock, so that time must pass for the next one.
 */
async function afterRounds(what: string, isDone: () => Promise<boolean>): Promise<void> {
  let minutes = 0
  let looks = 0
  await eventually(what, async () => {
    if (await isDone()) return true
    looks += 1
    if (looks % 10 === 0 && minutes < 120) {
      minutes += 1
      clock.advance(60_000)
    }
    return false
  })
}

describe('an erasure', () => {
  test('deletes the contact, its places in lists and files with it, and leaves no trace in others', async () => {
    const id = (await call('POST', '/v1/contacts', { email: EMAIL, first_name: 'Erase' })).body.id
    const list = (await call('POST', '/v1/contact-lists', { name: 'A', description: `For ${EMAIL}` })).body.id
    await call('POST', `/v1/contact-lists/${list}/members`, { contact_id: id })
    const other = { email: 'stays@example.com', attributes: { referred_by: EMAIL, plan: 'pro' } }
    const otherId = (await call('POST', '/v1/contacts', other)).body.id
    const utf8 = await store(`email\n${EMAIL}\n`)
    const utf16 = await store(Buffer.from(`\ufeffemail\n${EMAIL}\n`, 'utf16le'))
    const unrelated = await store('email\nunrelated@example.com\n')
    const { body: imported } = await start(utf8)
    expect(imported.errors).toMatchObject([{ email: EMAIL, reason: 'duplicate_contact' }])

    expect(await erase()).toMatchObject({ contacts: 2 })

    expect((await call('GET', `/v1/contacts/${id}`)).status).toBe(404)
    expect((await call('GET', `/v1/contact-lists/${list}`)).body).toMatchObject({
      description: 'For [erased]',
      member_count: 0,
    })
    expect((await call('GET', `/v1/contacts/${otherId}`)).body).toMatchObject({
      ...{ email: 'stays@example.com', attributes: { referred_by: '[erased]', plan: 'pro' } },
    })
    expect((await call('GET', `/v1/contacts/imports/${imported.id}`)).body.errors[0].email).toBe('[erased]')
    for (const key of [utf8, utf16]) expect((await start(key)).status).toBe(404)
    expect((await start(unrelated)).body).toMatchObject({ imported: 1 })
    expect(await erase()).toMatchObject({ contacts: 0 })
  })

  test('ends an import that has still to come to the address', async () => {
    const rows = Array.from({ length: 10_500 }, (_none, index) => `u${index}@waiting.example`)
    const key = await store(['email', ...rows, EMAIL].join('\n'))
    const { contactImports, contacts } = app.app.models
    const _id = app.app.newId('contactImport')
    await contactImports.collection.insertOne({
      ...{ _id, account_id: app.accountId, blob_key: key.replace(`${app.accountId}/`, ''), list_id: null },
      ...{ columns: [{ at: 0, to: 'email' }], status: 'running', position: 1, imported: 0, skipped: 0 },
      ...{ row_errors: [], failure: null, updated_at: clock.now(), crashes: 0 },
      // Not due before the erasure.
      process_at: new Date(clock.now().getTime() + 3_600_000),
    })
    await erase()
    const { body } = await call('GET', `/v1/contacts/imports/${_id}`)
    expect(body).toMatchObject({ status: 'failed', failure: 'Its file was erased.' })
    expect(await contactImports.exists({ _id, process_at: { $exists: true } })).toBeNull()
    expect(await contacts.countDocuments({ email: EMAIL })).toBe(0)
  })

  test('waits for an import that writes contacts of the file, and nothing of the address comes back', async () => {
    const key = await store(`email,referred_by,unsubscribed\n${EMAIL},,yes\nfriend@example.com,${EMAIL},\n`)
    const { models } = app.app
    const { contacts, contactImports, suppressions } = models
    const insertMany = contacts.collection.insertMany.bind(contacts.collection)
    let erasing: ReturnType<typeof erase> | null = null
    let isErased = false
    contacts.collection.insertMany = (async (...args: Parameters<typeof insertMany>) => {
      contacts.collection.insertMany = insertMany
      erasing = erase()
      void erasing.then(() => {
        isErased = true
      })
      const file = { blob_key: key.replace(`${app.accountId}/`, '') }
      await eventually('the import is ended', () => contactImports.exists({ ...file, status: 'failed' }))
      expect(isErased).toBe(false)
      return insertMany(...args)
    }) as typeof insertMany
    const { body } = await start(key)
    expect(body).toMatchObject({ status: 'failed', failure: 'Its file was erased.' })
    expect(await erasing).toMatchObject({ contacts: 2 })
    expect(await contacts.countDocuments({ email: EMAIL })).toBe(0)
    expect(await contacts.findOne({ email: 'friend@example.com' }).lean()).toMatchObject({
      attributes: { referred_by: '[erased]' },
    })
    expect(await suppressions.countDocuments({ recipient: EMAIL })).toBe(0)
    expect(await contactImports.countDocuments({ lease: { $exists: true } })).toBe(0)
  })
})

test('a file is deleted after 7 days, imported or not, although no retention is set', async () => {
  const key = await store('email\nkept@example.com\n')
  const turnOf = async () => (await app.app.models.system.findById('retention').lean())?.value.split(' ')[0] ?? ''
  await eventually('a first round is over', async () => Date.parse(await turnOf()) > clock.now().getTime() + 120_000)
  clock.advance(6 * DAY_MS)
  const before = clock.now().getTime()
  await eventually('a round', async () => Date.parse(await turnOf()) > before + 120_000)
  expect((await start(key)).status).toBe(200)
  clock.advance(DAY_MS + 60_000)
  await afterRounds('the file is gone', async () => (await start(key)).status === 404)
})

test('an import is forgotten 30 days after it has ended, but not while it waits or is parked', async () => {
  const { models, newId } = app.app
  const anImport = async (more: object) => {
    const _id = newId('contactImport')
    await models.contactImports.collection.insertOne({
      ...{ _id, account_id: app.accountId, blob_key: 'imports/gone', list_id: null, columns: [], status: 'failed' },
      ...{ position: 1, imported: 0, skipped: 0, row_errors: [], failure: 'Gone.', crashes: 0, ...more },
      updated_at: clock.now(),
    })
    return async () => (await call('GET', `/v1/contacts/imports/${_id}`)).status
  }
  const ended = await anImport({})
  const parked = await anImport({ crashes: 5 })
  const waiting = await anImport({ status: 'running', process_at: new Date(clock.now().getTime() + 60 * DAY_MS) })
  clock.advance(29 * DAY_MS)
  const young = await anImport({})
  expect(await ended()).toBe(200)
  clock.advance(DAY_MS + 60_000)
  await afterRounds('the import is forgotten', async () => (await ended()) === 404)
  expect([await parked(), await waiting(), await young()]).toEqual([200, 200, 200])
})
