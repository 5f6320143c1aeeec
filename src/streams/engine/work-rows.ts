import { randomBytes } from 'node:crypto'
import type { mongo } from 'mongoose'
import type { Clock } from '../../clock.js'
import type { Hint } from './hint.js'
import type { Claimed, WorkRow } from './work-row.js'

/*
 * Claims and outcomes.
 *
 * A claim is one compare-and-set: it takes only what is due, writes a lease with a fresh token, counts a crash in
 * advance, and moves the due time to the end of the lease. So a row whose owner died falls due again by itself. An
 * outcome is written with the token as a filter: where the token no longer matches, there is a newer owner, and the
 * outcome is dropped. An outcome that is recorded sets the crashes back to 0.
 */

/** A row with this many crashes is parked as a dead letter. */
export const MAX_CRASHES = 5

/** A due row, as the sweep sees it. */
export interface DueRow {
  hint: Hint
  /** The lane that its hint travels in; without one, the first of its topic. */
  lane?: string | undefined
  enqueuedAt?: Date | undefined
}

/** What became of a claimed row. */
export interface Outcome<T extends WorkRow> {
  row: Claimed<T>
  /** When it is due again; null when nothing is left to do. */
  dueAt: Date | null
  set?: Partial<T>
  inc?: Partial<Record<keyof T, number>>
  unset?: readonly (string & keyof T)[]
  /** Instead of `set` and `inc`: fields to set, as an aggregation expression. */
  computed?: Record<string, unknown>
}

export interface WorkRowsOptions<T extends WorkRow> {
  collection: mongo.Collection<T>
  /** Field with the time when a row becomes due. */
  dueField: string & keyof T
  clock: Clock
  /** How the hint of a due row travels, by the fields that it names; in the first lane and without a target by default. */
  route?: { fields: readonly (string & keyof T)[]; of(row: Partial<T>): { lane?: string; target?: string | undefined } }
  /** Field with the start of a period that must not count the pauses of this kind: it moves on by each pause. */
  clockField?: { name: string & keyof T; stopsFor(pausedBy: string): boolean }
}

/** The narrow functions through which the work of one collection is claimed, closed, paused and swept. */
export class WorkRows<T extends WorkRow> {
  readonly dueField: string
  readonly #options: WorkRowsOptions<T>
  readonly #rows: mongo.Collection<WorkRow>
  readonly #clock: Clock

  constructor(options: WorkRowsOptions<T>) {
    this.dueField = options.dueField
    this.#options = options
    // The fields that all work has, of rows that have others as well.
    this.#rows = options.collection as unknown as mongo.Collection<WorkRow>
    this.#clock = options.clock
  }

