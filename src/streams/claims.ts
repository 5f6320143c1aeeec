import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from '../clock.js'
import type { NewId } from '../ids.js'
import { Group } from '../lib/group.js'
import { Permits } from '../lib/permits.js'
import type { WorkKind } from '../models/dead-letter.js'
import type { Models } from '../models/index.js'
import { MAX_CRASHES, type WorkRow, type WorkRows } from '../models/work-row.js'

const MAX_BATCH = 500
const MAX_ERROR_CHARS = 1_000
/** A row that has crashed so often is a suspect: it may be what took its whole process down. */
const SUSPECT_CRASHES = 2
/** Suspects that are handled at a time. One that has a single chance left is handled without any other. */
const SUSPECTS_AT_A_TIME = 8
const RECORD_AGAIN_MS = 500

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

/** A due row that was not claimed with the others, because of its crashes. */
class Suspect {
  readonly crashes: number

  constructor(crashes: number) {
    this.crashes = crashes
  }
}

/**
 * Claims rows for the handlers of one worker: those that ask together are served by one write.
 *
 * A row that crashes its process takes the claims of its neighbours down with it. So rows that have crashed
 * again and again are not claimed together: they wait their turn and are claimed one by one, the last time
 * alone. A row that has crashed too often is not claimed but parked as a dead letter.
 */
export class Claims<T extends WorkRow> {
  readonly #options: ClaimsOptions<T>
  readonly #group: Group<string, Claimed<T> | Suspect | null>
  readonly #suspects = new Permits(SUSPECTS_AT_A_TIME)

  constructor(options: ClaimsOptions<T>) {
    this.#options = options
    this.#group = new Group((ids) => this.#claim(ids), { maxItems: MAX_BATCH })
  }

  /** Claims a row. Null when there is nothing to do with it: it is done, held, not due, or somebody else's. */
  async add(id: string): Promise<Claimed<T> | null> {
    const found = await this.#group.add(id)
    return found instanceof Suspect ? this.#claimSuspect(id) : found
  }

  /**
   * Claims a row and works on it. When the work throws, the row keeps the error's text for the operator and
   * stays claimed until its lease ends; then it falls due again, and the sweep brings it back.
   * @throws what the ledger fails with: whether the row is claimed is then unknown.
   */
  async run(id: string, work: (row: Claimed<T>) => Promise<void>): Promise<void> {
    const found = await this.#group.add(id)
    if (!(found instanceof Suspect)) return this.#work(found, work)
    const permits = found.crashes + 1 < MAX_CRASHES ? 1 : SUSPECTS_AT_A_TIME
    await this.#suspects.hold(permits, async () => this.#work(await this.#claimSuspect(id), work))
  }

  /**
   * Writes an outcome that cannot be made again, such as a mail that left: when the ledger does not answer, again
   * and again for as long as the claim lasts.
   */
  async record(row: Claimed<T>, write: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await write()
        return
      } catch (error) {
        if (!this.lasts(row, RECORD_AGAIN_MS)) throw error
      }
      await delay(RECORD_AGAIN_MS)
    }
  }

  /** Gives a claimed row up: it waits as a dead letter until somebody retries it. */
  giveUp(row: Claimed<T>, reason: string): Promise<void> {
    return this.#park([{ ...row, last_error: reason }])
  }

  /** Whether a claim lasts for another so many ms: less, and somebody else may do the same work meanwhile. */
  lasts(row: Claimed<T>, ms: number): boolean {
    return row.lease.until.getTime() - this.#options.clock.now().getTime() >= ms
  }

  async #work(row: Claimed<T> | null, work: (row: Claimed<T>) => Promise<void>): Promise<void> {
    if (!row) return
    try {
      await work(row)
    } catch (error) {
      await this.#noteCrash(row, error)
    }
  }

  async #claim(ids: string[]): Promise<(Claimed<T> | Suspect | null)[]> {
    const { rows, by, leaseMs, changes } = this.#options
    const claimed = await rows.claim(ids, by, leaseMs, changes, SUSPECT_CRASHES)
    const found = new Map<string, Claimed<T> | Suspect>(claimed.map((row) => [row._id, row as Claimed<T>]))
    const missed = ids.filter((id) => !found.has(id))
    if (missed.length > 0) {
      const crashed = await rows.crashed(missed, SUSPECT_CRASHES)
      await this.#park(crashed.filter((row) => row.crashes >= MAX_CRASHES))
      for (const { _id, crashes } of crashed) if (crashes < MAX_CRASHES) found.set(_id, new Suspect(crashes))
    }
    return ids.map((id) => {
      const row = found.get(id) ?? null
      // Two hints for one row in one batch: only the first may work on it.
      found.delete(id)
      return row
    })
  }

  async #claimSuspect(id: string): Promise<Claimed<T> | null> {
    const { rows, by, leaseMs, changes } = this.#options
    const [row] = await rows.claim([id], by, leaseMs, changes)
    return (row as Claimed<T>) ?? null
  }

  async #park(poisoned: T[]): Promise<void> {
    const { rows, kind, models, newId, clock, log } = this.#options
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
      log.error({ kind, row: row._id, accountId: row.account_id, crashes: row.crashes }, 'parked as a dead letter')
    }
  }

  async #noteCrash({ _id, account_id, crashes, lease }: Claimed<T>, error: unknown): Promise<void> {
    const { kind, rows, log } = this.#options
    log.error({ kind, row: _id, accountId: account_id, crashes, err: error }, 'the work on a row failed')
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    await rows.noteError(_id, lease.token, text.slice(0, MAX_ERROR_CHARS))
  }
}

function describe(row: WorkRow): string {
  return row.last_error ?? `crashed ${row.crashes} times without an outcome`
}
