import type { Clock } from './clock.js'
import type { Config } from './config.js'
import { createIds } from './ids.js'
import { connectLedger, createModels, ensureIndexes } from './models/index.js'
import { openSealer } from './services/platform/encryption/open-sealer.js'
import { createWork } from './streams/topics.js'

export interface LedgerOptions {
  clock: Clock
  /** How long to try to reach MongoDB before failing, in ms. */
  patienceMs?: number | undefined
  /** For the command line. */
  isOperator?: boolean
}

/** Opens the ledger. The services for operators need nothing else. */
export async function openLedger(
  config: Config & { mongodbUri: string },
  { clock, patienceMs, isOperator = false }: LedgerOptions,
) {
  const uri = config.mongodbUri
  await prepareLedger(uri, patienceMs)
  const connection = await connectLedger(uri, { patienceMs })
  const models = createModels(connection)
  const work = createWork(models, clock)
  const close = () => connection.close()
  try {
    const sealing = await openSealer(models, config.encryptionKey, isOperator)
    return { config, clock, newId: createIds(clock), models, work, ...sealing, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Creates missing collections and indexes, without a time-out: building a large index takes long. MongoDB builds three at a
 * time, and if nothing is missing, opening more connections would take longer than the commands.
 */
async function prepareLedger(uri: string, patienceMs: number | undefined): Promise<void> {
  const connection = await connectLedger(uri, { patienceMs, silenceMs: 0, maxConnections: 3 })
  try {
    await ensureIndexes(connection)
  } finally {
    await connection.close()
  }
}
