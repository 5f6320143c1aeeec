import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, startApp, type TestApp } from '../support/start-app.js'
import { stopwatch } from '../support/stopwatch.js'
import { uploadFile } from '../support/upload-file.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const importAll = (entries: unknown[], key: string) =>
  call(app.url, 'POST', '/v1/suppressions/import', { key, body: { entries } })

test('a file of 30,000 lines is imported twice at once, and others get their turns', async () => {
  const { key } = await app.app.services.accounts.create('file@example.com')
  const importFile = (text: string) =>
    uploadFile(app, '/v1/suppressions/import/file', text, { key, filename: 'list.csv' })
  const file = `email\n${Array.from({ length: 30_000 }, (_none, at) => `user${at}@example.com\n`).join('')}`
  let isDone = false
  const imports = Promise.all([importFile(file), importFile(file)]).finally(() => {
    isDone = true
  })
  let answers = 0
  while (!isDone) {
    await app.call('GET', '/v1/suppressions?limit=1', { key })
    answers += 1
  }
  const result = { imported: 30_000, skipped: 0, errors: [] }
  expect((await imports).map(({ body }) => body)).toEqual([result, result])
  // Without turns for others there are one or two.
  expect(answers).toBeGreaterThan(5)
  const lines = ((await app.call('GET', '/v1/suppressions/export', { key })).body as string).split('\r\n')
  expect(lines).toHaveLength(30_002)
  expect(new Set(lines).size).toBe(30_002)
})

test('an import of 10,000 entries takes seconds, even with the longest values and concurrently', async () => {
  const other = await app.app.services.accounts.create('bulk@example.com')
  const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.example`
  const entries = Array.from({ length: 10_000 }, (_none, index) => ({
    email: `${String(index).padStart(60, 'x')}@${domain}`,
    reason: '\u{1F600}'.repeat(120),
  }))
  const tookMs = stopwatch()
  const answers = await Promise.all([1, 2, 3].map(() => importAll(entries, other.key)))
  expect(tookMs()).toBeLessThan(30_000)
  for (const { status, body } of answers) {
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
    expect(body).toEqual({ imported: 10_000, skipped: 0, errors: [] })
  }
  expect(await app.app.models.suppressions.countDocuments({ account_id: other.account_id })).toBe(10_000)
})

test('an import of 10,000 entries is accepted by every door', async () => {
  const entries = Array.from({ length: 10_000 }, (_none, index) => ({ email: `door-${index}@example.com` }))
  const graphql = await app.call('POST', '/graphql', {
    body: {
      query: 'mutation ($input: ImportSuppressionsInput!) { importSuppressions(input: $input) { imported skipped } }',
      variables: { input: { entries } },
    },
  })
  expect(graphql.body).toEqual({ data: { importSuppressions: { imported: 10_000, skipped: 0 } } })
  const long = entries.map((entry) => ({ ...entry, reason: '\u{1F600}'.repeat(120) }))
  const trpc = await app.call('POST', '/trpc/suppressions.import', { body: { entries: long } })
  expect(trpc.body).toEqual({ result: { data: { imported: 10_000, skipped: 0, errors: [] } } })
  const last = { account_id: app.accountId, reason: long[0]!.reason }
  expect(await app.app.models.suppressions.countDocuments(last)).toBe(10_000)
})
