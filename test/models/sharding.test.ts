import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import type { mongo, Schema } from 'mongoose'
import { beforeAll, describe, expect, test } from 'vitest'
import * as factories from '../../src/models/factories.js'
import { createModels, ensureIndexes } from '../../src/models/index.js'
import { NOT_BY_ACCOUNT_ID, shardKeyOf } from '../../src/models/sharding.js'
import { openLedger } from '../support/ledger.js'

const guide = readFileSync('docs/scaling.md', 'utf8')

/** All schemas, by the name of their collection. Nothing is connected. */
const schemas = await schemasByCollection()
const sharded = [...schemas].flatMap(([name, schema]) => {
  const key = shardKeyOf(name)
  return key === null ? [] : [{ name, schema, key }]
})
const byAccount = sharded.filter(({ key }) => key === 'account_id')

test('the list of collections that are not sharded by account names only those that exist, with a reason', () => {
  const collections = [...schemas.keys()]
  for (const [name, { reason }] of Object.entries(NOT_BY_ACCOUNT_ID)) {
    expect(collections).toContain(name)
    expect(reason).toMatch(/^\w.+\.$/)
  }
})

test.each(byAccount)('every row of $name names its account', ({ schema }) => {
  expect(schema.path('account_id')?.isRequired).toBe(true)
})

test.each(sharded)('every unique index of $name begins with its shard key, $key', ({ schema, key }) => {
  const unique = indexesOf(schema).filter(({ isUnique }) => isUnique)
  expect(unique.filter(({ fields }) => fields[0] !== key)).toEqual([])
})

describe('deploy/shard.js', () => {
  let collections: Map<string, mongo.IndexDescriptionInfo[]>
  beforeAll(async () => {
    const ledger = await openLedger()
    const { models } = ledger
    await ensureIndexes(models.connection)
    const all = Object.values(models.connection.models)
    collections = new Map(
      await Promise.all(
        all.map(async ({ collection }) => [collection.collectionName, await collection.indexes()] as const),
      ),
    )
    await ledger.close()
  })

  test('shards every collection by its key', () => {
    const { commands } = runShardScript(collections)
    const expected = sharded.map(({ name, key }) => [`postline.${name}`, { [key]: 1 }])
    expect(commands.sort()).toEqual(expected.sort())
  })

  test('adds an index where none begins with the account, which scaling.md names', () => {
    const { indexes } = runShardScript(collections)
    expect(indexes.sort()).toEqual(['inbound_contents', 'mail_texts', 'message_contents', 'webhook_payloads'])
    expect(indexes.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
  })

  test('puts a range of accounts on the same shard in every collection by account', () => {
    const { zones, ranges, removed } = runShardScript(collections, { SHARD_ZONES: 'rs0 acc_01m rs1' })
    expect(zones).toEqual([
      ['rs0', 'accounts-rs0'],
      ['rs1', 'accounts-rs1'],
    ])
    const ofAccounts = sharded.filter(({ name }) => NOT_BY_ACCOUNT_ID[name]?.ofAccount ?? !(name in NOT_BY_ACCOUNT_ID))
    const expected = ofAccounts.flatMap(({ name, key }) => [
      [`postline.${name}`, { [key]: 'min' }, { [key]: 'acc_01m' }, 'accounts-rs0'],
      [`postline.${name}`, { [key]: 'acc_01m' }, { [key]: 'max' }, 'accounts-rs1'],
    ])
    expect(ranges.sort()).toEqual(expected.sort())
    expect(removed.sort()).toEqual(ofAccounts.map(({ name }) => `postline.${name}`).sort())
  })
})

test('docs/scaling.md names every collection that is not sharded, and every one with a key of its own', () => {
  expect(Object.keys(NOT_BY_ACCOUNT_ID).filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

async function schemasByCollection(): Promise<Map<string, Schema>> {
  const { default: mongoose } = await import('mongoose')
  const connection = mongoose.createConnection()
  createModels(connection)
  const models = Object.values(connection.models)
  expect(models).toHaveLength(Object.keys(factories).length)
  return new Map(models.map((model) => [model.collection.collectionName, model.schema as Schema]))
}

interface Index {
  fields: string[]
  isUnique: boolean
}

function indexesOf(schema: Schema): Index[] {
  return schema
    .indexes()
    .map(([fields, options]) => ({ fields: Object.keys(fields), isUnique: options?.unique === true }))
}

type Range = [namespace: string, min: object, max: object, zone: string]

/** Runs the script as mongosh would, and records what it asks for. */
function runShardScript(collections: Map<string, mongo.IndexDescriptionInfo[]>, env: Record<string, string> = {}) {
  const commands: [namespace: string, key: object][] = []
  const indexes: string[] = []
  const zones: string[][] = []
  const ranges: Range[] = []
  const removed: string[] = []
  const db = {
    getName: () => 'postline',
    getCollectionNames: () => [...collections.keys(), 'system.profile'],
    getCollection: (name: string) => ({
      getIndexes: () => collections.get(name),
      createIndex: () => indexes.push(name),
    }),
    getSiblingDB: () => ({ tags: { find: () => ({ toArray: () => [{ min: {}, max: {} }] }) } }),
  }
  const sh = {
    shardCollection: (namespace: string, key: object) => commands.push([namespace, { ...key }]),
    addShardToZone: (...zone: string[]) => zones.push(zone),
    removeRangeFromZone: (namespace: string) => removed.push(namespace),
    updateZoneKeyRange: (namespace: string, min: object, max: object, zone: string) =>
      ranges.push([namespace, { ...min }, { ...max }, zone]),
  }
  const globals = { db, sh, process: { env }, MinKey: () => 'min', MaxKey: () => 'max', print: () => undefined }
  runInNewContext(readFileSync('deploy/shard.js', 'utf8'), globals)
  return { commands, indexes, zones, ranges, removed }
}
