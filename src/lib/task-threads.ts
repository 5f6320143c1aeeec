import { GroupFullError } from './group.js'
import { RecentKills } from './recent-kills.js'
import { TURN_MS } from './serve-tasks.js'
import { TaskQueues } from './task-queues.js'
import { TaskKilledError, TaskThread, type TaskThreadOptions, type Turn } from './task-thread.js'

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
  charge?: (owner: string, overtimeMs: number) => void
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
  readonly #queues = new TaskQueues<Waiting<T, R>>()
  readonly #kills: RecentKills
  /** Owners of killed tasks. */
  readonly #suspects = new RecentKills(SUSPECT_MS)
  /** All that are alive. */
  readonly #threads = new Set<TaskThread<T, R>>()
  #starting = 0
  #idle: TaskThread<T, R>[] = []
  readonly #busyOwners = new Set<string>()
  #isPumping = false
  #isClosed = false

  constructor(options: TaskThreadsOptions) {
    this.#options = options
    this.#kills = new RecentKills(options.rememberKillsMs)
  }

  /**
   * Runs a task.
   * @throws TaskKilledError if it exceeded its limits; GroupFullError if too many are waiting; what `refuse` answers.
   */
  run(task: Task<T>): Promise<R> {
    const refusal = this.#refusalOf(task)
    if (refusal) return Promise.reject(refusal)
    return new Promise<R>((resolve, reject) => {
      this.#queues.add(task.owner, { task, resolve, reject })
      if (this.#isPumping) return
      this.#isPumping = true
      // Tasks added in the same turn of the event loop share a message.
      setImmediate(() => {
        this.#isPumping = false
        this.#pump()
      })
    })
  }

  /** Kills the threads; unfinished tasks fail. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#failWaiting(new ClosedError())
    await Promise.all([...this.#threads].map((thread) => thread.terminate()))
  }

  #refusalOf(task: Task<T>): Error | null {
    if (this.#isClosed) return new ClosedError()
    const { size } = this.#queues
    if (size >= this.#options.maxWaiting) return new GroupFullError(`${size} tasks are already waiting`)
    return this.#kills.find(nameOf(task)) ?? this.#options.refuse?.(task.owner) ?? null
  }

  /** Gives turns to the owners who wait for one, as far as there are threads. */
  #pump(): void {
    if (this.#isClosed) return
    let unserved = 0
    for (const owner of this.#queues.ownersExcept(this.#busyOwners)) {
      const refusal = this.#options.refuse?.(owner)
      if (!refusal && this.#mustWait(owner)) continue
      const thread = refusal ? undefined : this.#idle.pop()
      if (refusal) for (const { reject } of this.#queues.take(owner)) reject(refusal)
      else if (thread) void this.#giveTurn(owner, thread)
      else unserved += 1
    }
    while (this.#starting < unserved && this.#threads.size < this.#options.threads) this.#startThread()
  }

  /** Whether only reserved threads are left, which the first task of an owner may not have. */
  #mustWait(owner: string): boolean {
    const { threads, reserved = 0 } = this.#options
    if (reserved === 0 || this.#busyOwners.size < threads - reserved) return false
    return this.#queues.first(owner).task.isHeavy === true || this.#suspects.find(owner) !== null
  }

  #startThread(): void {
    if (this.#isClosed) return
    const thread = new TaskThread<T, R>(this.#options)
    this.#threads.add(thread)
    this.#starting += 1
    void thread.ended.then(() => {
      this.#threads.delete(thread)
      this.#idle = this.#idle.filter((other) => other !== thread)
    })
    thread.started
      .then(() => this.#idle.push(thread))
      .catch((error: Error) => {
        void thread.terminate()
        this.#failWaiting(error)
      })
      .finally(() => {
        this.#starting -= 1
        this.#pump()
      })
  }

  async #giveTurn(owner: string, thread: TaskThread<T, R>): Promise<void> {
    const tasks = this.#takeTurn(owner)
    this.#busyOwners.add(owner)
    const turn = await thread.run(
      tasks.map(({ task }) => task.data),
      tasks.map(({ task }) => task.limitMs),
    )
    this.#busyOwners.delete(owner)
    const overtimeMs = Math.max(0, turn.usedMs - TURN_MS) + (turn.death ? REPLACE_MS : 0)
    if (overtimeMs > 0) this.#options.charge?.(owner, overtimeMs)
    if (turn.death) this.#startThread()
    else this.#idle.push(thread)
    this.#settle(owner, tasks, turn)
    this.#pump()
  }

  /** The next tasks of an owner: light ones share a message, and a heavy one goes alone. */
  #takeTurn(owner: string): Waiting<T, R>[] {
    const tasks = this.#queues.take(owner, MAX_TASKS)
    const isHeavy = ({ task }: Waiting<T, R>) => task.isHeavy === true
    const end = isHeavy(tasks[0]!) ? 1 : tasks.findIndex(isHeavy)
    if (end < 0) return tasks
    this.#queues.putBack(owner, tasks.slice(end))
    return tasks.slice(0, end)
  }

  #settle(owner: string, tasks: Waiting<T, R>[], { results, death }: Turn<R>): void {
    for (const [index, result] of results.entries()) tasks[index]!.resolve(result)
    const rest = tasks.slice(results.length)
    this.#queues.putBack(owner, rest)
    if (this.#isClosed) this.#failWaiting(new ClosedError())
    else if (death) this.#fail(owner, rest, death)
  }

  /** A thread died: the task that it was running fails, with all that are like it. The others wait for another turn. */
  #fail(owner: string, tasks: Waiting<T, R>[], { error, index }: NonNullable<Turn<R>['death']>): void {
    const guilty = tasks[index]?.task
    if (guilty && error instanceof TaskKilledError) {
      this.#kills.add(nameOf(guilty), error)
      this.#suspects.add(owner, error)
    }
    const isLike = guilty
      ? ({ task }: Waiting<T, R>) => task.key === guilty.key
      : (waiting: Waiting<T, R>) => tasks.includes(waiting)
    for (const { reject } of this.#queues.takeWhere(owner, isLike)) reject(error)
  }

  #failWaiting(error: Error): void {
    for (const { reject } of this.#queues.takeAll()) reject(error)
  }
}

class ClosedError extends Error {
  override message = 'the threads are closed'
}

const nameOf = ({ owner, key }: Task<unknown>) => `${owner} ${key}`
