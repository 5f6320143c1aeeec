import mongoose, { type Connection, type Model, type mongo } from 'mongoose'

import * as factories from './factories.js'

/** No command of the service takes nearly as long, on a server that is well. */
const SILENCE_MS = 20_000

/**
 * Opens the ledger. Every write is acknowledged by a majority and journaled: nothing the service
 * acknowledges to anybody is less durable than that.
 *
 * @param patienceMs how long a primary is looked for before a command, or the opening, fails.
 * @param silenceMs how long a server may leave a command unanswered. Then its connection is given up, and what can be
 *   repeated is, on a new one. 0 waits without end.
 */
export async function connectLedger(
  uri: string,
  { patienceMs = 10_000, silenceMs = SILENCE_MS }: { patienceMs?: number | undefined; silenceMs?: number } = {},
): Promise<Connection> {
  const connection = mongoose.createConnection(uri, {
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: patienceMs,
    // A server that hangs is noticed when its heartbeat takes this long; what waits for it fails then.
    connectTimeoutMS: 10_000,
    socketTimeoutMS: silenceMs,
    maxPoolSize: 50,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
  })
  return connection.asPromise()
}

type Factories = typeof factories

/** The models of one connection, by their names in `factories.ts`. */
export type Models = { connection: Connection } & { [Name in keyof Factories]: ReturnType<Factories[Name]> }

/** Makes the models of a connection. */
export function createModels(connection: Connection): Models {
  const models = Object.entries(factories).map(([name, make]) => [name, make(connection)] as const)
  return { connection, ...(Object.fromEntries(models) as Omit<Models, 'connection'>) }
}

/**
 * Creates the collections and indexes that do not exist yet: all indexes of a collection in one command, which reads
 * the collection once. Harmless when several processes do it at once.
 */
export async function ensureIndexes(connection: Connection): Promise<void> {
  await Promise.all(Object.values(connection.models).map(ensureCollection))
}

async function ensureCollection(model: Model<unknown>): Promise<void> {
  const indexes = model.schema.indexes().map(([key, options]) => ({ key, ...options }) as mongo.IndexDescription)
  // Creating an index creates its collection.
  if (indexes.length > 0) await model.collection.createIndexes(indexes)
  else await model.createCollection()
}
