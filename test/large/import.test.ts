import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('a file of 100,000 rows is imported into a list, row for row', async () => {
  const rows = Array.from({ length: 100_000 }, (_none, index) => {
    const email = index % 1_000 === 999 ? `bad ${index}` : `user${index}@large.example`
    return `${email},User,"Number, ${index}",${index}`
  })
  const list = (await app.call('POST', '/v1/contact-lists', { body: { name: 'A' } })).body.id
  const stored = await fetch(`${app.url}/v1/contacts/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.adminKey}`, 'content-type': 'text/csv' },
    body: ['email,first_name,last_name,number', ...rows].join('\n'),
  })
  const { storage_key } = await stored.json()
  const { body } = await app.call('POST', '/v1/contacts/import', { body: { storage_key, list_id: list } })
  const end = await eventually(
    'the import ends',
    async () => {
      const { body: now } = await app.call('GET', `/v1/contacts/imports/${body.id}`)
      return now.status === 'running' ? null : now
    },
    240_000,
  )
  expect(end).toMatchObject({ status: 'done', processed: 100_000, imported: 99_900, skipped: 100, failure: null })
  expect((await app.call('GET', `/v1/contact-lists/${list}`)).body.member_count).toBe(99_900)
  const last = (await app.call('GET', '/v1/contacts?search=user99998%40large.example')).body.contacts[0]
  expect(last.attributes).toEqual({ number: 99_998 })
})
