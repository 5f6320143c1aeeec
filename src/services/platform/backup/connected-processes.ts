import { setTimeout as delay } from 'node:timers/promises'
import type { mongo } from 'mongoose'

/*
 * Every connection to the ledger has a name that begins with its database, so a restore can see whether a process of the
 * deployment still runs. It only sees those that connect as the same user, or all if it may.
 */

/** A server notices at once that a process has ended, but closes its connections one after the other. */
const TIMEOUT_MS = 5_000
const LOOK_EVERY_MS = 250

/** Most bytes that MongoDB takes as a name. */
const MAX_NAME = 128

/** The name of the connections of a process to the database that a connection string names. */
export const connectionName = (uri: string, who: string) => `${prefixOf(databaseOf(uri))}${who}`.slice(0, MAX_NAME)

const prefixOf = (database: string) => `postline/${database}/`

/** A string with several hosts is not a URL. */
const databaseOf = (uri: string) => /^[^/]*\/\/[^/]*\/([^?]*)/.exec(uri)?.[1] ?? ''

/**
 * The names of processes that are connected to the database, apart from `own`. Those that are closing have some seconds
 * for it.
 */
export async function findConnected(client: mongo.MongoClient, database: string, own: string): Promise<string[]> {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    const names = (await namesOf(client)).filter((name) => name.startsWith(prefixOf(database)) && name !== own)
    if (names.length === 0 || performance.now() > deadline) return names
    await delay(LOOK_EVERY_MS)
  }
}

async function namesOf(client: mongo.MongoClient): Promise<string[]> {
  const stages = [
    { $currentOp: { idleConnections: true } },
    { $match: { appName: /^postline\// } },
    { $group: { _id: '$appName' } },
  ]
  const rows = await client.db('admin').aggregate<{ _id: string }>(stages, { readConcern: 'local' }).toArray()
  return rows.map(({ _id }) => _id)
}
