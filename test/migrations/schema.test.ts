import mongoose, { type Connection } from 'mongoose'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../src/clock.js'
import { stepName, versionOf } from '../../src/migrations/migration.js'
import { MIGRATIONS, schemaOfBuild } from '../../src/migrations/migrations.js'
import { Migrator } from '../../src/migrations/migrator.js'
import { findSchemaMismatch, readSchemaState } from '../../src/migrations/schema-compatibility.js'
import { createModels } from '../../src/models/index.js'
import { findMissingIndexes, indexedCollections, indexSetDigest } from '../../src/models/indexes.js'
import { takeDatabase } from '../support/databases.js'
import { openTestLedger } from '../support/ledger.js'

/* The migrations of the service, on a database of each test. */

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A connection to a database that is dropped after the test: other tests would meet its indexes. */
async function aDatabase(): Promise<{ uri: string; connection: Connection }> {
  const uri = takeDatabase().replace(/\/(test_[^?]+)/, '/$1_own')
  const connection = await mongoose.createConnection(uri).asPromise()
  closers.push(
    () => connection.close(),
    () => connection.dropDatabase(),
  )
  return { uri, connection }
}

const migrate = (connection: Connection) =>
  new Migrator({
    models: createModels(connection),
    clock: systemClock,
    build: schemaOfBuild(),
    report: () => undefined,
  })

const names = async (connection: Connection, collection: string) =>
  (await connection.collection(collection).indexes()).map(({ name }) => name)

test('migrations are numbered from 1, without gaps, and the code needs none that does not exist', () => {
  expect(MIGRATIONS.map(({ number }) => number)).toEqual(MIGRATIONS.map((_each, index) => index + 1))
  const { oldestUsable, migrations } = schemaOfBuild()
  expect(oldestUsable).toBeLessThanOrEqual(migrations.length)
})

test('no migration drops an index that this build creates', () => {
  const created = indexedCollections().flatMap(({ name, indexes }) => indexes.map((index) => `${name}.${index.name}`))
  const collections = indexedCollections().map(({ name }) => name)
  for (const { contract } of MIGRATIONS) {
    if (contract?.kind !== 'drop-indexes') continue
    for (const [collection, dropped] of Object.entries(contract.indexes)) {
      expect(collections).toContain(collection)
      for (const name of dropped) expect(created).not.toContain(`${collection}.${name}`)
    }
  }
})

test('a new ledger has the version of the build and all indexes, and nothing is left to remove', async () => {
  const { uri, connection } = await aDatabase()
  const ledger = await openTestLedger({ MONGODB_URI: uri })
  closers.push(() => ledger.close())
  const state = await readSchemaState(ledger.models)
  const build = schemaOfBuild()
  expect(state).toMatchObject({ version: versionOf(build), min_compatible: 0, index_sets: [build.indexSet] })
  expect(Object.keys(state.steps)).toContain(stepName('contract', { number: 1 }))
  expect(await findMissingIndexes(connection)).toEqual([])
  expect(findSchemaMismatch(state, build)).toBeNull()
})

test('a ledger of a build without migrations gets its version, and loses unused indexes by contract alone', async () => {
  const { connection } = await aDatabase()
  const [accounts, messages] = [connection.collection('accounts'), connection.collection('messages')]
  await accounts.createIndex({ owner_email: 1 })
  await messages.createIndex({ dispatch_at: 1 }, { sparse: true })
  await messages.createIndex({ account_id: 1, of_the_operator: 1 })
  await migrate(connection).expand()
  expect(await names(connection, 'messages')).toContain('dispatch_at_1')
  await migrate(connection).contract(0)
  const left = await names(connection, 'messages')
  expect(left).not.toContain('dispatch_at_1')
  expect(left).toContain('account_id_1_of_the_operator_1')
  expect(await readSchemaState(createModels(connection))).toMatchObject({ version: 1, min_compatible: 1 })
})

test('indexes that somebody has dropped are missing, and built again when asked for', async () => {
  const { connection } = await aDatabase()
  await migrate(connection).expand()
  await connection.collection('messages').dropIndex('account_id_1__id_-1')
  expect(await findMissingIndexes(connection)).toEqual(['messages.account_id_1__id_-1'])
  await migrate(connection).expand(true)
  expect(await findMissingIndexes(connection)).toEqual([])
})

test('a unique index over rows that contradict it stops the start, names the index, and shows no row', async () => {
  const { uri, connection } = await aDatabase()
  const contacts = connection.collection<{ _id: string }>('contacts')
  const contact = { account_id: 'acc_1', email: 'ada@example.com' }
  await contacts.insertMany([
    { _id: 'ct_1', ...contact },
    { _id: 'ct_2', ...contact },
  ] as never)
  const problem = await openTestLedger({ MONGODB_URI: uri }).catch((error: Error) => error)
  expect(problem).toMatchObject({ name: 'StartError' })
  const { message } = problem as Error
  expect(message).toContain('An index of the collection contacts cannot be built')
  expect(message).toContain('account_id_1_email_1')
  expect(message).not.toContain('ada@example.com')
  expect((await readSchemaState(createModels(connection))).version).toBe(0)
  await contacts.deleteOne({ _id: 'ct_2' })
  const ledger = await openTestLedger({ MONGODB_URI: uri })
  await ledger.close()
})

test('without MIGRATE_ON_START a ledger that is behind is not touched, and the error says what to do', async () => {
  const { uri, connection } = await aDatabase()
  const settings = { MONGODB_URI: uri, MIGRATE_ON_START: 'false' }
  const behind =
    /^The ledger is not ready: .* has version 0, and this build needs version 1 or newer\. Run `postline migrate`/
  await expect(openTestLedger(settings)).rejects.toThrow(behind)
  await expect(openTestLedger(settings)).rejects.toMatchObject({ name: 'LedgerError' })
  expect(await connection.db!.listCollections().toArray()).toEqual([])
  await migrate(connection).expand()
  await (await openTestLedger(settings)).close()
  // A build with other indexes.
  await connection.collection('schema_state').updateOne({}, { $set: { index_sets: ['of another build'] } })
  await expect(openTestLedger(settings)).rejects.toThrow('the ledger lacks indexes that this build needs')
  await (await openTestLedger({ MONGODB_URI: uri })).close()
  const { index_sets } = await readSchemaState(createModels(connection))
  expect(index_sets).toEqual(['of another build', indexSetDigest()])
})
