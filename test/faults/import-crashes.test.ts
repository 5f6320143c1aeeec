import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureIndexes } from '../../src/models/index.js'
import { ContactImporter, type ImporterDeps } from '../../src/services/audience/contacts/contact-importer.js'
import { operatorOf } from '../../src/services/caller.js'
import { ImportWorker } from '../../src/streams/imports/import-worker.js'
import { type Ledger, openTestLedger } from '../support/ledger.js'

const ROWS = 12_000
/** Dozens of claims, each after the one before was lost. */
const END_MS = 150_000
const TIMEOUT_MS = 180_000

let ledger: Ledger
let listId: string
beforeEach(async () => {
  ledger = await openTestLedger({ DISPATCH_TIMEOUT_MS: '1000' })
  await ensureIndexes(ledger.models.connection)
  listId = (await ledger.services.contactLists.create(ledger.accountId, { name: 'A' })).id
})
afterEach(() => ledger.close())

/** Begins an import of rows, every tenth of which is bad, and every fifteenth repeats the one before it. */
async function begin(list_id?: string): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_none, row) =>
    row % 10 === 9 ? 'bad' : `u${row - +(row % 15 === 1)}@x.example`,
  )
  const csv = Buffer.from(['email', ...rows].join('\n'))
  const { storage_key } = await ledger.services.contactImports.store(ledger.accountId, csv)
  const more = list_id === undefined ? {} : { list_id }
  return (await ledger.services.contactImports.create(ledger.accountId, { storage_key, ...more })).id
}
const BAD = ROWS / 10
/** Of the rows that repeat another one, none is bad: 1, 16, 31 and so on. */
const REPEATS = ROWS / 15
const MADE = ROWS - BAD - REPEATS

const read = (id: string) => ledger.services.contactImports.get(ledger.accountId, id)
const start = (deps: Partial<ImporterDeps> = {}) =>
  ledger.startWorker(ImportWorker, { contactImporter: new ContactImporter({ ...ledger, ...deps } as ImporterDeps) })
const ended = (id: string) =>
  ledger.sweepUntil(
    'the import ends',
    async () => {
      const row = await read(id)
      return row.status === 'running' ? null : row
    },
    END_MS,
  )

async function expectExact(id: string, list?: string): Promise<void> {
  const row = await ended(id)
  expect(row).toMatchObject({ status: 'done', processed: ROWS, imported: MADE, skipped: BAD + REPEATS })
  const rows = row.errors.map(({ row }) => row)
  expect(rows).toEqual([...new Set(rows)].toSorted((one, other) => one - other))
  const { contacts, listMembers } = ledger.models
  expect(await contacts.countDocuments({ account_id: ledger.accountId })).toBe(MADE)
  expect(await listMembers.countDocuments({ list_id: listId })).toBe(list ? MADE : 0)
}

test('a worker that fails after every portion is written, and once more, counts each row once', {
  timeout: TIMEOUT_MS,
}, async () => {
  const failed = new Map<number, number>()
  start({
    onPortion: (position) => {
      const times = (failed.get(position) ?? 0) + 1
      failed.set(position, times)
      // As long as the claim is held, nobody else goes on.
      ledger.clock.advance(10_000)
      if (times <= 2) throw new Error('struck')
    },
  })
  await expectExact(await begin(listId), listId)
  expect(failed.size).toBe(ROWS / 1_000)
})

test.each([
  ['contacts', undefined],
  ['contacts', 'list'],
  ['listMembers', 'list'],
] as const)(
  'a worker that dies in the middle of writing %s counts each row once',
  { timeout: TIMEOUT_MS },
  async (name, list) => {
    let strikes = 0
    const models = { ...ledger.models }
    const { collection } = models[name]
    const write = (rows: never[], options: object) =>
      ledger.models.connection.collection(collection.collectionName).insertMany(rows, options)
    const insertMany = async (rows: never[], options: object) => {
      strikes += 1
      if (strikes % 3 === 0) return write(rows, options)
      // Half of a portion is written, then the process is gone.
      await write(rows.slice(0, rows.length / 2) as never[], options).catch(() => undefined)
      ledger.clock.advance(10_000)
      throw new Error('struck')
    }
    const find = collection.find.bind(collection)
    const deleteMany = collection.deleteMany.bind(collection)
    Object.assign(models, { [name]: { collection: { insertMany, find, deleteMany } } })
    start({ models: models as never })
    await expectExact(await begin(list && listId), list)
    expect(strikes).toBeGreaterThan(ROWS / 1_000)
  },
)

test('a worker that lost its claim stops, and another one has counted each row once', {
  timeout: TIMEOUT_MS,
}, async () => {
  let isFirst = true
  start({
    onPortion: async (position) => {
      if (!isFirst || position < 3_000) return
      isFirst = false
      // It hangs for longer than its claim, while others work.
      ledger.clock.advance(10_000)
      start()
      await ledger.sweepUntil('another one is ahead', async () => (await read(id)).processed > 5_000)
    },
  })
  const id = await begin(listId)
  await expectExact(id, listId)
  expect(isFirst).toBe(false)
})

test('an import whose process dies five times has failed, and goes on when its dead letter is retried', async () => {
  const { models, services } = ledger
  const id = await begin(listId)
  let isDeadly = true
  start({
    onPortion: () => {
      ledger.clock.advance(10_000)
      if (isDeadly) throw new Error('struck')
    },
  })
  const letter = await ledger.sweepUntil('it is parked', async () => {
    const found = await models.deadLetters.findOne({ row_id: id }).lean()
    return (await read(id)).status === 'failed' ? found : null
  })
  expect((await read(id)).failure).toContain('dead letter')
  isDeadly = false
  await services.deadLetters.retry(letter._id, operatorOf(ledger.accountId))
  expect(await read(id)).toMatchObject({ status: 'running', failure: null })
  await expectExact(id, listId)
})
