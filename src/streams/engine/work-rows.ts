import { randomBytes } from 'node:crypto'
import type { mongo } from 'mongoose'
import type { Clock } from '../../clock.js'
import { groupBy } from '../../lib/collections/group-by.js'
import { allInParallel } from '../../lib/concurrency/in-parallel.js'
import { isServerUnavailable } from '../../lib/errors/server-unavailable.js'
import { StaleReadError } from '../../lib/errors/stale-read-error.js'
import { Backlog, type BacklogOptions, isDue } from './backlog.js'
import type { Hint } from './hint.js'
import type { Claimed, Lease, ParkedState, WorkRow } from './work-row.js'

/*
 * Claims and outcomes.
 *
 * A claim is one compare-and-set: it takes only due rows, writes a lease with a new token, counts a crash in advance,
 * and moves the due time to the end of the lease. So if the owner dies, the row becomes due again automatically. An
 * outcome is written with the token as a filter: if the token does not match, the row has a newer owner, and the
 * outcome is dropped. A written outcome resets the crashes to 0.
 */

/** A row with this many crashes is parked as a dead letter. */
export const MAX_CRASHES = 5

const RENEWALS_AT_A_TIME = 8

/** Named rows are found by their ids. Without this, mongod would try the indexes that begin with the account, too. */
const BY_ID = { hint: { _id: 1 } } as const

/** A new token of a claim. */
export const newToken = (): string => randomBytes(12).toString('hex')

/** Names a row. With its account, a cluster that is sharded by account asks one shard. */
export type RowRef = Pick<Hint, 'id' | 'accountId'>

/** The name of a row that was read. */
export const refOf = ({ _id, account_id }: Pick<WorkRow, '_id' | 'account_id'>): RowRef => ({
  id: _id,
  accountId: account_id,
})

/** Matches the named rows, with the account. */
export const amongRefs = (refs: readonly RowRef[]) => ({
  _id: { $in: refs.map(({ id }) => id) },
  account_id: { $in: [...new Set(refs.map(({ accountId }) => accountId))] },
})

/** The outcome of a claimed row. */
export interface RowOutcome<T extends WorkRow> {
  row: Claimed<T>
  /** When the row is due again; null if nothing is left to do. */
  dueAt: Date | null
  set?: Partial<T>
  unset?: readonly (string & keyof T)[]
  /**
   * More fields to set, as aggregation expressions over the row and `$$outcome.given`. Outcomes with the same object share
   * a command.
   */
  computed?: Record<string, unknown>
  given?: Record<string, unknown>
}

export interface WorkRowsOptions<T extends WorkRow> extends BacklogOptions<T> {
  /** Whether a row may get another account than its hint has. Then queries do not name the account, nor a shard key. */
  changesAccount?: boolean
  /** Field with the start of a period that excludes certain pauses: each such pause moves it forward. */
  clockField?: { name: string & keyof T; stopsFor(pausedBy: string): boolean }
  /** By default a parked row looks as before. */
  parkedState?: ParkedState
  /** Fields that rows have and `T` does not: a claim does not read them. */
  unread?: readonly string[]
}

/** All operations on the work rows of one collection: claim, write outcomes, pause, resume, park. */
export class WorkRows<T extends WorkRow> {
  readonly dueField: string
  readonly backlog: Backlog<T>
  readonly #options: WorkRowsOptions<T>
  readonly #rows: mongo.Collection<WorkRow>
  readonly #clock: Clock
  readonly #projection: Record<string, 0>

  constructor(options: WorkRowsOptions<T>) {
    this.dueField = options.dueField
    this.backlog = new Backlog(options)
    this.#projection = Object.fromEntries((options.unread ?? []).map((field) => [field, 0]))
    this.#options = options
    // A view of the rows that has only the fields common to all work.
    this.#rows = options.collection as unknown as mongo.Collection<WorkRow>
    this.#clock = options.clock
  }

