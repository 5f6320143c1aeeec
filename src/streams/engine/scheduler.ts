import { randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.js'
import { groupBy } from '../../lib/group-by.js'
import { withTimeout } from '../../lib/time-limit.js'
import { epochKey } from '../../redis-keys.js'
import type { Conveyor } from './conveyor.js'
import { topicNames } from './topic.js'
import type { DueRow, WorkRows } from './work-rows.js'

/*
 * The sweep: once a second it puts due rows on the conveyor that are not there already: scheduled work, retries, rows
 * of dead workers and rows whose hint was lost. So losing Redis only costs seconds. Any number of schedulers may run;
 * overlapping is harmless.
 *
 * A row that was put on a stream at T is still there as long as the stream's oldest entry is not younger than T. Such a
 * row is skipped, so that a long backlog is not doubled.
 */

const TICK_MS = 1_000
/** A sweep that takes longer has lost a command, so the next one starts. Two at a time do no harm. */
const SWEEP_TIMEOUT_MS = 120_000
const BATCH = 500
/** With this many entries on a topic's streams the sweep stops adding more; the rest stays in the ledger. */
const MAX_BACKLOG = 10_000
/** A newly marked row is skipped for this long: its hint takes a moment, and clocks differ a little. */
const GRACE_MS = 2_000

/** The functions of a topic's rows that the sweep needs. */
export type SweptRows = Pick<
  WorkRows<never>,
  'due' | 'markEnqueued' | 'unmarkEnqueued' | 'pausers' | 'resume' | 'countDue' | 'oldestDueMs'
>

export interface SchedulerOptions<Name extends string> {
  /** The rows of every topic. */
  work: Readonly<Record<Name, SweptRows>>
  conveyor: Conveyor<Name>
  redis: Redis
  prefix: string
  clock: Clock
  log: Logger
  /** Whether a pause is over, so that its rows can go on. */
  isPauseOver: (pausedBy: string) => Promise<boolean>
  /** Further work of every round, such as finishing what dead processes left. */
  chores?: (() => Promise<unknown>)[]
}

export class Scheduler<Name extends string> {
  readonly #options: SchedulerOptions<Name>
  #epoch: string | null = null
  #timer: NodeJS.Timeout | null = null
  #tick: Promise<void> = Promise.resolve()
  #stopping = false

  constructor(options: SchedulerOptions<Name>) {
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
    for (const topic of topicNames(this.#options.conveyor.catalog)) {
      await this.#resumePaused(topic)
      await this.#enqueueDue(topic, lost)
    }
    for (const chore of this.#options.chores ?? []) await chore()
  }

  #next(delayMs: number): void {
    if (this.#stopping) return
    this.#timer = setTimeout(() => {
      this.#tick = withTimeout(SWEEP_TIMEOUT_MS, this.sweep())
        .catch((error: Error) => this.#options.log.warn({ err: error }, 'a sweep failed; the next one will try again'))
        .finally(() => this.#next(TICK_MS))
    }, delayMs)
  }

  /** Whether Redis lost its data since the last round. Only one process gets true, and puts everything back. */
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

  async #resumePaused(topic: Name): Promise<void> {
    const rows = this.#options.work[topic]
    for (const pausedBy of await rows.pausers()) {
      if (!(await this.#options.isPauseOver(pausedBy))) continue
      while ((await rows.resume(pausedBy, BATCH)) === BATCH);
    }
  }

  async #enqueueDue(topic: Name, ignoreMarks: boolean): Promise<void> {
    const { work, conveyor, clock } = this.#options
    const { length, oldest } = await this.#streams(topic)
    const now = clock.now()
    const isOnStream = ({ hint, lane, enqueuedAt }: DueRow) => {
      if (!enqueuedAt || ignoreMarks) return false
      if (now.getTime() - enqueuedAt.getTime() < GRACE_MS) return true
      const head = oldest.get(conveyor.keyOf(topic, lane, hint.accountId))
      return head !== undefined && head <= enqueuedAt.getTime() + GRACE_MS
    }

    for (let seen = 0; length + seen < MAX_BACKLOG; ) {
      const due = await work[topic].due(BATCH, seen)
      const waiting = due.filter((row) => !isOnStream(row))
      if (waiting.length > 0) await this.#enqueue(topic, waiting, now)
      if (due.length < BATCH) return
      seen += due.length
    }
  }

  /**
   * Marks rows before their hints are sent, so that a fast worker finds the mark. If sending fails, the marks are
   * removed.
   */
  async #enqueue(topic: Name, waiting: DueRow[], now: Date): Promise<void> {
    const { work, conveyor } = this.#options
    const refs = waiting.map((row) => row.hint)
    await work[topic].markEnqueued(refs, now)
    try {
      for (const [lane, rows] of groupBy(waiting, (row) => row.lane)) {
        await conveyor.put(
          topic,
          rows.map((row) => row.hint),
          lane,
        )
      }
    } catch (error) {
      await work[topic].unmarkEnqueued(refs, now)
      throw error
    }
  }

  /** The number of entries on a topic's streams, and the time of the oldest one in each, in ms. */
  async #streams(topic: Name): Promise<{ length: number; oldest: Map<string, number> }> {
    const { redis, conveyor } = this.#options
    const oldest = new Map<string, number>()
    let length = 0
    await Promise.all(
      conveyor.keys(topic).map(async (key) => {
        const [count, head] = await Promise.all([redis.xlen(key), redis.xrange(key, '-', '+', 'COUNT', 1)])
        length += count
        if (head[0]) oldest.set(key, Number.parseInt(head[0][0], 10))
      }),
    )
    return { length, oldest }
  }
}
