import type { Clock } from './clock.js'
import type { Config } from './config.js'
import { createIds } from './ids.js'
import { connectLedger, createModels, ensureIndexes } from './models/index.js'

export interface LedgerOptions {
  clock: Clock
  /** How long MongoDB is looked for before opening it fails, in ms. */
  patienceMs?: number
}

/** Opens the ledger: all that an operator's services need, and what everything else is built on. */
export async function openLedger(config: Config & { mongodbUri: string }, { clock, patienceMs }: LedgerOptions) {
  const connection = await connectLedger(config.mongodbUri, patienceMs)
  const models = createModels(connection, clock)
  try {
    await ensureIndexes(connection)
  } catch (error) {
    await connection.close()
    throw error
  }
  return { config, clock, newId: createIds(clock), models, close: () => connection.close() }
}
