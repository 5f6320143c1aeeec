import type { Clock } from './clock.js'
import type { Config } from './config.js'
import { createIds } from './ids.js'
import { prepareSchema } from './migrations/prepare-schema.js'
import { connectLedger, createModels } from './models/index.js'
import { connectionName } from './services/platform/backup/connected-processes.js'
import { refuseWhileRestoring } from './services/platform/backup/restore-hold.js'
import { openSealer } from './services/platform/encryption/open-sealer.js'
import { createWork } from './streams/topics.js'

export interface LedgerOptions {
  clock: Clock
  /** How long to try to reach MongoDB before failing, in ms. */
  serverSelectionTimeoutMs?: number | undefined
  /** For the command line. */
  isOperator?: boolean
  /** Called with what a migration of the ledger does. */
  onMigration?: (text: string) => void
  /** Ends a migration of the ledger, and with it the start. */
  signal?: AbortSignal | undefined
}

/** Opens the ledger, with the schema that this build needs. The services for operators need nothing else. */
export async function openLedger(
  config: Config & { mongodbUri: string },
  { clock, serverSelectionTimeoutMs, isOperator = false, onMigration: report = () => undefined, signal }: LedgerOptions,
) {
  const { mongodbUri, migrateOnStart: migrates } = config
  const name = connectionName(mongodbUri, isOperator ? 'cli' : config.roles.join(','))
  const connection = await connectLedger(mongodbUri, { serverSelectionTimeoutMs, name })
  const models = createModels(connection)
  const work = createWork(models, clock)
  const close = () => connection.close()
  try {
    await refuseWhileRestoring(connection)
    await prepareSchema({ models, clock, mongodbUri, migrates, serverSelectionTimeoutMs, report, signal })
    const sealing = await openSealer(models, config.encryptionKey, isOperator)
    return { config, clock, newId: createIds(clock), models, work, ...sealing, close }
  } catch (error) {
    await close()
    throw error
  }
}
