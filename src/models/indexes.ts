import { createHash } from 'node:crypto'
import { type Connection, mongo } from 'mongoose'
import { allInParallel } from '../lib/concurrency/in-parallel.js'
import { messageOf } from '../lib/errors/unknown-error.js'
import { StartError } from '../start-errors.js'
import * as factories from './factories.js'

/* The indexes that this build of the service needs. */

/** Commands that create indexes at a time. MongoDB builds so many; if nothing is missing, more would not be faster. */
export const INDEX_BUILDS = 3

const NAMESPACE_NOT_FOUND = 26
const NAMESPACE_EXISTS = 48
/** The index is there with the same name or the same fields, but with other options. */
const CONFLICTS = [85, 86]
const DUPLICATE_KEY = 11_000

type Index = mongo.IndexDescription & { name: string }

/** A collection, and the indexes that it must have besides that of its ids. */
export interface IndexedCollection {
  name: string
  indexes: Index[]
}

/** All collections of the ledger. */
export function indexedCollections(): IndexedCollection[] {
  return Object.values(factories).map(({ schema }) => ({
    name: schema.get('collection')!,
    indexes: schema.indexes().map(([key, options]) => ({ key, ...options, name: nameOf(key) }) as Index),
  }))
}

/** The name that MongoDB's drivers give an index. */
const nameOf = (key: Record<string, unknown>): string => Object.entries(key).flat().join('_')

/** Identifies a set of indexes: the same for all builds that need the same indexes. */
export function indexSetDigest(collections: IndexedCollection[] = indexedCollections()): string {
  const sorted = collections.map((each) => JSON.stringify(each)).sort()
  return createHash('sha256').update(sorted.join('\n')).digest('hex').slice(0, 16)
}

/**
 * Creates missing collections and indexes: all indexes of a collection in one command, which reads the collection once.
 * Several processes can do this at once, and others can write meanwhile.
 * @throws StartError if an index cannot be built from the rows, or one with other options has its place
 */
export async function ensureIndexes({ db }: Connection): Promise<void> {
  await allInParallel(indexedCollections(), INDEX_BUILDS, (collection) => ensureCollection(db!, collection))
}

async function ensureCollection(db: mongo.Db, { name, indexes }: IndexedCollection): Promise<void> {
  try {
    // Creating indexes also creates the collection.
    if (indexes.length > 0) await db.collection(name).createIndexes(indexes)
    else await db.createCollection(name)
  } catch (error) {
    if (hasCode(error, NAMESPACE_EXISTS)) return
    throw indexError(name, error)
  }
}

function indexError(collection: string, error: unknown): unknown {
  if (!hasCode(error, DUPLICATE_KEY, ...CONFLICTS)) return error
  // What comes after this are values of rows, such as addresses.
  const [reason] = messageOf(error).split(' dup key')
  return new StartError(`An index of the collection ${collection} cannot be built: ${reason}`)
}

/** The indexes that are not there, like `messages.account_id_1__id_-1`. */
export async function findMissingIndexes({ db }: Connection): Promise<string[]> {
  const missing = await Promise.all(
    indexedCollections().map(async ({ name, indexes }) => {
      const there = await indexNames(db!, name)
      return indexes.filter((index) => !there.includes(index.name)).map((index) => `${name}.${index.name}`)
    }),
  )
  return missing.flat()
}

/** Drops indexes by collection and name. Those that are not there are skipped. */
export async function dropIndexes({ db }: Connection, indexes: Record<string, readonly string[]>): Promise<void> {
  for (const [collection, names] of Object.entries(indexes)) {
    const there = await indexNames(db!, collection)
    for (const name of names) if (there.includes(name)) await db!.collection(collection).dropIndex(name)
  }
}

async function indexNames(db: mongo.Db, collection: string): Promise<string[]> {
  try {
    return (await db.collection(collection).listIndexes().toArray()).map(({ name }) => String(name))
  } catch (error) {
    if (hasCode(error, NAMESPACE_NOT_FOUND)) return []
    throw error
  }
}

function hasCode(error: unknown, ...codes: number[]): boolean {
  return error instanceof mongo.MongoServerError && codes.includes(Number(error.code))
}
