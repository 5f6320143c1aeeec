import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Clock } from '../clock.js'
import { ID_PREFIXES } from '../ids.js'
import { withTimeout } from '../lib/time-limit.js'
import type { WorkKind } from '../models/dead-letter.js'
import type { Models } from '../models/index.js'
import type { DueRow } from '../models/work-row.js'
import { partitionOf } from './catalog.js'
import type { Conveyor } from './conveyor.js'
import { epochKey } from './keys.js'

/*
 * The sweep: once a second it puts on the conveyor what is due in the ledger and not on it already. Scheduled
 * mail, retries, rows whose worker died and rows whose hint was lost all come back this way, so that losing
 * Redis costs seconds of delay and nothing else. Any number of schedulers may run: they overlap harmlessly.
 *
 * A row that was put on a stream at T is still on it as long as the stream's oldest entry is not younger
 * than T; such a row is left alone, so that a long backlog is not doubled.
 */

const TICK_MS = 1_000
/** A sweep that takes longer has lost a command, and the next one begins: two at a time harm nobody. */
const SWEEP_TIMEOUT_MS = 120_000
const BATCH = 500
/** Entries on the streams of a topic at which the sweep pauses: the ledger keeps the rest. */
const MAX_BACKLOG = 10_000
/** How long a freshly marked row is left alone, for its hint to arrive and for clocks that differ a little. */
const GRACE_MS = 2_000

/** Where the rows of a topic note when their retries began. */
const STARTED_BY_KIND: Partial<Record<WorkKind, string>> = {
  dispatch: 'first_attempt_at',
  deliveries: 'round_started_at',
}

export interface SchedulerOptions {
  models: Models
  conveyor: Conveyor
  redis: Redis
  prefix: string
  clock: Clock
  log: Logger
  /** Whether the holder of held rows (an account or a subscription) lets them go on. */
  mayGoOn: (holder: string) => Promise<boolean>
  /** What else is done in every round: each finishes what processes that died left undone. */
  chores?: (() => Promise<unknown>)[]
}

export class Scheduler {
  readonly #options: SchedulerOptions
  #epoch: string | null = null
  #timer: NodeJS.Timeout | null = null
  #tick: Promise<void> = Promise.resolve()
  #stopping = false

  constructor(options: SchedulerOptions) {
    this.#options = options
  }

  start(): void {
    this.#next(0)
  }

  async close(): Promise<void> {
    this.#stopping = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#tick
  }

  /** One round over all topics. */
  async sweep(): Promise<void> {
    const lost = await this.#redisLostItsData()
    for (const kind of Object.keys(this.#options.conveyor.catalog) as WorkKind[]) {
      await this.#releaseHeld(kind)
      await this.#enqueueDue(kind, lost)
    }
    for (const chore of this.#options.chores ?? []) await chore()
  }

  #next(delayMs: number): void {
    if (this.#stopping) return
    this.#timer = setTimeout(() => {
      this.#tick = withTimeout(SWEEP_TIMEOUT_MS, this.sweep())
        .catch((error: Error) =>
          this.#options.log.warn({ err: error.message }, 'a sweep failed; the next one tries again'),
        )
        .finally(() => this.#next(TICK_MS))
    }, delayMs)
  }

  /** Whether Redis has come back empty since the last look. Only one process is told, and brings everything back. */
  async #redisLostItsData(): Promise<boolean> {
    const { redis, prefix, log } = this.#options
    const found = await redis.get(epochKey(prefix))
    if (found) {
      this.#epoch = found
      return false
    }
    const fresh = randomBytes(12).toString('hex')
    const first = await redis.set(epochKey(prefix), fresh, 'NX')
    if (this.#epoch && first) log.warn('Redis has lost its data; putting all open work on the streams again')
    this.#epoch = fresh
    return first !== null
  }

  async #releaseHeld(kind: WorkKind): Promise<void> {
    const rows = this.#options.models.work[kind]
    for (const holder of await rows.holders()) {
      if (!(await this.#options.mayGoOn(holder))) continue
      // A subscription counts its own pauses; the time of an account's suspension is taken out here.
      const clockField = holder.startsWith(ID_PREFIXES.account) ? STARTED_BY_KIND[kind] : undefined
      while ((await rows.release(holder, BATCH, clockField)) === BATCH);
    }
  }

  async #enqueueDue(kind: WorkKind, ignoreMarks: boolean): Promise<void> {
    const { models, conveyor, clock } = this.#options
    const rows = models.work[kind]
    const { length, oldest } = await this.#streams(kind)
    const now = clock.now()
    const isOnStream = (row: DueRow) => {
      if (!row.enqueued_at || ignoreMarks) return false
      if (now.getTime() - row.enqueued_at.getTime() < GRACE_MS) return true
      const head = oldest.get(conveyor.key(kind, laneOf(kind, row), partitionOf(row.account_id, conveyor.partitions)))
      return head !== undefined && head <= row.enqueued_at.getTime() + GRACE_MS
    }

    for (let seen = 0; length + seen < MAX_BACKLOG; ) {
      const due = await rows.due(BATCH, seen)
      const waiting = due.filter((row) => !isOnStream(row))
      if (waiting.length > 0) await this.#enqueue(kind, waiting, now)
      if (due.length < BATCH) return
      seen += due.length
    }
  }

  /** Marks before it puts, so that a worker that is quick finds the mark there. What was not put loses its mark. */
  async #enqueue(kind: WorkKind, waiting: DueRow[], now: Date): Promise<void> {
    const rows = this.#options.models.work[kind]
    const ids = waiting.map((row) => row._id)
    await rows.markEnqueued(ids, now)
    try {
      await this.#put(kind, waiting)
    } catch (error) {
      await rows.unmarkEnqueued(ids, now)
      throw error
    }
  }

  async #put(kind: WorkKind, rows: DueRow[]): Promise<void> {
    for (const lane of this.#options.conveyor.catalog[kind].lanes) {
      const hints = rows
        .filter((row) => laneOf(kind, row) === lane)
        .map((row) => ({
          id: row._id,
          accountId: row.account_id,
          ...(row.subscription_id && { subscriptionId: row.subscription_id }),
        }))
      await this.#options.conveyor.put(kind, hints, lane)
    }
  }

  /** How many entries a topic's streams hold, and for each stream the millisecond of its oldest. */
  async #streams(kind: WorkKind): Promise<{ length: number; oldest: Map<string, number> }> {
    const { redis, conveyor } = this.#options
    const oldest = new Map<string, number>()
    let length = 0
    await Promise.all(
      conveyor.keys(kind).map(async (key) => {
        const [count, head] = await Promise.all([redis.xlen(key), redis.xrange(key, '-', '+', 'COUNT', 1)])
        length += count
        if (head[0]) oldest.set(key, Number.parseInt(head[0][0], 10))
      }),
    )
    return { length, oldest }
  }
}

/** A delivery that was tried before travels in the lane of the retries. */
function laneOf(kind: WorkKind, row: DueRow): string {
  if (kind !== 'deliveries') return 'main'
  return row.attempt_count ? 'retry' : 'first'
}
