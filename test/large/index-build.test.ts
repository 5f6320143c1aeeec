import { afterAll, beforeAll, expect, test } from 'vitest'
import { postlineHere } from '../cli/support.js'
import { aSend, startApp, type TestApp } from '../support/start-app.js'

const ROWS = 100_000
const BATCH = 10_000
const WRITERS = 4
const INDEX = 'account_id_1__id_-1'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', RATE_LIMIT_PER_SECOND: '0' })
})
afterAll(() => app.close())

test(`an index of ${ROWS} messages is built while mail is accepted`, async () => {
  const { messages, schemaState } = app.app.models
  const rows = messages.collection as unknown as { insertMany(rows: object[], options: object): Promise<unknown> }
  for (let first = 0; first < ROWS; first += BATCH) {
    const batch = Array.from({ length: BATCH }, (_none, at) => ({
      ...{ _id: `msg_${String(first + at).padStart(26, '0')}`, account_id: 'acc_stranger' },
      ...{ idempotency_key: String(first + at), status: 'delivered', content: 'x'.repeat(1_000) },
    }))
    await rows.insertMany(batch, { ordered: false, writeConcern: { w: 1, journal: false } })
  }
  // As an earlier build leaves it, which did not have the index.
  await messages.collection.dropIndex(INDEX)
  await schemaState.collection.updateOne({}, { $set: { index_sets: [] } })

  const key = await app.testKey()
  const statuses: number[] = []
  let longestMs = 0
  let isBuilt = false
  const write = async () => {
    while (!isBuilt) {
      const beganAt = performance.now()
      statuses.push((await app.call('POST', '/v1/send', { key, body: aSend() })).status)
      longestMs = Math.max(longestMs, performance.now() - beganAt)
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, write))
  const beganAt = performance.now()
  const migrated = await postlineHere(app.settings, 'migrate', '--json')
  const tookMs = performance.now() - beganAt
  isBuilt = true
  await writing
  process.stdout.write(
    `Index of ${ROWS} rows: ${Math.round(tookMs)} ms, ${statuses.length} sends meanwhile, longest ${Math.round(longestMs)} ms\n`,
  )

  expect(migrated.json()).toMatchObject({ problem: null, missing_indexes: [] })
  expect(statuses.filter((status) => status !== 201)).toEqual([])
  expect(statuses.length).toBeGreaterThanOrEqual(WRITERS)
  const account_id = app.accountId
  expect(await messages.collection.countDocuments({ account_id }, { hint: INDEX })).toBe(statuses.length)
  const plan = await messages.collection.find({ account_id }).sort({ _id: -1 }).limit(20).explain('queryPlanner')
  expect(JSON.stringify(plan)).toContain(`"indexName":"${INDEX}"`)
})
