import { type ResourceLimits, Worker } from 'node:worker_threads'
import { GroupFullError } from './group.js'

export interface TaskThreadsOptions {
  /** Module of the threads, which calls `serveTasks`. */
  entry: URL
  /** Most threads at a time. They start when they are needed. */
  threads: number
  /** Time that a task may take before its thread is killed, in ms. */
  limitMs: number
  /** Memory that a thread may take before it is killed. */
  resourceLimits: ResourceLimits
  /** Tasks that may wait before `run` refuses. */
  maxWaiting: number
}

/** Something to be done by a thread. */
export interface Task<T> {
  /** Whose it is: each owner has one thread at a time, and owners take turns. */
  owner: string
  /** What it is about: when it has to be killed, all that wait with the same key, or come within a second, fail with it. */
  key: string
  /** What the thread gets, a copy of it. */
  data: T
}

/** A task took more than it may, so its thread was killed. */
export class TaskKilledError extends Error {
  override name = 'TaskKilledError'
  readonly reason: 'time' | 'memory'

  constructor(reason: 'time' | 'memory') {
    super(`the task took too much ${reason}`)
    this.reason = reason
  }
}

interface Waiting<T, R> {
  task: Task<T>
  resolve: (result: R) => void
  reject: (error: Error) => void
}

interface Slot<T, R> {
  worker: Worker | null
  progress: Int32Array
  /** What its thread has in hand. */
  chunk: Waiting<T, R>[] | null
  watch: NodeJS.Timeout | null
  seen: { index: number; atMs: number }
  failure: Error | null
}

const MAX_CHUNK = 32
/** Time that a thread may take to start, in ms. */
const START_MS = 20_000
const NOT_STARTED = -1
/** For how long what comes with the key of a killed task fails with it, in ms: a crowd that comes bit by bit is one crowd. */
const DOOMED_MS = 1_000

/**
 * Does tasks that cannot be trusted to end, off the event loop: a task that takes too much time or memory is killed
 * with its thread, and everybody else's go on in a new one. Tasks must be repeatable: those that were done but not
 * yet answered when their thread died are done again.
 */
export class TaskThreads<T, R> {
  readonly #options: TaskThreadsOptions
  readonly #slots: Slot<T, R>[]
  /** By owner, in the order of their turns. */
  readonly #queues = new Map<string, Waiting<T, R>[]>()
  /** Keys of tasks that were killed a moment ago, oldest first. */
  readonly #doomed = new Map<string, { error: TaskKilledError; atMs: number }>()
  #waiting = 0
  #isPumping = false
  #isClosed = false

