import { randomBytes } from 'node:crypto'
import mongoose, { type Connection } from 'mongoose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeDatabase } from '../support/databases.js'
import { postlineHere } from './support.js'

let uri: string
let connection: Connection
beforeEach(async () => {
  uri = takeDatabase().replace(/\/(test_[^?]+)/, '/$1_own')
  connection = await mongoose.createConnection(uri).asPromise()
})
afterEach(async () => {
  await connection.dropDatabase()
  await connection.close()
})

const settings = () => ({
  MONGODB_URI: uri,
  REDIS_URL: 'redis://127.0.0.1:1',
  MIGRATE_ON_START: 'false',
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
})
const migrate = (...args: string[]) => postlineHere(settings(), 'migrate', ...args)
const collections = async () => (await connection.db!.listCollections().toArray()).length

test('it migrates a new ledger, before which other commands refuse to work', async () => {
  const refused = await postlineHere(settings(), 'accounts', 'list')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('Run `postline migrate`')

  const status = await migrate('--status')
  expect(status.code).toBe(1)
  expect(status.stdout).toContain('The schema of the ledger has version 0, this build version 1.')
  expect(status.stdout).toContain('This build cannot work with the ledger: the schema of the ledger has version 0')
  const plan = await migrate('--dry-run')
  expect(plan.code).toBe(0)
  expect(plan.stdout).toMatch(/^It would:\n( {2}create the index \w+\.\S+\n)+$/)
  expect(plan.stdout).toContain('  create the index messages.account_id_1_idempotency_key_1\n')
  expect(await collections()).toBe(0)

  const done = await migrate()
  expect(done).toMatchObject({ code: 0 })
  expect(done.stderr).toContain('creating missing collections and indexes')
  expect(done.stdout).toBe(
    'The schema of the ledger has version 1, this build version 1.\nThis build can work with the ledger.\n',
  )
  expect(await migrate('--status')).toMatchObject({ code: 0, stdout: done.stdout })
  expect(await migrate('--dry-run')).toMatchObject({ code: 0, stdout: 'Nothing is left to do.\n' })
  expect(await postlineHere(settings(), 'accounts', 'list')).toMatchObject({ code: 0 })
})

test('what only earlier versions need is named, and stays until --contract', async () => {
  await connection.collection('accounts').createIndex({ owner_email: 1 })
  await connection.collection('messages').createIndex({ dispatch_at: 1 }, { sparse: true })
  const isThere = async () =>
    (await connection.collection('messages').indexes()).some(({ name }) => name === 'dispatch_at_1')
  const step = '  run migration 1 (indexes of the first version), contract'
  const done = await migrate()
  expect(done.stdout).toContain(`Once no earlier version runs`)
  expect(done.stdout).toContain(step)
  expect((await migrate('--dry-run')).stdout).toBe('Nothing is left to do.\n')
  expect((await migrate('--dry-run', '--contract')).stdout).toBe(`It would:\n${step}\n`)
  expect((await migrate('--status', '--json')).json()).toEqual({
    version: 1,
    build: 1,
    min_compatible: 0,
    problem: null,
    expand: [],
    contract: [{ number: 1, name: 'indexes of the first version', phase: 'contract', rows: 0 }],
    missing_indexes: [],
  })
  expect(await isThere()).toBe(true)
})

test('a ledger that is too new is refused in one line', async () => {
  await migrate()
  await connection.collection('schema_state').updateOne({}, { $set: { min_compatible: 999 } })
  const refused = await migrate()
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^error: This build of Postline is too old: .* needs version 999 or newer.*\n$/)
})
