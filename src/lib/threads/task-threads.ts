import { QueueFullError } from '../concurrency/batcher.js'
import { FairQueue } from '../concurrency/fair-queue.js'
import { RecentKills } from './recent-kills.js'
import { TURN_MS } from './serve-tasks.js'
import { TaskKilledError, type TaskResults, TaskThread, type TaskThreadOptions } from './task-thread.js'

export interface TaskThreadsOptions extends TaskThreadOptions {
  /** Most threads. They start when needed. */
  threads: number
  /** Threads among them that heavy tasks leave to others, and so do owners of whom a task was killed lately. */
  reserved?: number
  /** Most waiting tasks; then `run` refuses. */
  maxWaiting: number
  /** How long killed tasks are remembered, in ms. */
  rememberKillsMs: number
  /** Why an owner gets no turn now; its waiting tasks fail with this error. Null if nothing is against it. */
  refuse?: (owner: string) => Error | null
  /** Told how much longer than a turn an owner had a thread, in ms of CPU time. */
  charge?: (owner: string, beyondTurnMs: number) => void
}

/** A task for a thread. */
export interface Task<T> {
  /** The owner. Each owner has one thread at a time, and owners take turns. */
  owner: string
  /**
   * Groups similar tasks: if one has to be killed, all tasks of the owner with the same key that are waiting, or arrive
   * soon afterwards, fail with it.
   */
  key: string
  /** The data, copied to the thread. */
  data: T
  /** Longest time for it, in ms of CPU time; that of the threads by default. */
  limitMs?: number
  /** Whether it may take long. */
  isHeavy?: boolean
}

interface Waiting<T, R> {
  task: Task<T>
  resolve: (result: R) => void
  reject: (error: Error) => void
}

/** Heavy tasks, and those of suspects, wait in a separate lane, which leaves the reserved threads to others. */
type Lane = 'light' | 'heavy'

/** Most tasks in a message to a thread. */
const MAX_TASKS = 32
/** What it costs to replace a thread that was killed, in ms of CPU time. */
const REPLACE_MS = 100
/** How long an owner stays out of the reserved threads after a task of theirs was killed, in ms. */
const SUSPECT_MS = 60_000

/**
 * Runs untrusted tasks off the event loop. A task that takes too much time or memory is killed with its thread, and the
 * others continue in a new one. Tasks must be repeatable: those without a result when their thread dies run again.
 */
export class TaskThreads<T, R> {
  readonly #options: TaskThreadsOptions
  /** Owners wait in it for a thread, one after the other for each of their turns. */
  readonly #queue: FairQueue<Lane>
  /** The waiting tasks of owners who are served. */
  readonly #waiting = new Map<string, Waiting<T, R>[]>()
  #size = 0
  readonly #kills: RecentKills
  /** Owners of killed tasks. */
  readonly #suspects = new RecentKills(SUSPECT_MS)
  /** All that are alive. */
  readonly #threads = new Set<TaskThread<T, R>>()
  /** Those that have started. */
  readonly #ready = new Set<TaskThread<T, R>>()
  #idle: TaskThread<T, R>[] = []
  #isClosed = false

