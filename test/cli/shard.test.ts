import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseZones } from '../../src/cli/shard/zones.js'
import * as factories from '../../src/models/factories.js'
import { shardKeyOf } from '../../src/models/sharding.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { postlineHere } from './support.js'

/* On a replica set. test/deploy/shard-cluster.test.ts runs the command on a cluster. */

let app: TestApp
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
})
afterAll(() => app.close())

const run = (...args: string[]) => postlineHere(app.settings, 'shard', ...args)

test('shows what would happen to every collection', async () => {
  const { code, json } = await run('--json')
  expect(code).toBe(0)
  const { collections, ...rest } = json()
  expect(rest).toEqual({ is_cluster: false, shards: [], applied: false })
  expect(collections.map(({ name }: { name: string }) => name).toSorted()).toEqual(
    Object.keys(factories)
      .map((name) => app.app.models[name as keyof typeof factories].collection.collectionName)
      .toSorted(),
  )
  for (const { name, key, state, problems } of collections) {
    expect({ name, key, problems }).toEqual({ name, key: shardKeyOf(name), problems: [] })
    expect({ name, state }).toEqual({ name, state: key === null ? 'whole' : 'to_shard' })
  }
  const first = collections.filter(({ needs_index }: { needs_index: boolean }) => needs_index)
  expect(first.map(({ name }: { name: string }) => name)).toEqual([
    'inbound_contents',
    'mail_texts',
    'message_contents',
    'webhook_payloads',
  ])
  const { stdout } = await run()
  expect(stdout).toMatch(/^message_contents +account_id +to shard, index first$/m)
  expect(stdout).toMatch(/^api_keys +stays whole on the primary shard$/m)
  expect(stdout).toContain('MONGODB_URI leads to a replica set')
})

test('refuses to shard a replica set', async () => {
  const { code, stdout, stderr } = await run('--apply')
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: MONGODB_URI leads to a replica set. Only a cluster has shards: let it lead to a mongos.\n',
  })
})

test('names a unique index that shards could not keep', async () => {
  const { messages } = app.app.models
  await messages.collection.createIndex({ tag: 1 }, { unique: true, name: 'of_somebody' })
  try {
    const { code, stdout } = await run()
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^messages +account_id +problem: its unique index of_somebody does not begin with account_id$/m,
    )
  } finally {
    await messages.collection.dropIndex('of_somebody')
  }
})

test.each([
  ['rs0 acc_01m', 'Shards and boundaries alternate'],
  ['', 'Shards and boundaries alternate'],
  ['rs0 01m rs1', '01m is not the beginning of an account id'],
  ['rs0 acc_01m rs1 acc_01a rs2', 'acc_01a must be above acc_01m'],
  ['rs0 acc_01m rs0', 'rs0 is named twice'],
])('refuses the zones %j', async (zones, reason) => {
  const { code, stderr } = await run('--zones', zones)
  expect(code).toBe(2)
  expect(stderr).toContain(reason)
})

test('zones have no gaps', () => {
  expect(parseZones(' rs0  acc_01m rs1 acc_01n rs2')).toEqual([
    { shard: 'rs0', min: null, max: 'acc_01m' },
    { shard: 'rs1', min: 'acc_01m', max: 'acc_01n' },
    { shard: 'rs2', min: 'acc_01n', max: null },
  ])
})
