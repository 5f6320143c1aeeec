import { ApiError } from '../errors.js'
import { isDatabaseUnavailable } from '../models/database-unavailable.js'
import type { ServiceDeps } from '../services/deps.js'
import { Claims } from './engine/claims.js'
import { DeadLetters } from './engine/dead-letters.js'
import type { RedisConnections } from './engine/redis-connections.js'
import type { WorkRow } from './engine/work-row.js'
import type { WorkRows } from './engine/work-rows.js'
import type { WorkKind } from './topics.js'

/** What the workers of all topics are made of. */
export interface WorkerDeps extends ServiceDeps {
  connections: RedisConnections
  /** Name of this run of this process: in consumer groups and in leases. */
  name: string
}

/** What services say of the ledger is `overloaded`. */
const isOutage = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || (error instanceof ApiError && error.code === 'overloaded')

/**
 * The claims of one worker.
 * @param changes further fields to set with a claim, as an aggregation expression.
 */
export function claimsOf<T extends WorkRow>(
  {
    models,
    conveyor,
    newId,
    clock,
    log,
    name,
  }: Pick<WorkerDeps, 'models' | 'conveyor' | 'newId' | 'clock' | 'log' | 'name'>,
  kind: WorkKind,
  rows: WorkRows<T>,
  changes?: Record<string, unknown>,
): Claims<T> {
  const deadLetters = new DeadLetters(models.deadLetters.collection, () => newId('deadLetter'), clock)
  const { leaseMs } = conveyor.catalog[kind]
  const options = { rows, kind, by: name, leaseMs, deadLetters, clock, log, isOutage }
  return new Claims({ ...options, ...(changes && { changes }) })
}
