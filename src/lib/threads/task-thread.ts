import type { ResourceLimits, Worker } from 'node:worker_threads'
import { withTimeout } from '../concurrency/time-limit.js'
import { NOT_STARTED, type ThreadData } from './serve-tasks.js'
import { ThreadClock } from './thread-clock.js'
import { startThread } from './thread-module.js'

export interface TaskThreadOptions {
  /** Module that the thread runs; it calls `serveTasks`. */
  entry: URL
  /** Longest time for a task without its own limit before the thread is killed, in ms of its CPU time. */
  limitMs: number
  /** By how much it gives way to other threads, from 0 to 19. Only on Linux, where threads have priorities. */
  niceness?: number
  /** Most memory before the thread is killed. */
  resourceLimits: ResourceLimits
}

/** A task exceeded its limits, so its thread was killed. */
export class TaskKilledError extends Error {
  override name = 'TaskKilledError'
  readonly reason: 'time' | 'memory'

  constructor(reason: 'time' | 'memory') {
    super(`the task took too much ${reason}`)
    this.reason = reason
  }
}

/** Null if the work was killed for its time or memory. */
export async function nullIfKilled<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof TaskKilledError) return null
    throw error
  }
}

/** What a thread made of the tasks that it got. */
export interface TaskResults<R> {
  /** The results of the first ones. */
  results: R[]
  /** CPU time of the thread, in ms. */
  usedMs: number
  /** If the thread died: why, and the index of the task that was running. */
  death: { error: Error; index: number } | null
}

/** Longest time for a thread to start, in ms. */
const START_MS = 20_000
/** How often the time of a task is checked while it may run. */
const CHECKS = 10
/**
 * Longest time for a task by the clock on the wall: this, and so many times its limit. Only a task that waits for
 * something that never comes needs as long.
 */
const WALL_MS = 10_000
const WALL_LIMITS = 20

/** A thread that runs tasks, and can be killed. */
export class TaskThread<T, R> {
  readonly #limitMs: number
  readonly #progress = new Int32Array(new SharedArrayBuffer(4))
  readonly #worker: Worker
  #clock: ThreadClock | null = null
  #failure: Error | null = null
  #end: ((results: R[]) => void) | null = null
  /** Settles when the thread can take tasks. Rejects if it cannot be started. */
  readonly started: Promise<void>
  /** Settles when the thread has ended, whatever the reason. */
  readonly ended: Promise<void>

  constructor({ entry, limitMs, niceness = 0, resourceLimits }: TaskThreadOptions) {
    this.#limitMs = limitMs
    const workerData: ThreadData = { progress: this.#progress, niceness }
    this.#worker = startThread(entry, { workerData, resourceLimits, env: {} })
    this.#worker.on('error', (error) => {
      this.#failure ??= outOfMemory(error) ? new TaskKilledError('memory') : error
    })
    this.ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()))
    this.started = withTimeout(START_MS, this.#start())
    void this.ended.then(() => this.#bury())
  }

  /**
   * Runs tasks, one by one. There must be none running.
   * @param limits the limit of each task, in ms of CPU time; undefined for that of the options.
   * @throws DataCloneError if a task has data that cannot be copied. Then none of them runs.
   */
  async run(tasks: T[], limits: (number | undefined)[] = []): Promise<TaskResults<R>> {
    const clock = this.#clock!
    const begunMs = clock.nowMs()
    Atomics.store(this.#progress, 0, NOT_STARTED)
    this.#worker.postMessage(tasks)
    this.#worker.ref()
    const watch = this.#watch(
      clock,
      tasks.map((_task, index) => limits[index] ?? this.#limitMs),
    )
    return new Promise((resolve) => {
      this.#end = (results) => {
        this.#end = null
        clearInterval(watch)
        this.#worker.unref()
        const index = Atomics.load(this.#progress, 0)
        const death = this.#failure && { error: this.#failure, index }
        resolve({ results, usedMs: clock.nowMs() - begunMs, death })
      }
    })
  }

  /** Kills the thread. Idempotent. */
  async terminate(): Promise<void> {
    await this.#worker.terminate()
  }

  async #start(): Promise<void> {
    const threadId = await new Promise<number | null>((resolve, reject) => {
      this.#worker.once('message', resolve)
      void this.ended.then(() => reject(this.#failure ?? new Error('a thread ended before it had started')))
    })
    this.#clock = new ThreadClock(threadId)
    this.#worker.on('message', (results: R[]) => this.#end?.(results))
    this.#worker.unref()
  }

  #bury(): void {
    this.#failure ??= new Error('a thread ended')
    this.#end?.([])
    this.#clock?.close()
  }

  /** Kills the thread when it has been running one task for too long. */
  #watch(clock: ThreadClock, limits: number[]): NodeJS.Timeout {
    let seen = { index: NOT_STARTED, atMs: 0, wallMs: 0 }
    return setInterval(
      () => {
        const index = Atomics.load(this.#progress, 0)
        const [atMs, wallMs] = [clock.nowMs(), performance.now()]
        if (index !== seen.index) seen = { index, atMs, wallMs }
        const limitMs = limits[index]
        if (limitMs === undefined) return
        const isOver = atMs - seen.atMs >= limitMs || wallMs - seen.wallMs >= WALL_MS + WALL_LIMITS * limitMs
        if (isOver) this.#killAt(index)
      },
      Math.min(...limits) / CHECKS,
    )
  }

  #killAt(index: number): void {
    const end = this.#end
    // Its result may have arrived but not been read yet, because timers run before messages.
    setImmediate(() => {
      if (this.#failure || this.#end !== end || Atomics.load(this.#progress, 0) !== index) return
      this.#failure = new TaskKilledError('time')
      void this.#worker.terminate()
    })
  }
}

const outOfMemory = (error: NodeJS.ErrnoException) => error.code === 'ERR_WORKER_OUT_OF_MEMORY'
