import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.js'
import { groupBy } from '../../lib/collections/group-by.js'
import { InFlight } from '../../lib/concurrency/in-flight.js'
import { allInParallel } from '../../lib/concurrency/in-parallel.js'
import { withTimeout } from '../../lib/concurrency/time-limit.js'
import type { RedisClient } from '../../lib/redis/redis-client.js'
import { epochKey } from '../../redis-keys.js'
import type { Backlog, DueRow } from './backlog.js'
import { type Conveyor, MAX_WAITING_HINTS } from './conveyor.js'
import { type DueGroup, findOpenWork, type OpenWork } from './open-work.js'
import { QueuedHints } from './queued-hints.js'
import type { WorkRows } from './work-rows.js'

/*
 * The sweep: once a second it puts due rows on the conveyor that are not there already: scheduled work, retries, rows
 * of dead workers and rows whose hint was lost. So losing Redis only costs seconds. Any number of schedulers may run;
 * overlapping is harmless.
 *
 * A sweep goes by account, so one with a long backlog delays no other, whatever Redis has lost. It skips rows whose hints
 * are on a stream or in its backlog, and accounts that have enough hints there.
 */

const EVERY_MS = 1_000
/**
 * After so many times that between two sweeps, a periodic task runs again. What dead processes left can wait some seconds, and a
 * task that finds nothing costs a service that idles as much as a sweep.
 */
const SWEEPS_PER_TASK = 15
/** A sweep that takes longer has lost a command, so the next one starts. Two at a time do no harm. */
const SWEEP_TIMEOUT_MS = 120_000
const BATCH = 500
/** The sweep fills the backlogs of a topic up to about this many hints. The rest stays in the ledger. */
const MAX_BACKLOG = MAX_WAITING_HINTS
/** The share of it that every account may have. */
const MIN_SHARE = 100
/** Accounts swept at a time. */
const GROUPS_AT_A_TIME = 8

/** The functions of a topic's rows that the sweep needs. */
export type SweptRows = Pick<WorkRows<never>, 'markEnqueued' | 'unmarkEnqueued' | 'resume'> & {
  backlog: Pick<Backlog<never>, 'parts' | 'lanesOf' | 'due'>
}

/** Further work of a scheduler, such as finishing what dead processes left. */
export interface PeriodicTask {
  name: string
  /** @param signal aborts when the scheduler closes, which waits until the task has ended. */
  run: (signal: AbortSignal) => Promise<unknown>
  /** How long it rests after it has ended, in ms. By default 15 times as long as the sweep. */
  everyMs?: number
}

export interface SchedulerOptions<Name extends string> {
  /** The rows of every topic. */
  work: Readonly<Record<Name, SweptRows>>
  conveyor: Conveyor<Name>
  redis: RedisClient
  prefix: string
  clock: Clock
  log: Logger
  /** Whether a pause is over, so that its rows can go on. */
  isPauseOver: (pausedBy: string) => Promise<boolean>
  /** They run in the background, because they may take longer than a sweep may. */
  periodicTasks?: readonly PeriodicTask[]
  /** Time between two sweeps, in ms. For tests. */
  everyMs?: number | undefined
}

/**
 * What failed in a sweep, by topic and partition. In a cluster one partition can be away while others answer, so each fails
 * alone, and the rest of its work waits for the next sweep. The rows of a topic may fail again and again, so each topic does,
 * too.
 */
type Failures = Map<string, unknown>

export class Scheduler<Name extends string> {
  readonly #options: SchedulerOptions<Name>
  readonly #everyMs: number
  #epoch: string | null = null
  #timer: NodeJS.Timeout | null = null
  #tick: Promise<void> = Promise.resolve()
  readonly #stop = new AbortController()
  readonly #background = new InFlight()
  /** When periodic tasks are due, in ms since 1970. */
  readonly #dueAt = new Map<PeriodicTask, number>()

  constructor(options: SchedulerOptions<Name>) {
    this.#options = options
    this.#everyMs = options.everyMs ?? EVERY_MS
  }

  start(): void {
    this.#next(0)
  }