  /**
   * Claims those of the rows that are due and not leased, all with one lease.
   * @param lease with a new token.
   * @param changes further fields to set in the same write, as an aggregation expression.
   * @param maxCrashes rows with this many crashes are not claimed.
   * @throws errors of the ledger, {@link StaleReadError} among them. Whether the rows are claimed is then unknown; {@link release} with the token gives back those
   *   that are.
   */
  async claim(
    refs: readonly RowRef[],
    lease: Lease,
    changes: Record<string, unknown> = {},
    maxCrashes = MAX_CRASHES,
  ): Promise<Claimed<T>[]> {
    const { token, until } = lease
    const claimable = { ...this.#areDue(refs), crashes: { $lt: maxCrashes } }
    const claim = [{ $set: { lease, [this.dueField]: until, crashes: { $add: ['$crashes', 1] }, ...changes } }]
    const reading = { ...BY_ID, projection: this.#projection }
    if (refs.length === 1 && !this.#options.changesAccount) {
      // One command instead of two. A cluster takes it only with the shard key.
      const row = await this.#rows.findOneAndUpdate(claimable, claim, { ...reading, returnDocument: 'after' })
      return row ? [row as unknown as Claimed<T>] : []
    }
    const write = () => this.#rows.updateMany(claimable, claim, BY_ID)
    const { modifiedCount } = await write().catch((error: unknown) => {
      // Whether it was written is unknown, and the driver repeats no such write. What it has claimed is not due any more, and
      // has the token, so a second one claims only what is left.
      if (!isServerUnavailable(error)) throw error
      return write()
    })
    const rows = await this.#rows.find<Claimed<T>>({ ...this.#among(refs), 'lease.token': token }, reading).toArray()
    if (rows.length < modifiedCount)
      throw new StaleReadError(`${modifiedCount} rows were claimed, and ${rows.length} are found`)
    return rows
  }

  /** Those of the rows that are due and have at least this many crashes. */
  async crashed(refs: readonly RowRef[], minCrashes: number): Promise<T[]> {
    return this.#rows
      .find<T>({ ...this.#areDue(refs), crashes: { $gte: minCrashes } }, { ...BY_ID, projection: this.#projection })
      .toArray()
  }

  /**
   * Takes due rows off the conveyor until {@link resume}. Returns their number.
   * @param only values that rows must have to be paused.
   */
  async pause(refs: readonly RowRef[], pausedBy: string, only: Partial<T> = {}): Promise<number> {
    const { modifiedCount } = await this.#rows.updateMany(
      { ...only, ...this.#areDue(refs) },
      {
        $set: { held: pausedBy, held_at: this.#clock.now() },
        $unset: { [this.dueField]: 1, lease: 1, enqueued_at: 1 },
      },
      BY_ID,
    )
    return modifiedCount
  }

  /** Makes up to `limit` paused rows due again. Returns their number. */
  async resume(pausedBy: string, limit: number): Promise<number> {
    const { clockField } = this.#options
    const rows = await this.#rows.find({ held: pausedBy }, { projection: { account_id: 1 }, limit }).toArray()
    if (rows.length === 0) return 0
    const now = this.#clock.now()
    const pausedMs = { $subtract: [now, { $ifNull: ['$held_at', now] }] }
    // Adding to a missing field leaves it null.
    const moved = clockField?.stopsFor(pausedBy) && { [clockField.name]: { $add: [`$${clockField.name}`, pausedMs] } }
    await this.#rows.updateMany(
      { ...this.#among(rows.map(refOf)), held: pausedBy },
      [{ $set: { [this.dueField]: now, ...moved } }, { $unset: ['held', 'held_at'] }],
      BY_ID,
    )
    return rows.length
  }

  /**
   * Writes each outcome if its token still owns the row; otherwise the row has a newer owner. Returns the number
   * written. Those alike share one command, which costs a third of one for each row.
   */
  async writeOutcomes(
    outcomes: readonly RowOutcome<T>[],
    options: { session?: mongo.ClientSession } = {},
  ): Promise<number> {
    let written = 0
    for (const alike of groupAlike(outcomes)) {
      const tokens = ofEach(
        alike.map(({ row }) => row._id),
        alike.map(({ row }) => row.lease.token),
      )
      const own = this.#among(alike.map(({ row }) => refOf(row)))
      const filter = { ...own, $expr: { $eq: ['$lease.token', tokens] } }
      written += (await this.#rows.updateMany(filter, this.#toUpdate(alike), { ...BY_ID, ...options })).matchedCount
    }
    return written
  }

  /** One update for outcomes that differ only in their values. Each row picks its own. */
  #toUpdate(alike: readonly RowOutcome<T>[]): mongo.Document[] {
    const { dueAt, unset = [], computed } = alike[0]!
    const ids = alike.map(({ row }) => row._id)
    const outcomes = alike.map(({ set, given, dueAt }) => ({
      set: { ...set, crashes: 0, ...(dueAt && { [this.dueField]: dueAt }) },
      given,
    }))
    const own = ofEach(ids, outcomes)
    const fields = ['$$ROOT', '$$outcome.set', ...(computed ? [computed] : [])]
    return [
      { $replaceWith: { $let: { vars: { outcome: own }, in: { $mergeObjects: fields } } } },
      { $unset: ['lease', 'enqueued_at', 'last_error', ...unset, ...(dueAt ? [] : [this.dueField])] },
    ]
  }

  /** Makes claims with a token last until then. Returns the ids of the rows that still had it. */
  async renew(
    refs: readonly RowRef[],
    token: string,
    until: Date,
    options: { session?: mongo.ClientSession } = {},
  ): Promise<Set<string>> {
    const own = { ...this.#among(refs), 'lease.token': token }
    const lasting = { $set: { 'lease.until': until, [this.dueField]: until } } as mongo.UpdateFilter<WorkRow>
    const { matchedCount } = await this.#rows.updateMany(own, lasting, { ...BY_ID, ...options })
    if (matchedCount === refs.length) return new Set(refs.map(({ id }) => id))
    if (options.session) {
      const rows = await this.#rows.find(own, { ...BY_ID, ...options, projection: { _id: 1 } }).toArray()
      return new Set(rows.map(({ _id }) => _id))
    }
    // Outside a transaction, a read can be older than the loss of a claim. A write is not.
    const renewed = await allInParallel(refs, RENEWALS_AT_A_TIME, async (ref) => {
      const alone = { ...this.#among([ref]), 'lease.token': token }
      return (await this.#rows.updateMany(alone, lasting, BY_ID)).matchedCount > 0 ? [ref.id] : []
    })
    return new Set(renewed.flat())
  }

  /** Makes claimed rows due at `dueAt`, as if they had not been claimed: only the crash counted in advance is undone. */
  async release(refs: readonly RowRef[], token: string, dueAt: Date): Promise<void> {
    await this.#rows.updateMany(
      { ...this.#among(refs), 'lease.token': token },
      {
        $set: { [this.dueField]: dueAt },
        $inc: { crashes: -1 },
        $unset: { lease: 1, enqueued_at: 1 },
      },
      BY_ID,
    )
  }

  /**
   * Puts off rows that nobody has claimed, each until its own time, by one command. Their hints are acknowledged, so `enqueued_at` is
   * removed: otherwise the sweep would assume that the hints are still on a stream.
   */
  async defer(items: readonly { ref: RowRef; dueAt: Date }[]): Promise<void> {
    const refs = items.map(({ ref }) => ref)
    const dueAt = ofEach(
      refs.map(({ id }) => id),
      items.map((item) => item.dueAt),
    )
    const update = [{ $set: { [this.dueField]: dueAt } }, { $unset: 'enqueued_at' }]
    await this.#rows.updateMany(this.#areDue(refs), update, BY_ID)
  }

  /** Records the error with which the work on a claimed row failed. False if it has a newer owner. */
  async noteError(row: Claimed<T>, error: string): Promise<boolean> {
    const own = { ...this.#among([refOf(row)]), 'lease.token': row.lease.token }
    return (await this.#rows.updateMany(own, { $set: { last_error: error } }, BY_ID)).matchedCount > 0
  }

  /**
   * Records that the work on a claimed row failed because the ledger was away. However often that happens, the row is not
   * parked for it. It stays one that was claimed before, as its work may have had effects. False if it has a newer owner.
   */
  async noteOutage(row: Claimed<T>, error: string): Promise<boolean> {
    const own = { ...this.#among([refOf(row)]), 'lease.token': row.lease.token }
    const crashes = { $max: [1, { $subtract: ['$crashes', 1] }] }
    const update = [{ $set: { last_error: { $literal: error }, crashes } }]
    return (await this.#rows.updateMany(own, update, BY_ID)).matchedCount > 0
  }

  /**
   * Undoes the crashes that were counted in advance for claims which have ended, although their owner is alive: whoever has the
   * rows now. They stay rows that were claimed before, as the work may have had effects. A row that another has stays one even if
   * that claim is released.
   * @param token that of the claims.
   */
  async undoCrashes(refs: readonly RowRef[], token: string): Promise<void> {
    // An outcome, giving back and parking end the lease. The crashes of a parked row stay.
    const own = { 'lease.token': token, crashes: { $gt: 1 } }
    const another = { 'lease.token': { $gt: '', $ne: token }, crashes: { $gt: 2 } }
    await this.#rows.updateMany({ ...this.#among(refs), $or: [own, another] }, { $inc: { crashes: -1 } }, BY_ID)
  }

  /** Records that hints for these rows are being put on a stream. */
  async markEnqueued(refs: readonly RowRef[], at: Date): Promise<void> {
    await this.#rows.updateMany(this.#areDue(refs), { $set: { enqueued_at: at } }, BY_ID)
  }

  /** Undoes {@link markEnqueued} of that time, because the hints did not reach the stream. */
  async unmarkEnqueued(refs: readonly RowRef[], at: Date): Promise<void> {
    await this.#rows.updateMany({ ...this.#among(refs), enqueued_at: at }, { $unset: { enqueued_at: 1 } }, BY_ID)
  }

  /** Takes rows that have crashed too often off the conveyor until an operator retries them. Not those with an outcome by now. */
  async parkCrashed(refs: readonly RowRef[]): Promise<void> {
    await this.#takeOff({ ...this.#areDue(refs), crashes: { $gte: MAX_CRASHES } })
  }

  /** Takes a claimed row off the conveyor until an operator retries it, unless it has a newer owner. */
  async parkClaimed(row: Claimed<T>): Promise<void> {
    await this.#takeOff({ ...this.#among([refOf(row)]), 'lease.token': row.lease.token })
  }

  /** Takes rows off the conveyor, whoever has them: there is no sense in their work any more. */
  async end(refs: readonly RowRef[]): Promise<void> {
    await this.#takeOff(this.#among(refs))
  }

  async #takeOff(filter: mongo.Filter<WorkRow>): Promise<void> {
    const shown = this.#options.parkedState?.parked(this.#clock.now())
    const update = [...(shown ? [{ $set: shown }] : []), { $unset: [this.dueField, 'lease'] }]
    await this.#rows.updateMany(filter, update, BY_ID)
  }

  /**
   * Makes parked rows due again. Each keeps one crash, so that its next owner first checks whether an earlier attempt succeeded.
   * Rows that are at work again, or done, stay as they are: somebody else has revived them.
   */
  async retry(refs: readonly RowRef[]): Promise<void> {
    const now = this.#clock.now()
    const absent = { $exists: false }
    await this.#rows.updateMany(
      { ...this.#among(refs), [this.dueField]: absent, held: absent, crashes: { $gt: 0 } },
      [
        { $set: { ...this.#options.parkedState?.retried(now), [this.dueField]: now, crashes: 1 } },
        { $unset: ['lease', 'enqueued_at', 'last_error'] },
      ],
      BY_ID,
    )
  }

  /** Matches rows with nothing left to do: not due, not paused, and not parked. A parked row keeps its crashes. */
  get atRest() {
    const absent = { $exists: false }
    return { [this.dueField]: absent, held: absent, crashes: { $lt: MAX_CRASHES } }
  }

  /** Matches these rows. */
  #among(refs: readonly RowRef[]): mongo.Filter<WorkRow> {
    const { _id, account_id } = amongRefs(refs)
    return this.#options.changesAccount ? { _id } : { _id, account_id }
  }

  /** Matches those of these rows that are due now. */
  #areDue(refs: readonly RowRef[]): mongo.Filter<WorkRow> {
    return { ...this.#among(refs), ...isDue(this.#options) }
  }
}

/** Groups outcomes that one update can write: they set and remove the same fields, and each is of another row. */
function groupAlike<T extends WorkRow>(outcomes: readonly RowOutcome<T>[]): RowOutcome<T>[][] {
  const groups: RowOutcome<T>[][] = []
  for (const byRule of groupBy(outcomes, ({ computed }) => computed).values()) {
    const shapeOf = ({ dueAt, unset = [] }: RowOutcome<T>) => `${dueAt === null} ${unset}`
    for (const byShape of groupBy(byRule, shapeOf).values()) groups.push(...eachOnce(byShape))
  }
  return groups
}

/** Splits outcomes so that no row occurs twice in a group, as it does if it was claimed again meanwhile. */
function eachOnce<T extends WorkRow>(outcomes: readonly RowOutcome<T>[]): RowOutcome<T>[][] {
  const groups: Map<string, RowOutcome<T>>[] = []
  for (const outcome of outcomes) {
    const { _id } = outcome.row
    const group = groups.find((rows) => !rows.has(_id))
    if (group) group.set(_id, outcome)
    else groups.push(new Map([[_id, outcome]]))
  }
  return groups.map((group) => [...group.values()])
}

/** An expression with a value for each of the rows. mongod makes an index of constant ids, so this takes no search. */
function ofEach(ids: readonly string[], values: readonly unknown[]) {
  return { $arrayElemAt: [{ $literal: values }, { $indexOfArray: [{ $literal: ids }, '$_id'] }] }
}
