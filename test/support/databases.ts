import { randomBytes } from 'node:crypto'
import mongoose, { type Connection, type mongo } from 'mongoose'
import { inject } from 'vitest'
import { schemaOfBuild } from '../../src/migrations/migrations.js'
import { isExpanded } from '../../src/migrations/migrator.js'
import { indexedCollections } from '../../src/models/indexes.js'
import type { SchemaStateDoc } from '../../src/models/schema-state.js'

/*
 * Creating a database takes longer than most tests. A database that is no longer used is emptied and reused by the next
 * test in this process: its schema is there, so a service need not prepare it again.
 */

const SCHEMA_STATE = 'schema_state'
/** The indexes of a database as the service makes it, with that of the ids of each collection. */
const INDEX_COUNT = indexedCollections().reduce((count, { indexes }) => count + indexes.length + 1, 0)
const BUILD = schemaOfBuild()

/** Names of emptied databases that still have their schema. */
const spare: string[] = []
/** How many services of a test use a database, by name. */
const users = new Map<string, number>()
let cleaner: Promise<Connection> | null = null

/** Connection string of an unused database: a new one, or one that has its schema and no rows. */
export function takeDatabase(): string {
  const name = spare.pop()
  return name === undefined ? newDatabase() : uriOf(name)
}

/** Connection string of a database that does not exist yet. */
export const newDatabase = (): string => uriOf(`${inject('run')}_${randomBytes(6).toString('hex')}`)

function uriOf(name: string): string {
  const uri = new URL(inject('mongoUri'))
  uri.pathname = `/${name}`
  return uri.toString()
}

/** Connection string of the tests' MongoDB through another port of this machine. */
export function mongoUriThrough(port: number): string {
  const uri = new URL(inject('mongoUri'))
  uri.host = `127.0.0.1:${port}`
  uri.searchParams.delete('replicaSet')
  uri.searchParams.set('directConnection', 'true')
  return uri.toString()
}

/** Records that a service uses a database until it returns it. */
export function useDatabase(uri: string): void {
  const name = nameOf(uri)
  users.set(name, (users.get(name) ?? 0) + 1)
}

/** Returns a database after a service has closed; the last one empties it for another test. */
export async function giveBackDatabase(uri: string): Promise<void> {
  const name = nameOf(uri)
  const left = (users.get(name) ?? 0) - 1
  users.set(name, left)
  // Databases that a test has named, or has on its own server, are not shared.
  if (left === 0 && name.startsWith(inject('run')) && (await emptyDatabase(name))) spare.push(name)
}

/** Empties a database. Returns whether it is now as the service makes a new one. */
async function emptyDatabase(name: string): Promise<boolean> {
  cleaner ??= mongoose.createConnection(inject('mongoUri')).asPromise()
  const database = (await cleaner).getClient().db(name)
  const [collections, { indexes }, state] = await Promise.all([
    database.listCollections({}, { nameOnly: false }).toArray(),
    database.stats(),
    database.collection<SchemaStateDoc>(SCHEMA_STATE).findOne(),
  ])
  // A test has added validators or a profiling level.
  if (collections.some(({ name, options }) => options?.validator || name.startsWith('system.'))) return false
  // Or it has changed indexes, or the state of the schema.
  if (indexes !== INDEX_COUNT || !isUnchanged(state)) return false
  const names = collections.map((collection) => collection.name).filter((name) => name !== SCHEMA_STATE)
  await Promise.all((await withRows(database, names)).map((name) => database.collection(name).deleteMany({})))
  return true
}

const isUnchanged = (state: SchemaStateDoc | null) =>
  state !== null && isExpanded(state, BUILD) && state.min_compatible === 0 && state.index_sets.length === 1

/** Those of the collections that have rows: few, so that one question saves a command for each of the others. */
async function withRows(database: mongo.Db, [first, ...others]: string[]): Promise<string[]> {
  if (first === undefined) return []
  const row = (name: string) => [{ $limit: 1 }, { $project: { _id: 0, name: { $literal: name } } }]
  const all = [...row(first), ...others.map((coll) => ({ $unionWith: { coll, pipeline: row(coll) } }))]
  return (await database.collection(first).aggregate<{ name: string }>(all).toArray()).map(({ name }) => name)
}

/** The database that a connection string names. A string with several hosts is not a URL. */
function nameOf(uri: string): string {
  return /^[^/]*\/\/[^/]*\/([^?]*)/.exec(uri)?.[1] ?? ''
}