  async close(): Promise<void> {
    this.#stop.abort()
    if (this.#timer) clearTimeout(this.#timer)
    await Promise.all([this.#tick, this.#background.settled()])
  }

  /** One sweep over all topics, and the periodic tasks: those with their own rest only if they are due. For tests. */
  async sweep(): Promise<void> {
    await this.#sweepTopics()
    for (const task of this.#periodicTasks) {
      if (task.everyMs === undefined) await task.run(this.#stop.signal)
      else this.#runIfDue(task)
    }
  }

  get #periodicTasks(): readonly PeriodicTask[] {
    return this.#options.periodicTasks ?? []
  }

  async #sweepTopics(): Promise<void> {
    const failures: Failures = new Map()
    const lost = await this.#redisLostItsData().catch((error) => {
      failures.set('epoch', error)
      return false
    })
    const { work } = this.#options
    const open = await findOpenWork(work)
    // Rows that go on are due at once.
    const due = (await this.#resumePaused(open)) ? await findOpenWork(work) : open
    for (const [topic, { due: groups }] of due) await this.#enqueueDue(topic, groups, lost, failures)
    for (const error of failures.values()) throw error
  }

  async #round(): Promise<void> {
    for (const task of this.#periodicTasks) this.#runIfDue(task)
    await this.#sweepTopics()
  }

  #next(delayMs: number): void {
    if (this.#stop.signal.aborted) return
    this.#timer = setTimeout(() => {
      this.#tick = withTimeout(SWEEP_TIMEOUT_MS, this.#round())
        .catch((error: Error) => this.#options.log.warn({ err: error }, 'a sweep failed; the next one will try again'))
        .finally(() => this.#next(this.#everyMs))
    }, delayMs)
  }

  /** Runs a periodic task in the background, unless it runs or rests. */
  #runIfDue(task: PeriodicTask): void {
    const { clock, log } = this.#options
    const { signal } = this.#stop
    if (signal.aborted || clock.now().getTime() < (this.#dueAt.get(task) ?? 0)) return
    this.#dueAt.set(task, Number.POSITIVE_INFINITY)
    const run = async () => {
      await task
        .run(signal)
        .catch((err) => log.warn({ task: task.name, err }, 'a periodic task failed; the next run goes on'))
      this.#dueAt.set(task, clock.now().getTime() + (task.everyMs ?? SWEEPS_PER_TASK * this.#everyMs))
    }
    void this.#background.track(run())
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

  /** Makes rows due again whose pause is over. Returns whether there were any. */
  async #resumePaused(open: ReadonlyMap<Name, OpenWork>): Promise<boolean> {
    const { work, isPauseOver } = this.#options
    const paused = [...open].flatMap(([topic, { pausers }]) => pausers.map((pausedBy) => ({ topic, pausedBy })))
    let resumed = false
    for (const [pausedBy, rows] of groupBy(paused, (each) => each.pausedBy)) {
      if (!(await isPauseOver(pausedBy))) continue
      for (const { topic } of rows) while ((await work[topic].resume(pausedBy, BATCH)) === BATCH);
      resumed = true
    }
    return resumed
  }

  async #enqueueDue(topic: Name, groups: readonly DueGroup[], ignoreMarks: boolean, failures: Failures): Promise<void> {
    const { conveyor, redis } = this.#options
    const share = Math.max(MIN_SHARE, Math.floor(MAX_BACKLOG / groups.length))
    const placed = new QueuedHints(redis, conveyor, topic)
    await allInParallel(groups, GROUPS_AT_A_TIME, async (group) => {
      const place = `${topic} ${conveyor.partitionOf(group.accountId)}`
      if (failures.has(place)) return
      await this.#fillUp(topic, group, share, ignoreMarks ? null : placed).catch((error) => failures.set(place, error))
    })
  }

  /**
   * Fills up the hints of a group, if it has less than half of its share.
   * @param placed what the streams have; null if they have lost it.
   */
  async #fillUp(topic: Name, group: DueGroup, share: number, placed: QueuedHints | null): Promise<void> {
    const { work, clock } = this.#options
    if (placed && (await placed.waiting(group.accountId, work[topic].backlog.lanesOf(group))) > share / 2) return
    let enqueued = 0
    for (let seen = 0; enqueued < share && seen < 2 * MAX_BACKLOG; seen += BATCH) {
      const now = clock.now()
      const due = await work[topic].backlog.due(group, BATCH, seen)
      const missing = placed ? await placed.missing(due, now) : due
      if (missing.length > 0) await this.#enqueue(topic, missing, now)
      if (due.length < BATCH) return
      enqueued += missing.length
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
}
