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

/** Creates missing collections and indexes over a connection without a time-out: building a large index takes long. */
async function prepareLedger(uri: string, patienceMs: number | undefined): Promise<void> {
  const connection = await connectLedger(uri, { patienceMs, silenceMs: 0 })
  try {
    createModels(connection)
    await ensureIndexes(connection)
  } finally {
    await connection.close()
  }
}
