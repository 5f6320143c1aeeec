import { systemClock } from '../clock.js'
import { createModels } from '../models/index.js'
import { connectionName } from '../services/platform/backup/connected-processes.js'
import { refuseWhileRestoring } from '../services/platform/backup/restore-hold.js'
import { schemaOfBuild } from './migrations.js'
import { Migrator } from './migrator.js'
import { withUntimedConnection } from './prepare-schema.js'
import { reportSchema, type SchemaReport } from './schema-report.js'
import { WATCH_EVERY_MS } from './schema-watch.js'

/** A process ends this long, in ms, after it has noticed that it is too old, and after DRAIN_SECONDS. */
const SHUTDOWN_MS = 25_000

export interface MigrateOptions {
  mongodbUri: string
  /** How long to try to reach MongoDB, in ms. */
  serverSelectionTimeoutMs: number
  /** Only looks at what is to be done. */
  isDry: boolean
  /** Whether to remove what only earlier versions need, too. */
  contracts: boolean
  /** `DRAIN_SECONDS` of the processes that have to stop before that. */
  drainSeconds: number
  /** Called with what happens. */
  report: (text: string) => void
}

/**
 * Brings a ledger to the version of this build, and says how it is then.
 * @throws StartError if the build is too old for the ledger, or an index cannot be built; Error while it is being restored.
 */
export function migrateLedger(options: MigrateOptions): Promise<SchemaReport> {
  const { mongodbUri, serverSelectionTimeoutMs, isDry, contracts, drainSeconds, report } = options
  const build = schemaOfBuild()
  return withUntimedConnection(
    mongodbUri,
    { serverSelectionTimeoutMs, name: connectionName(mongodbUri, 'migrate') },
    async (connection) => {
      if (!isDry) {
        await refuseWhileRestoring(connection)
        const migrator = new Migrator({ models: createModels(connection), clock: systemClock, build, report })
        await migrator.expand(true)
        if (contracts) await migrator.contract(WATCH_EVERY_MS + SHUTDOWN_MS + drainSeconds * 1_000)
      }
      return reportSchema(connection, build)
    },
  )
}
