import type { Connection } from 'mongoose'
import type { Clock } from '../clock.js'
import { connectLedger, createModels, type LedgerConnectionOptions, type Models } from '../models/index.js'
import { INDEX_BUILDS } from '../models/indexes.js'
import { LedgerError, StartError } from '../start-errors.js'
import { schemaOfBuild } from './migrations.js'
import { buildTooOldMessage, isExpanded, Migrator, type MigratorDeps } from './migrator.js'
import { findSchemaMismatch, readSchemaState } from './schema-compatibility.js'

export interface PrepareOptions extends Pick<MigratorDeps, 'report' | 'signal'> {
  models: Models
  clock: Clock
  mongodbUri: string
  /** Whether to migrate the ledger. Otherwise it has to be fit already. */
  migrates: boolean
  serverSelectionTimeoutMs?: number | undefined
}

/**
 * Makes sure that this build can work with the ledger: migrates it, or waits for a process that does.
 * @throws StartError if the build is too old; LedgerError if the ledger has to be migrated by somebody else.
 */
export async function prepareSchema({
  models,
  mongodbUri,
  migrates,
  serverSelectionTimeoutMs,
  ...deps
}: PrepareOptions) {
  const build = schemaOfBuild()
  const state = await readSchemaState(models)
  const mismatch = findSchemaMismatch(state, build)
  if (mismatch?.kind === 'build-too-old') throw new StartError(buildTooOldMessage(mismatch.reason))
  if (mismatch && !migrates) {
    throw new LedgerError(
      `The ledger is not ready: ${mismatch.reason}. Run \`postline migrate\`, or set MIGRATE_ON_START=true.`,
    )
  }
  if (!migrates || isExpanded(state, build)) return
  await withUntimedConnection(mongodbUri, { serverSelectionTimeoutMs }, (connection) =>
    new Migrator({ ...deps, models: createModels(connection), build }).expand(),
  )
}

/** For the indexes that are built at a time, and the lock. */
const CONNECTIONS = INDEX_BUILDS + 2

/** Runs work on a connection whose commands take as long as they need: an index of a large collection takes long. */
export async function withUntimedConnection<T>(
  uri: string,
  options: Pick<LedgerConnectionOptions, 'serverSelectionTimeoutMs' | 'name'>,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connectLedger(uri, { ...options, socketTimeoutMs: 0, maxConnections: CONNECTIONS })
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}