  /**
   * Claims those of the rows that are due and not leased, all under one new token.
   * @param changes further fields to set in the same write, as an aggregation expression.
   * @param maxCrashes rows with this many crashes are left alone.
   */
  async claim(
    ids: string[],
    by: string,
    leaseMs: number,
    changes: Record<string, unknown> = {},
    maxCrashes = MAX_CRASHES,
  ): Promise<Claimed<T>[]> {
    const token = randomBytes(12).toString('hex')
    const until = new Date(this.#clock.now().getTime() + leaseMs)
    await this.#rows.updateMany({ ...this.#isDue(ids), crashes: { $lt: maxCrashes } }, [
      {
        $set: { lease: { by, token, until }, [this.dueField]: until, crashes: { $add: ['$crashes', 1] }, ...changes },
      },
    ])
    return this.#rows.find<Claimed<T>>({ _id: { $in: ids }, 'lease.token': token }).toArray()
  }

  /** Those of the rows that are due and have this many crashes or more. */
  async crashed(ids: string[], minCrashes: number): Promise<T[]> {
    return this.#rows.find<T>({ ...this.#isDue(ids), crashes: { $gte: minCrashes } }).toArray()
  }

  /** Takes due rows off the conveyor until {@link resume}. */
  async pause(ids: string[], pausedBy: string): Promise<void> {
    await this.#rows.updateMany(this.#isDue(ids), {
      $set: { held: pausedBy, held_at: this.#clock.now() },
      $unset: { [this.dueField]: 1, lease: 1, enqueued_at: 1 },
    })
  }

  /** Who has paused rows at present. One short look at the index for each. */
  async pausers(): Promise<string[]> {
    const pausers: string[] = []
    for (;;) {
      const last = pausers.at(-1) ?? ''
      const row = await this.#rows.findOne({ held: { $gt: last } }, { sort: { held: 1 }, projection: { held: 1 } })
      if (!row?.held) return pausers
      pausers.push(row.held)
    }
  }

  /** Makes up to `limit` paused rows due again. Answers how many. */
  async resume(pausedBy: string, limit: number): Promise<number> {
    const { clockField } = this.#options
    const rows = await this.#rows.find({ held: pausedBy }, { projection: { _id: 1 }, limit }).toArray()
    if (rows.length === 0) return 0
    const now = this.#clock.now()
    const pausedMs = { $subtract: [now, { $ifNull: ['$held_at', now] }] }
    // Nothing plus some time stays nothing.
    const moved = clockField?.stopsFor(pausedBy) && { [clockField.name]: { $add: [`$${clockField.name}`, pausedMs] } }
    await this.#rows.updateMany({ _id: { $in: rows.map((row) => row._id) }, held: pausedBy }, [
      { $set: { [this.dueField]: now, ...moved } },
      { $unset: ['held', 'held_at'] },
    ])
    return rows.length
  }

  /**
   * Writes outcomes, each only where its token still owns the row. Answers how many did: of the others there is a newer
   * owner.
   */
  async writeOutcomes(
    outcomes: readonly Outcome<T>[],
    options: { session?: mongo.ClientSession } = {},
  ): Promise<number> {
    if (outcomes.length === 0) return 0
    const updates = outcomes.map((outcome) => ({
      updateOne: {
        filter: { _id: outcome.row._id, 'lease.token': outcome.row.lease.token },
        update: this.#toUpdate(outcome),
      },
    }))
    const { matchedCount } = await this.#rows.bulkWrite(updates, { ordered: false, ...options })
    return matchedCount
  }

  #toUpdate({ dueAt, set, inc, unset = [], computed }: Outcome<T>): mongo.Document {
    const fields = { crashes: 0, ...(dueAt && { [this.dueField]: dueAt }) }
    const gone = ['lease', 'enqueued_at', 'last_error', ...unset, ...(dueAt ? [] : [this.dueField])]
    if (computed) return [{ $set: { ...computed, ...fields } }, { $unset: gone }]
    const $unset = Object.fromEntries(gone.map((field) => [field, 1]))
    return { $set: { ...set, ...fields }, ...(inc && { $inc: inc }), $unset }
  }

  /** Puts claimed rows back, due at `dueAt`, as if they had not been claimed. */
  async giveBack(ids: string[], token: string, dueAt: Date): Promise<void> {
    await this.#rows.updateMany(
      { _id: { $in: ids }, 'lease.token': token },
      {
        $set: { [this.dueField]: dueAt, crashes: 0 },
        $unset: { lease: 1, enqueued_at: 1 },
      },
    )
  }

  /**
   * Puts off rows that nobody has claimed. Their hints are used up, so they lose the mark of being on a stream:
   * otherwise the sweep would wait for entries that are long acknowledged.
   */
  async putOff(ids: string[], dueAt: Date): Promise<void> {
    await this.#rows.updateMany(this.#isDue(ids), { $set: { [this.dueField]: dueAt }, $unset: { enqueued_at: 1 } })
  }

  /** Notes the error that the handling of a claimed row failed with. */
  async noteError(id: string, token: string, error: string): Promise<void> {
    await this.#rows.updateOne({ _id: id, 'lease.token': token }, { $set: { last_error: error } })
  }

  /** Rows that are due now, those due longest first. */
  async due(limit: number, skip: number): Promise<DueRow[]> {
    const { route } = this.#options
    const fields = ['account_id', 'enqueued_at', ...(route?.fields ?? [])]
    const projection = Object.fromEntries(fields.map((field) => [field, 1]))
    const rows = await this.#rows.find<T>(this.#isDue(), { projection, limit, skip, sort: this.#byDueTime }).toArray()
    return rows.map((row) => {
      const { lane, target } = route?.of(row) ?? {}
      return { hint: { id: row._id, accountId: row.account_id, target }, lane, enqueuedAt: row.enqueued_at }
    })
  }

  /** Notes that a hint for these rows is being put on a stream. */
  async markEnqueued(ids: string[], at: Date): Promise<void> {
    await this.#rows.updateMany(this.#isDue(ids), { $set: { enqueued_at: at } })
  }

  /** Takes the mark of that moment back: the hints did not get there. */
  async unmarkEnqueued(ids: string[], at: Date): Promise<void> {
    await this.#rows.updateMany({ _id: { $in: ids }, enqueued_at: at }, { $unset: { enqueued_at: 1 } })
  }

  /** Takes rows off the conveyor for good, or until somebody retries them. */
  async park(ids: string[]): Promise<void> {
    await this.#rows.updateMany({ _id: { $in: ids } }, { $unset: { [this.dueField]: 1, lease: 1 } })
  }

  /**
   * Makes parked rows due again. Answers how many exist. Each keeps one crash, so that whoever claims it first checks
   * whether an earlier handling got through.
   */
  async revive(ids: string[]): Promise<number> {
    const result = await this.#rows.updateMany(
      { _id: { $in: ids } },
      {
        $set: { [this.dueField]: this.#clock.now(), crashes: 1 },
        $unset: { lease: 1, enqueued_at: 1, last_error: 1 },
      },
    )
    return result.matchedCount
  }

  /** How many rows are due now, counted up to `limit`. */
  countDue(limit: number): Promise<number> {
    return this.#rows.countDocuments(this.#isDue(), { limit })
  }

  /** Age in ms of the row that has been due longest; 0 when none is. */
  async oldestDueMs(): Promise<number> {
    const projection = { _id: 0, dueAt: `$${this.dueField}` }
    const row = await this.#rows.findOne<{ dueAt: Date }>(this.#isDue(), { sort: this.#byDueTime, projection })
    return row ? Math.max(0, this.#clock.now().getTime() - row.dueAt.getTime()) : 0
  }

  /** Matches what is due now, of these rows or of all. */
  #isDue(ids?: string[]): mongo.Filter<WorkRow> {
    return { ...(ids && { _id: { $in: ids } }), [this.dueField]: { $lte: this.#clock.now() } }
  }

  get #byDueTime(): mongo.Sort {
    return { [this.dueField]: 1 }
  }
}
