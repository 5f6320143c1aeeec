import { readFileSync } from 'node:fs'
import type { Schema } from 'mongoose'
import { expect, test } from 'vitest'
import * as factories from '../../src/models/factories.js'
import { NOT_BY_ACCOUNT_ID, shardKeyOf } from '../../src/models/sharding.js'

const guide = readFileSync('docs/scaling.md', 'utf8')

/** All schemas, by the name of their collection. Nothing is connected. */
const schemas = schemasByCollection()
const sharded = [...schemas].flatMap(([name, schema]) => {
  const key = shardKeyOf(name)
  return key === null ? [] : [{ name, schema, key }]
})
const byAccountId = sharded.filter(({ key }) => key === 'account_id')

test('the list of collections that are not sharded by account names only those that exist, with a reason', () => {
  const collections = [...schemas.keys()]
  for (const [name, { reason }] of Object.entries(NOT_BY_ACCOUNT_ID)) {
    expect(collections).toContain(name)
    expect(reason).toMatch(/^\w.+\.$/)
  }
})

test.each(byAccountId)('every row of $name names its account', ({ schema }) => {
  expect(schema.path('account_id')?.isRequired).toBe(true)
})

test.each(sharded)('every unique index of $name begins with its shard key, $key', ({ schema, key }) => {
  const unique = indexesOf(schema).filter(({ isUnique }) => isUnique)
  expect(unique.filter(({ fields }) => fields[0] !== key)).toEqual([])
})

test('docs/scaling.md names every collection that is not sharded, and every one with a key of its own', () => {
  expect(Object.keys(NOT_BY_ACCOUNT_ID).filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

function schemasByCollection(): Map<string, Schema> {
  const all = new Map(Object.values(factories).map(({ schema }) => [schema.get('collection')!, schema]))
  // No two have the same name.
  expect(all.size).toBe(Object.keys(factories).length)
  return all
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
