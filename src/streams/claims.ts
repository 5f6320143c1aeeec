import type { Logger } from 'pino'
import type { Clock } from '../clock.js'
import type { NewId } from '../ids.js'
import { Group } from '../lib/group.js'
import type { WorkKind } from '../models/dead-letter.js'
import type { Models } from '../models/index.js'
import type { WorkRow, WorkRows } from '../models/work-row.js'

const MAX_BATCH = 500
const MAX_ERROR_CHARS = 1_000

/** A row that this worker owns until its lease ends. Every outcome is written with the token as a filter. */
export type Claimed<T extends WorkRow> = T & { lease: NonNullable<WorkRow['lease']> }

export interface ClaimsOptions<T extends WorkRow> {
  rows: WorkRows<T>
  kind: WorkKind
  /** Who claims: the name of this run of this process. */
  by: string
  leaseMs: number
  models: Models
  newId: NewId
  clock: Clock
  log: Logger
  /** Further fields to set with the claim, as an aggregation expression. */
  changes?: Record<string, unknown>
}

/**
 * Claims rows for the handlers of one worker: those that ask together are served by one write. A row that
 * has crashed too often is not claimed but parked as a dead letter, so that it harms nobody any more.
 */
export class Claims<T extends WorkRow> {
  readonly #options: ClaimsOptions<T>
  readonly #group: Group<string, Claimed<T> | null>

  constructor(options: ClaimsOptions<T>) {
    this.#options = options
    this.#group = new Group((ids) => this.#claim(ids), { maxItems: MAX_BATCH })
  }

  /** Claims a row. Null when there is nothing to do with it: it is done, held, not due, or somebody else's. */
  add(id: string): Promise<Claimed<T> | null> {
    return this.#group.add(id)
  }

  /**
   * Claims a row and works on it. When the work throws, the row keeps the error's text for the operator and
   * stays claimed until its lease ends; then it falls due again.
   */
  async run(id: string, work: (row: Claimed<T>) => Promise<void>): Promise<void> {
    const row = await this.add(id)
    if (!row) return
    try {
      await work(row)
    } catch (error) {
      await this.#noteError(row, error)
      throw error
    }
  }

  async #claim(ids: string[]): Promise<(Claimed<T> | null)[]> {
    const { rows, by, leaseMs, changes } = this.#options
    const claimed = new Map((await rows.claim(ids, by, leaseMs, changes)).map((row) => [row._id, row as Claimed<T>]))
    const missed = ids.filter((id) => !claimed.has(id))
    if (missed.length > 0) await this.#parkPoisoned(missed)
    return ids.map((id) => {
      const row = claimed.get(id) ?? null
      // Two hints for one row in one batch: only the first may work on it.
      claimed.delete(id)
      return row
    })
  }

  async #parkPoisoned(ids: string[]): Promise<void> {
    const { rows, kind, models, newId, clock, log } = this.#options
    const poisoned = await rows.poisoned(ids)
    if (poisoned.length === 0) return
    const upserts = poisoned.map((row) => ({
      updateOne: {
        filter: { kind, row_id: row._id },
        update: {
          $set: { account_id: row.account_id, crashes: row.crashes, error: describe(row) },
          $setOnInsert: { _id: newId('deadLetter'), created_at: clock.now() },
        },
        upsert: true,
      },
    }))
    // The dead letter comes first: a row that is parked without one would be lost from sight.
    await models.deadLetters.collection.bulkWrite(upserts as never, { ordered: false })
    await rows.park(poisoned.map((row) => row._id))
    for (const row of poisoned) {
      log.error({ kind, row: row._id, account: row.account_id, crashes: row.crashes }, 'parked as a dead letter')
    }
  }

  async #noteError(row: Claimed<T>, error: unknown): Promise<void> {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    try {
      await this.#options.rows.noteError(row._id, row.lease.token, text.slice(0, MAX_ERROR_CHARS))
    } catch {
      // The ledger does not answer: the note is a help and no more, the error itself is thrown on.
    }
  }
}

function describe(row: WorkRow): string {
  return row.last_error ?? `crashed ${row.crashes} times without an outcome`
}
