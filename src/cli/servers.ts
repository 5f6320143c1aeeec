import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { Connection } from 'mongoose'
import { systemClock } from '../clock.js'
import { type Config, readConfig } from '../config.js'
import { encryptionKeyFile } from '../process/encryption-key-file.js'
import { loadEmbedded } from '../process/load-embedded.js'
import type { OperatorServices } from '../services/index.js'
import type { CliContext } from './context.js'
import { CliError, describeFailure } from './errors.js'

/** Time-out for MongoDB, in ms: somebody is waiting at a terminal. */
export const SERVER_SELECTION_TIMEOUT_MS = 5_000

/** Advice if no server is known. */
export const START_FIRST = 'Start Postline with `npm start` or `postline start`, or set MONGODB_URI and REDIS_URL.'

/** The settings, with the encryption key of the embedded MongoDB if it is to be used. */
export function readSettings(env: CliContext['env']): Config {
  const config = readConfig(env)
  const file = encryptionKeyFile(config)
  return file !== null && existsSync(file) ? readConfig({ ...env, ENCRYPTION_KEY_FILE: file }) : config
}

/** Where the servers are. Null if unknown. */
export interface ServerAddresses {
  mongodbUri: string | null
  redisUrl: string | null
}

/** Finds the servers: those of the settings, otherwise the embedded ones that run for the data folder. */
export async function findServers(config: Config): Promise<ServerAddresses> {
  const { mongodbUri, redisUrl } = config
  if (mongodbUri && redisUrl) return { mongodbUri, redisUrl }
  const runtime = await (await loadEmbedded())?.readRuntime(config.dataDir)
  return { mongodbUri: mongodbUri ?? runtime?.mongoUri ?? null, redisUrl: redisUrl ?? runtime?.redisUrl ?? null }
}

/** The services for operators. None of them needs Redis. */
export interface OperatorTools extends OperatorServices {
  /** Writes an audit entry for an account. */
  note(accountId: string, operation: string, target: string | null): Promise<void>
}

/**
 * Runs a command with a connection to the ledger, and closes it afterwards.
 * @throws CliError if there is no MongoDB or it does not answer; otherwise what `work` throws.
 */
export async function withServices<T>(
  { env, complain }: CliContext,
  work: (tools: OperatorTools) => Promise<T>,
): Promise<T> {
  const config = readSettings(env)
  const { mongodbUri } = await findServers(config)
  if (!mongodbUri) throw new CliError(`No running Postline was found. ${START_FIRST}`)
  // Loaded late: without it, help and version come at once.
  const { composeForOperator } = await import('../compose.js')
  const { services, close } = await composeForOperator(
    { ...config, mongodbUri },
    {
      clock: systemClock,
      serverSelectionTimeoutMs: SERVER_SELECTION_TIMEOUT_MS,
      onUnrecorded: ({ operation }, error) =>
        complain(`${operation} succeeded, but its audit log entry could not be written: ${describeFailure(error)}`),
    },
  ).catch((error: Error) => {
    throw new CliError(`MongoDB at ${withoutSecrets(mongodbUri)} cannot be used: ${error.message}`)
  })
  const actor = { type: 'cli' as const, id: userName() }
  const note: OperatorTools['note'] = (accountId, operation, target) =>
    services.auditLog.record({ accountId, actor, operation, target })
  return work({ ...services, note }).finally(close)
}

/**
 * Runs a command with a connection to MongoDB alone. Its answers may take as long as they need: a large index, a long backup.
 * @param who the end of the name of its connections.
 * @throws CliError as {@link withServices}.
 */
export async function withDatabase<T>(
  { env }: CliContext,
  who: string,
  work: (connection: Connection, name: string) => Promise<T>,
): Promise<T> {
  const { mongodbUri } = await findServers(readSettings(env))
  if (!mongodbUri) throw new CliError(`No running Postline was found. ${START_FIRST}`)
  const [{ connectLedger }, { connectionName }] = await Promise.all([
    import('../models/index.js'),
    import('../services/platform/backup/connected-processes.js'),
  ])
  const name = connectionName(mongodbUri, who)
  const options = {
    serverSelectionTimeoutMs: SERVER_SELECTION_TIMEOUT_MS,
    socketTimeoutMs: 0,
    maxConnections: 10,
    name,
  }
  const connection = await connectLedger(mongodbUri, options).catch((error: Error) => {
    throw new CliError(`MongoDB at ${withoutSecrets(mongodbUri)} cannot be used: ${error.message}`)
  })
  return work(connection, name).finally(() => connection.close())
}

/** The user who runs the command; null if the system has no name for them, as in some containers. */
function userName(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}

/** The URL of a server without user, password and options. */
export function withoutSecrets(address: string): string {
  return address.replace(/\/\/[^@/]*@/, '//').split('?', 1)[0]!
}
