import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSchemaState } from '../../src/migrations/schema-compatibility.js'
import { createModels } from '../../src/models/index.js'
import { Program } from '../support/built-program.js'
import { takeDatabase } from '../support/databases.js'
import { eventually } from '../support/start-app.js'

const ROWS = 2_000

const uri = takeDatabase().replace(/\/(test_[^?]+)/, '/$1_own')
let connection: mongoose.Connection
const programs: Program[] = []
beforeAll(async () => {
  connection = await mongoose.createConnection(uri).asPromise()
  const rows = Array.from({ length: ROWS }, (_none, _id) => ({ _id, runs: 0 }))
  await connection.collection<{ _id: number }>('migrated').insertMany(rows)
})
afterAll(async () => {
  await Promise.all(programs.map((program) => program.dispose()))
  await connection.dropDatabase()
  await connection.close()
})

function startMigration(): Program {
  const env = { PATH: process.env.PATH!, NODE_OPTIONS: '--import tsx', MONGODB_URI: uri }
  const program = new Program('test/support/slow-migration.ts', { env })
  programs.push(program)
  return program
}

const step = async () => (await readSchemaState(createModels(connection))).steps.expand_1

test('a migration whose process is killed is continued by another one, and visits every row once', async () => {
  const victim = startMigration()
  await eventually('it is in the middle', async () => {
    if (!victim.isRunning) throw new Error(`it has ended:\n${victim.output}`)
    return ((await step())?.rows ?? 0) >= 500
  })
  const others = [startMigration(), startMigration()]
  victim.signal('SIGKILL')
  await victim.ended
  expect(await step()).toMatchObject({ done_at: null })
  for (const other of others) expect(await other.ended, other.output).toBe(0)
  expect(await step()).toMatchObject({ rows: ROWS, done_at: expect.any(Date) })
  expect(await connection.collection('migrated').distinct('runs')).toEqual([1])
})
