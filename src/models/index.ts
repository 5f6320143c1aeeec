import mongoose, { type Connection, mongo, type Schema } from 'mongoose'

import * as factories from './factories.js'

/** On a healthy server no command of the service takes nearly this long. */
const SILENCE_MS = 20_000
const NAMESPACE_EXISTS = 48

export interface LedgerConnectionOptions {
  /** How long to look for a primary before a command, or the connection, fails, in ms. */
  patienceMs?: number | undefined
  /**
   * How long a server may leave a command unanswered, in ms. Then its connection is closed, and what can be repeated is
   * retried on a new one. 0 waits forever.
   */
  silenceMs?: number
  maxConnections?: number
}

/**
 * Connects to the ledger. Every write is acknowledged by a majority and journaled, so everything that the service
 * acknowledges is durable.
 */
export async function connectLedger(
  uri: string,
  { patienceMs = 10_000, silenceMs = SILENCE_MS, maxConnections = 50 }: LedgerConnectionOptions = {},
): Promise<Connection> {
  const connection = mongoose.createConnection(uri, {
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: patienceMs,
    // A hanging server is detected when its heartbeat takes this long; commands waiting for it then fail.
    connectTimeoutMS: 10_000,
    socketTimeoutMS: silenceMs,
    maxPoolSize: maxConnections,
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
export async function ensureIndexes({ db }: Connection): Promise<void> {
  await Promise.all(Object.values(factories).map(({ schema }) => ensureCollection(db!, schema)))
}

async function ensureCollection(db: mongo.Db, schema: Schema): Promise<void> {
  const name = schema.get('collection')!
  const indexes = schema.indexes().map(([key, options]) => ({ key, ...options }) as mongo.IndexDescription)
  // This also creates the collection.
  if (indexes.length > 0) await db.collection(name).createIndexes(indexes)
  else await createMissing(db, name)
}

async function createMissing(db: mongo.Db, name: string): Promise<void> {
  await db.createCollection(name).catch((error: unknown) => {
    if (!(error instanceof mongo.MongoServerError && error.code === NAMESPACE_EXISTS)) throw error
  })
}