  constructor(options: TaskThreadsOptions) {
    const { threads, reserved = 0, rememberKillsMs } = options
    this.#options = options
    this.#kills = new RecentKills(rememberKillsMs)
    const permits = () => this.#ready.size
    const perLane = (lane: Lane) => (lane === 'light' || this.#queue.taken < threads - reserved ? Infinity : 0)
    this.#queue = new FairQueue({ permits, perLane }, ['light', 'heavy'])
  }

  /**
   * Runs a task.
   * @throws TaskKilledError if it exceeded its limits; QueueFullError if too many are waiting; NoThreadError if there is no
   * thread for it; what `refuse` answers.
   */
  run(task: Task<T>): Promise<R> {
    const refusal = this.#refusalOf(task)
    if (refusal) return Promise.reject(refusal)
    return new Promise<R>((resolve, reject) => {
      const { owner } = task
      const own = this.#waiting.get(owner) ?? []
      own.push({ task, resolve, reject })
      this.#size += 1
      if (this.#waiting.has(owner)) return
      this.#waiting.set(owner, own)
      // Tasks added in the same turn of the event loop share a message.
      setImmediate(() => void this.#serve(owner, own))
    })
  }

  /** Kills the threads; unfinished tasks fail. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#queue.close()
    this.#failWaiting(closedError())
    await Promise.all([...this.#threads].map((thread) => thread.terminate()))
  }

  #refusalOf(task: Task<T>): Error | null {
    if (this.#isClosed) return closedError()
    if (this.#size >= this.#options.maxWaiting) return new QueueFullError(`${this.#size} tasks are already waiting`)
    return this.#kills.find(nameOf(task)) ?? this.#options.refuse?.(task.owner) ?? null
  }

  /** Gives an owner turns until nothing of theirs is waiting. */
  async #serve(owner: string, waiting: Waiting<T, R>[]): Promise<void> {
    while (waiting.length > 0) {
      const entered = this.#queue.acquire({ accountId: owner, lane: this.#laneOf(owner, waiting[0]!.task) })
      this.#startThreads()
      const permit = await entered
      const refusal = this.#options.refuse?.(owner)
      const thread = permit && !refusal && this.#idle.pop()
      if (refusal) for (const { reject } of this.#take(waiting, waiting.length)) reject(refusal)
      if (thread) await this.#giveTurn(owner, waiting, thread)
      permit?.release()
    }
    this.#waiting.delete(owner)
  }

  #laneOf(owner: string, next: Task<T>): Lane {
    if (!this.#options.reserved) return 'light'
    return next.isHeavy || this.#suspects.find(owner) ? 'heavy' : 'light'
  }

  /** Starts threads for the owners who find none, as far as there may be more. */
  #startThreads(): void {
    const waiting = this.#queue.ofLane('light').waiting + this.#queue.ofLane('heavy').waiting
    const starting = this.#threads.size - this.#ready.size
    const most = this.#options.threads - this.#threads.size
    for (let count = Math.min(waiting - starting, most); count > 0; count -= 1) this.#startThread()
  }

  #startThread(): void {
    if (this.#isClosed) return
    let thread: TaskThread<T, R>
    try {
      thread = new TaskThread<T, R>(this.#options)
    } catch (error) {
      // Deferred, so that a caller that retries at once does not starve the event loop.
      setImmediate(() => this.#failWithoutThread(error))
      return
    }
    this.#threads.add(thread)
    void thread.ended.then(() => {
      this.#threads.delete(thread)
      this.#ready.delete(thread)
      this.#idle = this.#idle.filter((other) => other !== thread)
      this.#startThreads()
    })
    thread.started
      .then(() => {
        this.#ready.add(thread)
        this.#idle.push(thread)
        this.#queue.admit()
      })
      .catch((error: Error) => {
        void thread.terminate()
        this.#threads.delete(thread)
        this.#failWithoutThread(error)
      })
  }

  async #giveTurn(owner: string, waiting: Waiting<T, R>[], thread: TaskThread<T, R>): Promise<void> {
    const tasks = this.#takeTurn(waiting)
    const data = tasks.map(({ task }) => task.data)
    const limits = tasks.map(({ task }) => task.limitMs)
    const turn = await thread.run(data, limits).catch((error: Error) => {
      this.#idle.push(thread)
      this.#rejectUncopied(waiting, tasks, error)
    })
    if (!turn) return
    const beyondTurnMs = Math.max(0, turn.usedMs - TURN_MS) + (turn.death ? REPLACE_MS : 0)
    if (beyondTurnMs > 0) this.#options.charge?.(owner, beyondTurnMs)
    if (turn.death) this.#ready.delete(thread)
    else this.#idle.push(thread)
    this.#settle(owner, waiting, tasks, turn)
  }

  /** Of tasks that did not reach a thread, those fail whose data cannot be copied. The others wait for another turn. */
  #rejectUncopied(waiting: Waiting<T, R>[], tasks: Waiting<T, R>[], error: Error): void {
    const copied = tasks.filter(({ task }) => isCopyable(task.data))
    const others = copied.length < tasks.length ? copied : []
    for (const { reject } of tasks.filter((task) => !others.includes(task))) reject(error)
    waiting.unshift(...others)
    this.#size += others.length
    if (this.#isClosed) this.#failWaiting(closedError())
  }

  /** The next tasks of an owner: light ones share a message, and a heavy one goes alone. */
  #takeTurn(waiting: Waiting<T, R>[]): Waiting<T, R>[] {
    const heavy = waiting.slice(0, MAX_TASKS).findIndex(({ task }) => task.isHeavy === true)
    return this.#take(waiting, heavy < 0 ? MAX_TASKS : Math.max(1, heavy))
  }

  #settle(owner: string, waiting: Waiting<T, R>[], tasks: Waiting<T, R>[], { results, death }: TaskResults<R>): void {
    for (const [index, result] of results.entries()) tasks[index]!.resolve(result)
    const rest = tasks.slice(results.length)
    waiting.unshift(...rest)
    this.#size += rest.length
    if (this.#isClosed) this.#failWaiting(closedError())
    else if (death) this.#fail(owner, waiting, tasks, death)
  }

  /** A thread died: the task that it was running fails, with all that are like it. The others wait for another turn. */
  #fail(
    owner: string,
    waiting: Waiting<T, R>[],
    tasks: Waiting<T, R>[],
    { error, index }: NonNullable<TaskResults<R>['death']>,
  ): void {
    const guilty = tasks[index]?.task
    if (guilty && error instanceof TaskKilledError) {
      this.#kills.add(nameOf(guilty), error)
      this.#suspects.add(owner, error)
    }
    const isLike = guilty
      ? ({ task }: Waiting<T, R>) => task.key === guilty.key
      : (other: Waiting<T, R>) => tasks.includes(other)
    const all = this.#take(waiting, waiting.length)
    for (const other of all) {
      if (isLike(other)) other.reject(error)
      else waiting.push(other)
    }
    this.#size += waiting.length
  }

  /** A thread could not be started. As long as there are others, they take the waiting tasks. */
  #failWithoutThread(cause: unknown): void {
    if (this.#threads.size === 0) this.#failWaiting(new NoThreadError('no thread could be started', { cause }))
  }

  #failWaiting(error: Error): void {
    this.#queue.expire(Infinity)
    for (const waiting of this.#waiting.values()) {
      for (const { reject } of this.#take(waiting, waiting.length)) reject(error)
    }
  }

  /** Takes the first of the tasks that wait. */
  #take(waiting: Waiting<T, R>[], count: number): Waiting<T, R>[] {
    const taken = waiting.splice(0, count)
    this.#size -= taken.length
    return taken
  }
}

/** The threads are closed, or could not be started. That says nothing about the task. */
export class NoThreadError extends Error {
  override name = 'NoThreadError'
}

function isCopyable(data: unknown): boolean {
  try {
    structuredClone(data)
    return true
  } catch {
    return false
  }
}

const closedError = () => new NoThreadError('the threads are closed')

const nameOf = ({ owner, key }: Task<unknown>) => `${owner} ${key}`
