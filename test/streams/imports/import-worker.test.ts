import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureIndexes } from '../../../src/models/index.js'
import { ContactImporter, type ImporterDeps } from '../../../src/services/audience/contacts/contact-importer.js'
import { BlobStore } from '../../../src/services/platform/blobs/blob-store.js'
import { ImportWorker } from '../../../src/streams/imports/import-worker.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'

/** A portion, and a rest. */
const ROWS = 1_200

let ledger: Ledger
beforeEach(async () => {
  ledger = await openTestLedger({ DISPATCH_TIMEOUT_MS: '1000' })
  await ensureIndexes(ledger.models.connection)
})
afterEach(() => ledger.close())

/** A short import for the worker, which the service would do at once. Its number of rows tells whose it is. */
async function small(account_id: string, rows: number, crashes = 0): Promise<string> {
  const csv = Array.from({ length: rows }, (_none, row) => `u${row}@x.example`)
  const _id = ledger.newId('contactImport')
  await new BlobStore(ledger).put(account_id, `imports/${_id}`, Buffer.from(['email', ...csv].join('\n')))
  await ledger.models.contactImports.collection.insertOne({
    ...{ _id, account_id, blob_key: `imports/${_id}`, list_id: null, columns: [{ at: 0, to: 'email' }] },
    ...{ status: 'running', position: 1, imported: 0, skipped: 0, row_errors: [], failure: null, crashes },
    ...{ updated_at: ledger.clock.now(), process_at: ledger.clock.now() },
  })
  return _id
}

const read = (id: string) => ledger.services.contactImports.get(ledger.accountId, id)
const start = (deps: Partial<ImporterDeps> = {}) =>
  ledger.startWorker(ImportWorker, { contactImporter: new ContactImporter({ ...ledger, ...deps } as ImporterDeps) })
const ended = (id: string) =>
  ledger.sweepUntil('the import ends', async () => {
    const row = await read(id)
    return row.status === 'running' ? null : row
  })

test('an import of a suspended account waits until the account is active again', async () => {
  const { accounts, contactImports } = ledger.models
  const { account_id } = await ledger.services.accounts.create('suspended@example.com')
  await ledger.services.accounts.suspend(account_id)
  const _id = await small(account_id, 1)
  start()
  await ledger.sweepUntil('it is held', () => contactImports.exists({ _id, held: account_id }))
  await accounts.updateOne({ _id: account_id }, { $unset: { suspended_at: 1 } })
  await ledger.sweepUntil('it is done', () => contactImports.exists({ _id, status: 'done', imported: 1 }))
})

test('an import of another account begins while one has many, and all of them end', async () => {
  const held = new Set<() => void>()
  let isOpen = false
  start({
    onPortion: (position) =>
      position < 1_000 || isOpen ? undefined : new Promise<void>((goOn) => void held.add(goOn)),
  })
  const many = await Promise.all(Array.from({ length: 20 }, () => small(ledger.accountId, ROWS)))
  await ledger.sweepUntil('three are in progress', () => held.size === 3)
  const other = ledger.newId('account')
  const id = await small(other, 1)
  await ledger.sweepUntil('it is done', async () => {
    const { status } = await ledger.services.contactImports.get(other, id)
    return status === 'done'
  })
  expect(held.size).toBe(3)
  isOpen = true
  for (const goOn of held) goOn()
  for (const own of many) expect((await ended(own)).status).toBe('done')
})

test('accounts with imports take turns: one that waits behind many of another is soon begun', async () => {
  await ledger.close()
  // With time for what waits to do so.
  ledger = await openTestLedger()
  const { contactImports } = ledger.models
  const begun: string[] = []
  const ends: (() => void)[] = []
  const NAMES = ['many', 'few', 'one', 'suspect']
  const worker = start({
    onPortion: (position) => {
      begun.push(NAMES[position - 2]!)
      return new Promise<void>((end) => void ends.push(end))
    },
  })
  const [many, few, one, suspect] = NAMES.map(() => ledger.newId('account'))
  const has = (count: number) => ledger.sweepUntil(`${count} begun`, () => begun.length >= count)
  for (let count = 0; count < 10; count += 1) await small(many!, 1)
  await has(3)
  await small(few!, 2)
  await has(4)
  const id = await small(one!, 3)
  await ledger.sweepUntil('it waits for a place', () => contactImports.exists({ _id: id, lease: { $exists: true } }))
  expect(begun).toEqual(['many', 'many', 'many', 'few'])
  // Its turn is the next, or the one after it: many may have waited longer.
  ends[0]!()
  await has(5)
  ends[1]!()
  await has(6)
  expect(begun.slice(4)).toContain('one')
  // A kill while it waited would count against it.
  await small(suspect!, 4, 3)
  await has(7)
  expect(begun[6]).toBe('suspect')
  const closing = worker.close(5_000)
  for (const end of ends) end()
  await closing
  const left = await contactImports.find({ process_at: { $exists: true } }).lean()
  expect(left.filter(({ crashes, lease }) => crashes > 0 || lease)).toEqual([])
})
