import mongoose, { type Connection, type Model, type mongo } from 'mongoose'

import * as factories from './factories.js'

/** On a healthy server no command of the service takes nearly this long. */
const SILENCE_MS = 20_000

/**
 * Connects to the ledger. Every write is acknowledged by a majority and journaled, so everything that the service
 * acknowledges is durable.
 *
 * @param patienceMs how long to look for a primary before a command, or the connection, fails.
 * @param silenceMs how long a server may leave a command unanswered. Then its connection is closed, and what can be
 *   repeated is retried on a new one. 0 waits forever.
 */
export async function connectLedger(
  uri: string,
  { patienceMs = 10_000, silenceMs = SILENCE_MS }: { patienceMs?: number | undefined; silenceMs?: number } = {},
): Promise<Connection> {
  const connection = mongoose.createConnection(uri, {
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: patienceMs,
    // A hanging server is detected when its heartbeat takes this long; commands waiting for it then fail.
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

/** The models of a connection, with all of Mongoose: for tests, and what creates indexes. */
export type MongooseModels = { connection: Connection } & { [Name in keyof Factories]: ReturnType<Factories[Name]> }

/** What the service has of the models: the collections of the driver, typed by their documents. */
export type Models = { connection: Connection } & {
  [Name in keyof Factories]: Pick<ReturnType<Factories[Name]>, 'collection'>
}

/** Makes the models of a connection. */
export function createModels(connection: Connection): MongooseModels {
  const models = Object.entries(factories).map(([name, make]) => [name, make(connection)] as const)
  return { connection, ...(Object.fromEntries(models) as Omit<MongooseModels, 'connection'>) }
}

/**
 * Creates missing collections and indexes: all indexes of a collection in one command, which reads the collection once.
 * Several processes can do this at once.
 */
export async function ensureIndexes(connection: Connection): Promise<void> {
  await Promise.all(Object.values(connection.models).map(ensureCollection))
}

async function ensureCollection(model: Model<unknown>): Promise<void> {
  const indexes = model.schema.indexes().map(([key, options]) => ({ key, ...options }) as mongo.IndexDescription)
  // This also creates the collection.
  if (indexes.length > 0) await model.collection.createIndexes(indexes)
  else await model.createCollection()
}
