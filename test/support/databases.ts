import { randomBytes } from 'node:crypto'
import mongoose, { type Connection } from 'mongoose'
import { inject } from 'vitest'

/*
 * Making a database takes longer than most tests. One that its test has finished with is emptied, and serves the next
 * test in this process.
 */

/** Names of emptied databases, collections and indexes in place. */
const spare: string[] = []
/** How many services of a test use a database, by name. */
const users = new Map<string, number>()
let cleaner: Promise<Connection> | null = null

/** Connection string of a database that holds nothing and that nobody else uses. */
export function takeDatabase(): string {
  const uri = new URL(inject('mongoUri'))
  uri.pathname = `/${spare.pop() ?? `${inject('run')}_${randomBytes(6).toString('hex')}`}`
  return uri.toString()
}

/** Notes that a service uses a database, until it gives it back. */
export function useDatabase(uri: string): void {
  const name = nameOf(uri)
  users.set(name, (users.get(name) ?? 0) + 1)
}

/** Gives a database back once a service has closed; after the last of them it is emptied for another test. */
export async function giveBackDatabase(uri: string): Promise<void> {
  const name = nameOf(uri)
  const left = (users.get(name) ?? 0) - 1
  users.set(name, left)
  // What a test named itself, or keeps in a server of its own, is no business of others.
  if (left === 0 && name.startsWith(inject('run')) && (await isEmptied(name))) spare.push(name)
}

/** Whether a database could be emptied so that nothing tells it from a new one. */
async function isEmptied(name: string): Promise<boolean> {
  cleaner ??= mongoose.createConnection(inject('mongoUri')).asPromise()
  const database = (await cleaner).getClient().db(name)
  const collections = await database.listCollections({}, { nameOnly: false }).toArray()
  // A test has given it rules or a profile.
  if (collections.some(({ name, options }) => options?.validator || name.startsWith('system.'))) return false
  await Promise.all(collections.map((collection) => database.collection(collection.name).deleteMany({})))
  return true
}

/** The database that a connection string names. One with several hosts is no URL. */
function nameOf(uri: string): string {
  return /^[^/]*\/\/[^/]*\/([^?]*)/.exec(uri)?.[1] ?? ''
}
