import { mongo } from 'mongoose'
import { systemClock } from '../../src/clock.js'
import { createIds, ID_PREFIXES, type IdKind, idTime } from '../../src/ids.js'
import type { Models } from '../../src/models/index.js'
import { indexedCollections } from '../../src/models/indexes.js'
import { positionOf } from '../../src/services/mail-app/threads/thread-state.js'

const MAX_SAMPLES = 25
const ID = /^([a-z]+_)[0-9a-hjkmnp-tv-z]{26}$/

/**
 * Fills every collection: copies the rows of some accounts until each has `count`, and as many again of a stranger. The
 * copies have ids of their own, also wherever a row repeats its id, and differ in the fields that must be unique.
 */
export async function multiplyRows(models: Models, accountIds: readonly string[], count: number): Promise<void> {
  const newId = createIds(systemClock)
  const stranger = newId('account')
  let serial = 1_000
  const kinds = new Map(Object.entries(ID_PREFIXES).map(([kind, prefix]) => [prefix as string, kind as IdKind]))
  for (const { name } of indexedCollections()) {
    const collection = models.connection.db!.collection<Row>(name)
    const unique = await uniqueFields(collection)
    for (const account_id of accountIds) {
      const rows = await collection.find({ account_id }).limit(MAX_SAMPLES).toArray()
      const samples = rows.filter(({ _id }) => typeof _id === 'string' && kinds.has(ID.exec(_id)?.[1] ?? ''))
      if (samples.length === 0) continue
      const copies: Row[] = []
      for (let number = 0; number < count; number += 1) {
        const sample = samples[number % samples.length]!
        for (const owner of [account_id, stranger]) {
          const _id = newId(kinds.get(ID.exec(sample._id)![1]!)!)
          serial += 1
          const copy = { ...(renamed(sample, sample._id, _id) as Row), account_id: owner }
          for (const field of unique)
            if (field in copy)
              (copy as mongo.Document)[field] = distinct((copy as mongo.Document)[field], serial, _id.slice(-26))
          if ('position' in copy) copy.position = positionOf(idTime(_id), _id)
          copies.push(copy)
        }
      }
      // The stranger also has the newest rows.
      const ours = copies.filter((copy) => copy.account_id === account_id)
      const theirs = copies.filter((copy) => copy.account_id === stranger)
      await collection.insertMany([...ours, ...theirs], { ordered: false })
    }
  }
}

type Row = { _id: string; account_id: string } & Record<string, unknown>

/** The last field of each unique index but the mode, which has two values: so copies belong to the same parents. */
async function uniqueFields(collection: mongo.Collection<Row>): Promise<string[]> {
  const indexes = await collection.indexes()
  const fields = indexes
    .filter(({ unique }) => unique)
    .map(({ key }) => Object.keys(key).findLast((field) => field !== 'test_mode')!)
  return fields.filter((field) => field !== '_id')
}

function distinct(value: unknown, serial: number, newBody: string): unknown {
  if (typeof value === 'number') return serial
  if (value instanceof mongo.Binary) return new mongo.Binary(Buffer.from(String(serial)))
  if (typeof value !== 'string') return value
  return ID.test(value) ? value.slice(0, -26) + newBody : `${serial}.${value}`
}

/** A copy of a value in which the body of an id is another's, wherever it occurs. */
function renamed(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value.replaceAll(from.slice(-26), to.slice(-26))
  if (Array.isArray(value)) return value.map((item) => renamed(item, from, to))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, renamed(own, from, to)]))
}
