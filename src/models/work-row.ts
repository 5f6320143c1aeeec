import { randomBytes } from 'node:crypto'
import type { mongo } from 'mongoose'
import type { Clock } from '../clock.js'

/**
 * Work in the ledger: the row is the job, a stream entry is only a hint that there is one.
 *
 * A row that has work to do carries a due time (`dispatch_at`, `fanout_at`, `next_at`, `process_at`) under a sparse
 * index; the field is unset when nothing is left to do. A claim is one compare-and-set: it takes only
 * what is due, writes a lease with a token of its own, counts a crash in advance, and moves the due time
 * to the end of the lease, so that a row whose owner died falls due again by itself. Every outcome is
 * written with the token as a filter: where it no longer matches, a newer owner exists and the outcome
 * is dropped. A recorded outcome sets the crashes back to 0.
 */
export interface WorkFields {
  lease?: { by: string; token: string; until: Date }
  /** Claims that never came to an outcome, since the last one that did. */
  crashes: number
  /** When a hint for this row was last put on a stream. */
  enqueued_at?: Date
  /** Id of the account or subscription whose pause this row waits out. Such a row is not due. */
  held?: string
  /** Since when it waits; absent for one that was held from its beginning. */
  held_at?: Date
  /** What the last handling that crashed failed with, for whoever looks at a parked row. */
  last_error?: string
}

/** A row whose handling crashed this often is parked as a dead letter. */
export const MAX_CRASHES = 5

export type DueField = 'dispatch_at' | 'fanout_at' | 'next_at' | 'process_at'

/** What the sweep needs to know of a due row. The last two only deliveries have. */
export interface DueRow {
  _id: string
  account_id: string
  enqueued_at?: Date
  subscription_id?: string
  attempt_count?: number
}

export type WorkRow = WorkFields & { _id: string; account_id: string }

/** Schema paths of {@link WorkFields}, for the models that hold work. */
export const workPaths = {
  lease: { by: String, token: String, until: Date, _id: false },
  crashes: { type: Number, default: 0 },
  enqueued_at: Date,
  held: String,
  held_at: Date,
  last_error: String,
} as const

/** The narrow functions through which the work of one collection is claimed, closed, held and swept. */
export class WorkRows<T extends WorkRow> {
  readonly #rows: mongo.Collection<WorkRow>
  readonly dueField: DueField
  readonly #clock: Clock

  constructor(collection: unknown, dueField: DueField, clock: Clock) {
    this.#rows = collection as mongo.Collection<WorkRow>
    this.dueField = dueField
    this.#clock = clock
  }

  /**
   * Claims those of the rows that are due and not leased, all under one new token.
   * @param changes further fields to set in the same write, as an aggregation expression.
   * @param maxCrashes rows that have crashed so often are left alone.
   */
  async claim(
    ids: string[],
    by: string,
    leaseMs: number,
    changes: Record<string, unknown> = {},
    maxCrashes = MAX_CRASHES,
  ): Promise<T[]> {
    const now = this.#clock.now()
    const token = randomBytes(12).toString('hex')
    const until = new Date(now.getTime() + leaseMs)
    await this.#rows.updateMany(
      { _id: { $in: ids }, [this.dueField]: { $lte: now }, crashes: { $lt: maxCrashes } } as object,
      [
        {
          $set: { lease: { by, token, until }, [this.dueField]: until, crashes: { $add: ['$crashes', 1] }, ...changes },
        },
      ],
    )
    return (await this.#rows.find({ _id: { $in: ids }, 'lease.token': token }).toArray()) as unknown as T[]
  }

  /** Those of the rows that are due and have crashed so often or more. */
  async crashed(ids: string[], minCrashes: number): Promise<T[]> {
    const filter = { _id: { $in: ids }, [this.dueField]: { $lte: this.#clock.now() }, crashes: { $gte: minCrashes } }
    return (await this.#rows.find(filter as object).toArray()) as unknown as T[]
  }

  /** Takes rows off the conveyor until {@link release}: their owner is suspended, or their endpoint paused. */
  async hold(ids: string[], holder: string): Promise<void> {
    await this.#rows.updateMany({ _id: { $in: ids }, [this.dueField]: { $lte: this.#clock.now() } } as object, {
      $set: { held: holder, held_at: this.#clock.now() },
      $unset: { [this.dueField]: 1, lease: 1, enqueued_at: 1 },
    })
  }

  /** Those who hold rows at present: one short look at the index for each. */
  async holders(): Promise<string[]> {
    const holders: string[] = []
    for (;;) {
      const last = holders.at(-1) ?? ''
      const row = await this.#rows.findOne({ held: { $gt: last } }, { sort: { held: 1 }, projection: { held: 1 } })
      if (!row?.held) return holders
      holders.push(row.held)
    }
  }

  /**
   * Makes up to `limit` rows of a holder due again. Answers how many.
   * @param clockField start of a period that the wait does not count in: it moves on by the time the row was held.
   */
  async release(holder: string, limit: number, clockField?: string): Promise<number> {
    const rows = await this.#rows.find({ held: holder }, { projection: { _id: 1 }, limit }).toArray()
    if (rows.length === 0) return 0
    const now = this.#clock.now()
    const heldMs = { $subtract: [now, { $ifNull: ['$held_at', now] }] }
    await this.#rows.updateMany({ _id: { $in: rows.map((row) => row._id) }, held: holder } as object, [
      {
        $set: {
          [this.dueField]: now,
          // Nothing plus some time stays nothing.
          ...(clockField && { [clockField]: { $add: [`$${clockField}`, heldMs] } }),
        },
      },
      { $unset: ['held', 'held_at'] },
    ])
    return rows.length
  }

