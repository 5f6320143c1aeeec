import { userInfo } from 'node:os'
import { systemClock } from '../clock.js'
import { type Config, readConfig } from '../config.js'
import { readRuntime } from '../embedded/index.js'
import { openLedger } from '../ledger.js'
import { AccountService } from '../services/accounts/account-service.js'
import { AuditLog } from '../services/audit/audit-log.js'
import { DeadLetterService } from '../services/dead-letters/dead-letter-service.js'
import { DkimZone } from '../services/domains/dkim-zone.js'
import { KeyService } from '../services/keys/key-service.js'
import type { CliContext } from './context.js'
import { CliError, describeFailure } from './errors.js'

/** Time that MongoDB has to answer, in ms: somebody is waiting at a terminal. */
const PATIENCE_MS = 5_000

/** What to do when no server is known. */
export const START_FIRST = 'Start it first with `npm start`, or set MONGODB_URI and REDIS_URL.'

/** Where the servers are. Null where nobody says. */
export interface ServerAddresses {
  mongodbUri: string | null
  redisUrl: string | null
}

/** Finds the servers: those of the settings, else the embedded ones that run for the data folder. */
export async function findServers(config: Config): Promise<ServerAddresses> {
  const { mongodbUri, redisUrl } = config
  if (mongodbUri && redisUrl) return { mongodbUri, redisUrl }
  const runtime = await readRuntime(config.dataDir)
  return { mongodbUri: mongodbUri ?? runtime?.mongoUri ?? null, redisUrl: redisUrl ?? runtime?.redisUrl ?? null }
}

/** The services that an operator uses. None of them needs Redis. */
export interface OperatorServices {
  accounts: AccountService
  keys: KeyService
  deadLetters: DeadLetterService
  dkimZone: DkimZone
  /** Notes what was done to an account. */
  note(accountId: string, operation: string, target: string): Promise<void>
}

/**
 * Runs a command over the ledger and lets go of it again.
 * @throws CliError when there is no MongoDB or it does not answer; else what the work throws.
 */
export async function withServices<T>(
  { env, complain }: CliContext,
  work: (services: OperatorServices) => Promise<T>,
): Promise<T> {
  const config = readConfig(env)
  const { mongodbUri } = await findServers(config)
  if (!mongodbUri) throw new CliError(`Postline is not running here. ${START_FIRST}`)
  const ledger = await openLedger({ ...config, mongodbUri }, { clock: systemClock, patienceMs: PATIENCE_MS }).catch(
    (error: Error) => {
      throw new CliError(`MongoDB at ${withoutSecrets(mongodbUri)} cannot be used: ${error.message}`)
    },
  )
  const actor = { type: 'cli' as const, id: userName() }
  const auditLog = new AuditLog(ledger, ({ operation }, error) =>
    complain(`${operation} is done, but could not be noted in the audit log: ${describeFailure(error)}`),
  )
  try {
    return await work({
      accounts: new AccountService(ledger),
      keys: new KeyService(ledger),
      deadLetters: new DeadLetterService(ledger),
      dkimZone: new DkimZone(ledger),
      note: (accountId, operation, target) => auditLog.record({ accountId, actor, operation, target }),
    })
  } finally {
    await ledger.close()
  }
}

/** Who runs the command; null where the system has no name for them, as in some containers. */
function userName(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}

/** An address of a server without the user and password in it, and without options. */
export function withoutSecrets(address: string): string {
  return address.replace(/\/\/[^@/]*@/, '//').replace(/\?.*$/, '')
}