  constructor(options: TaskThreadsOptions) {
    this.#options = options
    this.#slots = Array.from({ length: options.threads }, () => ({
      worker: null,
      progress: new Int32Array(new SharedArrayBuffer(4)),
      chunk: null,
      watch: null,
      seen: { index: NOT_STARTED, atMs: 0 },
      failure: null,
    }))
  }

  /**
   * Has a task done.
   * @throws TaskKilledError when it took too much; GroupFullError when too many wait already.
   */
  run(task: Task<T>): Promise<R> {
    if (this.#isClosed) return Promise.reject(new Error('the threads are closed'))
    if (this.#waiting >= this.#options.maxWaiting) {
      return Promise.reject(new GroupFullError(`${this.#waiting} tasks are waiting already`))
    }
    const doom = this.#doomOf(task)
    if (doom) return Promise.reject(doom)
    return new Promise<R>((resolve, reject) => {
      this.#queueOf(task.owner).push({ task, resolve, reject })
      this.#waiting += 1
      if (this.#isPumping) return
      this.#isPumping = true
      // Those who come in the same turn of the event loop share a message.
      setImmediate(() => {
        this.#isPumping = false
        this.#pump()
      })
    })
  }

  /** Kills the threads; what is not done fails. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true
    const open = [...this.#queues.values(), ...this.#slots.map(({ chunk }) => chunk ?? [])].flat()
    this.#queues.clear()
    this.#waiting = 0
    await Promise.all(
      this.#slots.map((slot) => {
        this.#release(slot)
        return slot.worker?.terminate()
      }),
    )
    for (const { reject } of open) reject(new Error('the threads are closed'))
  }

  #queueOf(owner: string): Waiting<T, R>[] {
    const queue = this.#queues.get(owner) ?? []
    this.#queues.set(owner, queue)
    return queue
  }

  #pump(): void {
    if (this.#isClosed) return
    for (const slot of this.#slots) {
      if (slot.chunk) continue
      const chunk = this.#nextChunk()
      if (chunk.length === 0) return
      this.#start(slot, chunk)
    }
  }

  /** What comes next, of one owner, who then has to wait for everybody else. */
  #nextChunk(): Waiting<T, R>[] {
    const busy = new Set(this.#slots.flatMap(({ chunk }) => chunk?.[0]?.task.owner ?? []))
    for (const [owner, queue] of this.#queues) {
      if (busy.has(owner)) continue
      const chunk = queue.splice(0, MAX_CHUNK)
      this.#queues.delete(owner)
      if (queue.length > 0) this.#queues.set(owner, queue)
      this.#waiting -= chunk.length
      return chunk
    }
    return []
  }

  #start(slot: Slot<T, R>, chunk: Waiting<T, R>[]): void {
    slot.worker ??= this.#spawn(slot)
    slot.chunk = chunk
    slot.seen = { index: NOT_STARTED, atMs: performance.now() }
    Atomics.store(slot.progress, 0, NOT_STARTED)
    slot.worker.ref()
    slot.worker.postMessage(chunk.map(({ task }) => task.data))
    slot.watch = setInterval(() => this.#check(slot), Math.ceil(this.#options.limitMs / 10))
  }

  #spawn(slot: Slot<T, R>): Worker {
    const { entry, resourceLimits } = this.#options
    slot.failure = null
    const options = { workerData: { progress: slot.progress.buffer }, resourceLimits, env: {} }
    const worker = entry.pathname.endsWith('.ts')
      ? new Worker(fromSource(entry), { ...options, eval: true })
      : new Worker(entry, options)
    worker.on('message', (results: R[]) => this.#finish(slot, results))
    worker.on('error', (error) => {
      slot.failure = error
    })
    worker.on('exit', () => this.#bury(slot))
    return worker
  }

  /** Kills a thread that is at one task for too long. */
  #check(slot: Slot<T, R>): void {
    const index = Atomics.load(slot.progress, 0)
    const now = performance.now()
    if (index !== slot.seen.index) {
      slot.seen = { index, atMs: now }
      return
    }
    const limitMs = index === NOT_STARTED ? START_MS : this.#options.limitMs
    if (now - slot.seen.atMs < limitMs) return
    const { chunk } = slot
    // Its answer may lie here unread: timers come before messages.
    setImmediate(() => {
      if (slot.chunk !== chunk || !chunk || Atomics.load(slot.progress, 0) !== index) return
      slot.failure ??= index === NOT_STARTED ? new Error('a thread did not start in time') : new TaskKilledError('time')
      void slot.worker?.terminate()
    })
  }

  #finish(slot: Slot<T, R>, results: R[]): void {
    const { chunk } = slot
    if (!chunk) return
    this.#release(slot)
    this.#putBack(chunk.slice(results.length))
    for (const [index, result] of results.entries()) chunk[index]!.resolve(result)
    this.#pump()
  }

  /** A thread is dead: the task it was at has failed, the others are done by the next one. */
  #bury(slot: Slot<T, R>): void {
    const { chunk, failure } = slot
    slot.worker = null
    if (this.#isClosed || !chunk) return
    this.#release(slot)
    const index = Atomics.load(slot.progress, 0)
    const error = outOfMemory(failure) ? new TaskKilledError('memory') : (failure ?? new Error('a thread ended'))
    const guilty = chunk[index]?.task
    if (guilty && error instanceof TaskKilledError) this.#doom(guilty, error)
    const failed = (waiting: Waiting<T, R>) => !guilty || sameKey(waiting.task, guilty)
    this.#putBack(chunk.filter((waiting) => !failed(waiting)))
    for (const { reject } of [...chunk.filter(failed), ...this.#takeLike(guilty)]) reject(error)
    this.#pump()
  }

  #doom(task: Task<T>, error: TaskKilledError): void {
    this.#doomed.delete(nameOf(task))
    this.#doomed.set(nameOf(task), { error, atMs: performance.now() })
  }

  #doomOf(task: Task<T>): TaskKilledError | null {
    const before = performance.now() - DOOMED_MS
    for (const [name, { atMs }] of this.#doomed) {
      if (atMs > before) break
      this.#doomed.delete(name)
    }
    return this.#doomed.get(nameOf(task))?.error ?? null
  }

  /** Takes what waits with the key of a task out of the queue. */
  #takeLike(guilty: Task<T> | undefined): Waiting<T, R>[] {
    const queue = guilty && this.#queues.get(guilty.owner)
    if (!queue) return []
    const like = queue.filter(({ task }) => sameKey(task, guilty))
    const rest = queue.filter(({ task }) => !sameKey(task, guilty))
    if (rest.length > 0) this.#queues.set(guilty.owner, rest)
    else this.#queues.delete(guilty.owner)
    this.#waiting -= like.length
    return like
  }

  #putBack(chunk: Waiting<T, R>[]): void {
    if (chunk.length === 0) return
    this.#queueOf(chunk[0]!.task.owner).unshift(...chunk)
    this.#waiting += chunk.length
  }

  #release(slot: Slot<T, R>): void {
    if (slot.watch) clearInterval(slot.watch)
    slot.watch = null
    slot.chunk = null
    slot.worker?.unref()
  }
}

/** Where sources run as they are, a thread has to learn first how to read them. */
const fromSource = ({ href }: URL) => `import('tsx/esm/api').then(({ tsImport }) => tsImport('${href}', '${href}'))`

const nameOf = ({ owner, key }: Task<unknown>) => `${owner} ${key}`

const sameKey = (one: Task<unknown>, other: Task<unknown>) => nameOf(one) === nameOf(other)

const outOfMemory = (error: Error | null) =>
  (error as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