  /** Puts claimed rows back, due at `dueAt`, as if they had not been claimed. */
  async giveBack(ids: string[], token: string, dueAt: Date): Promise<void> {
    await this.#rows.updateMany({ _id: { $in: ids }, 'lease.token': token } as object, {
      $set: { [this.dueField]: dueAt, crashes: 0 },
      $unset: { lease: 1, enqueued_at: 1 },
    })
  }

  /**
   * Puts off rows that nobody has claimed. Their hints are used up: they lose the mark of being on a stream,
   * or the sweep would wait for entries that are long acknowledged.
   */
  async putOff(ids: string[], dueAt: Date): Promise<void> {
    await this.#rows.updateMany({ _id: { $in: ids }, [this.dueField]: { $lte: this.#clock.now() } } as object, {
      $set: { [this.dueField]: dueAt },
      $unset: { enqueued_at: 1 },
    })
  }

  /** Notes what the handling of a claimed row failed with. */
  async noteError(id: string, token: string, error: string): Promise<void> {
    await this.#rows.updateOne({ _id: id, 'lease.token': token }, { $set: { last_error: error } })
  }

  /** Rows that are due now, those due longest first. */
  async due(limit: number, skip: number): Promise<DueRow[]> {
    const projection = { account_id: 1, enqueued_at: 1, subscription_id: 1, attempt_count: 1 }
    const filter = { [this.dueField]: { $lte: this.#clock.now() } }
    return (await this.#rows
      .find(filter as object, { projection, limit, skip, sort: { [this.dueField]: 1 } })
      .toArray()) as unknown as DueRow[]
  }

  /** Notes that a hint for these rows is being put on a stream. */
  async markEnqueued(ids: string[], at: Date): Promise<void> {
    await this.#rows.updateMany({ _id: { $in: ids }, [this.dueField]: { $lte: this.#clock.now() } } as object, {
      $set: { enqueued_at: at },
    })
  }

  /** Takes the mark of that moment back: the hints did not get there. */
  async unmarkEnqueued(ids: string[], at: Date): Promise<void> {
    await this.#rows.updateMany({ _id: { $in: ids }, enqueued_at: at } as object, { $unset: { enqueued_at: 1 } })
  }

  /** Takes a row off the conveyor for good, or until somebody retries it. */
  async park(ids: string[]): Promise<void> {
    await this.#rows.updateMany({ _id: { $in: ids } }, { $unset: { [this.dueField]: 1, lease: 1 } } as object)
  }

  /**
   * Makes parked rows due again. Answers how many exist. One crash stays to their name: whoever claims such a row
   * first looks whether an earlier handling came through.
   */
  async revive(ids: string[]): Promise<number> {
    const result = await this.#rows.updateMany({ _id: { $in: ids } } as object, {
      $set: { [this.dueField]: this.#clock.now(), crashes: 1 },
      $unset: { lease: 1, enqueued_at: 1, last_error: 1 },
    })
    return result.matchedCount
  }

  /** How many rows are due now, counted up to `limit`. */
  countDue(limit: number): Promise<number> {
    return this.#rows.countDocuments({ [this.dueField]: { $lte: this.#clock.now() } } as object, { limit })
  }

  /** Age in ms of the row that has been due longest, 0 when none is. */
  async oldestDueMs(): Promise<number> {
    const [row] = await this.#rows
      .find({ [this.dueField]: { $lte: this.#clock.now() } } as object, {
        sort: { [this.dueField]: 1 },
        limit: 1,
        projection: { [this.dueField]: 1 },
      })
      .toArray()
    const dueAt = row && (row as unknown as Record<string, Date>)[this.dueField]
    return dueAt ? Math.max(0, this.#clock.now().getTime() - dueAt.getTime()) : 0
  }
}
