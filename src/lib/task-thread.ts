import type { ResourceLimits, Worker } from 'node:worker_threads'
import { NOT_BEGUN, type ThreadData } from './serve-tasks.js'
import { ThreadClock } from './thread-clock.js'
import { startThread } from './thread-module.js'
import { withTimeout } from './time-limit.js'

export interface TaskThreadOptions {
  /** Module that the thread runs; it calls `serveTasks`. */
  entry: URL
  /** Longest time for a task before the thread is killed, in ms of its CPU time. */
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

/** What a thread made of the tasks that it got. */
export interface Turn<R> {
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

  /** Runs tasks, one by one. There must be none running. */
  run(tasks: T[]): Promise<Turn<R>> {
    const clock = this.#clock!
    const begunMs = clock.nowMs()
    Atomics.store(this.#progress, 0, NOT_BEGUN)
    const watch = this.#watch(clock)
    this.#worker.ref()
    this.#worker.postMessage(tasks)
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
  #watch(clock: ThreadClock): NodeJS.Timeout {
    let seen = { index: NOT_BEGUN, atMs: 0 }
    return setInterval(() => {
      const index = Atomics.load(this.#progress, 0)
      const atMs = clock.nowMs()
      if (index !== seen.index) seen = { index, atMs }
      else if (index !== NOT_BEGUN && atMs - seen.atMs >= this.#limitMs) this.#killAt(index)
    }, this.#limitMs / CHECKS)
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
