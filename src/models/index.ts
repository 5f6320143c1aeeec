import mongoose, { type Connection } from 'mongoose'
import * as factories from './factories.js'

export { ensureIndexes } from './indexes.js'

/** On a healthy server no command of the service takes nearly this long. */
const SOCKET_TIMEOUT_MS = 20_000

export interface LedgerConnectionOptions {
  /** How long to look for a primary before a command, or the connection, fails, in ms. */
  serverSelectionTimeoutMs?: number | undefined
  /**
   * How long a server may leave a command unanswered, in ms. Then its connection is closed, and what can be repeated is
   * retried on a new one. 0 waits forever.
   */
  socketTimeoutMs?: number
  maxConnections?: number
  /** The name of the connections, which operators see in MongoDB. */
  name?: string | undefined
}

/**
 * Connects to the ledger. Every write is acknowledged by a majority and journaled, so everything that the service
 * acknowledges is durable.
 */
export async function connectLedger(
  uri: string,
  {
    serverSelectionTimeoutMs = 10_000,
    socketTimeoutMs = SOCKET_TIMEOUT_MS,
    maxConnections = 50,
    name,
  }: LedgerConnectionOptions = {},
): Promise<Connection> {
  const connection = mongoose.createConnection(uri, {
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: serverSelectionTimeoutMs,
    // A hanging server is detected when its heartbeat takes this long; commands waiting for it then fail.
    connectTimeoutMS: 10_000,
    socketTimeoutMS: socketTimeoutMs,
    maxPoolSize: maxConnections,
    ...(name !== undefined && { appName: name }),
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
  })
  return connection.asPromise()
}

type Factories = typeof factories

/** The driver's collections, typed by their documents, and the connection. */
export type Models = { connection: Connection } & {
  [Name in keyof Factories]: Pick<ReturnType<Factories[Name]>, 'collection'>
}

/** The collections of an open connection, under the names of `factories.ts`. */
export function createModels(connection: Connection): Models {
  const collections = Object.entries(factories).map(([name, { schema }]) => {
    return [name, { collection: connection.db!.collection(schema.get('collection')!) }] as const
  })
  return { connection, ...(Object.fromEntries(collections) as unknown as Omit<Models, 'connection'>) }
}
