import { afterAll, beforeAll, expect, test } from 'vitest'
import { SCHEMA_STATE_ID } from '../../src/models/schema-state.js'
import { Program } from '../support/built-program.js'
import { Deployment } from '../support/deployment.js'
import { sharedProgram } from '../support/shared-program.js'
import { eventually } from '../support/start-app.js'

/* Processes whose ledger was migrated beyond them. */

let deployment: Deployment
beforeAll(async () => {
  deployment = await Deployment.create({ DRAIN_SECONDS: '5' })
})
afterAll(() => deployment.close())

const setSchema = (values: object) =>
  deployment.ledger.models.schemaState.collection.updateOne({ _id: SCHEMA_STATE_ID }, { $set: values })

const REASON = 'the schema of the ledger needs version 999 or newer, and this build has version 1'

test('a process that has become too old is no longer ready, says why, and ends with exit code 78', async () => {
  const [api, worker] = [await deployment.start('api'), await deployment.start('worker,scheduler')]
  const ids = await deployment.sendMany(20)
  await setSchema({ min_compatible: 999 })
  await eventually('it is not ready', async () => {
    const { status, body } = await deployment.call('GET', '/readyz')
    return status === 503 && body.reason === REASON
  })
  expect(await api.ended).toBe(78)
  expect(await worker.ended).toBe(78)
  for (const { stderr } of [api, worker]) {
    const line = stderr.split('\n').find((text) => text.includes('can no longer work with the ledger'))
    expect(JSON.parse(line!)).toMatchObject({ level: 60, reason: REASON })
  }
  await setSchema({ min_compatible: 0 })
  await deployment.start('worker,scheduler')
  await eventually('all mail is sent', async () => {
    const sent = await Promise.all((['sent', 'delivered'] as const).map((status) => deployment.countMessages(status)))
    return sent[0]! + sent[1]! === ids.length
  })
})

test('a build that is too old does not start: exit code 78, and it says what to do', async () => {
  await setSchema({ min_compatible: 999 })
  const { program, ended } = await startRefused('worker')
  expect(ended, program.output).toBe(78)
  expect(program.stderr).toContain(`Postline cannot start.\nThis build of Postline is too old: ${REASON}.`)
  await setSchema({ min_compatible: 0 })
})

test('a process tree ends as a whole: a restart would not help', async () => {
  await setSchema({ min_compatible: 999 })
  const { program, ended } = await startRefused('api,worker,scheduler')
  expect(ended, program.output).toBe(78)
  await setSchema({ min_compatible: 0 })
})

test('a running process whose ledger is replaced by an older one ends, and the next start migrates it', async () => {
  const worker = await deployment.start('worker')
  await deployment.ledger.models.schemaState.collection.deleteMany({})
  expect(await worker.ended).toBe(1)
  expect(worker.stderr).toContain('has version 0, and this build needs version 1')
  const { program, ended } = await startRefused('worker', { MIGRATE_ON_START: 'false' })
  expect(ended, program.output).toBe(1)
  expect(program.stderr).toContain('Run `postline migrate`')
  await deployment.start('worker')
})

/** Starts a process that is expected to end by itself. */
async function startRefused(roles: string, more: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH!, ...deployment.settings, ROLES: roles, ...more }
  const program = new Program(`${await sharedProgram()}/dist/main.js`, { env })
  deployment.programs.push(program)
  return { program, ended: await program.ended }
}
