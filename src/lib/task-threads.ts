import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import { GroupFullError } from './group.js'

export interface TaskThreadsOptions {
  /** Module that the threads run; it calls `serveTasks`. */
  entry: URL
  /** Most threads. They start when needed. */
  threads: number
  /** Longest time for a task before its thread is killed, in ms. */
  limitMs: number
  /** Most memory of a thread before it is killed. */
  resourceLimits: ResourceLimits
  /** Most waiting tasks; then `run` refuses. */
  maxWaiting: number
}

/** A task for a thread. */
export interface Task<T> {
  /** The owner. Each owner has one thread at a time, and owners take turns. */
  owner: string
  /**
   * Groups similar tasks: if one has to be killed, all tasks with the same key that are waiting, or arrive within a
   * second, fail with it.
   */
  key: string
  /** The data, copied to the thread. */
  data: T
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

interface Waiting<T, R> {
  task: Task<T>
  resolve: (result: R) => void
  reject: (error: Error) => void
}

interface Slot<T, R> {
  worker: Worker | null
  progress: Int32Array
  /** The tasks given to its thread. */
  chunk: Waiting<T, R>[] | null
  watch: NodeJS.Timeout | null
  seen: { index: number; atMs: number }
  failure: Error | null
}

const MAX_CHUNK = 32
/** Longest time for a thread to start, in ms. */
const START_MS = 20_000
const NOT_STARTED = -1
/** For this time, in ms, tasks with the key of a killed task fail at once. */
const DOOMED_MS = 1_000

/**
 * Runs untrusted tasks off the event loop. A task that takes too much time or memory is killed with its thread, and the
 * others continue in a new one. Tasks must be repeatable: those without a result when their thread dies run again.
 */
export class TaskThreads<T, R> {
  readonly #options: TaskThreadsOptions
  readonly #slots: Slot<T, R>[]
  /** Queues by owner, in the order of their turns. */
  readonly #queues = new Map<string, Waiting<T, R>[]>()
  /** Keys of recently killed tasks, oldest first. */
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
   * Runs a task.
   * @throws TaskKilledError if it exceeded its limits; GroupFullError if too many are waiting.
   */
  run(task: Task<T>): Promise<R> {
    if (this.#isClosed) return Promise.reject(new Error('the threads are closed'))
    if (this.#waiting >= this.#options.maxWaiting) {
      return Promise.reject(new GroupFullError(`${this.#waiting} tasks are already waiting`))
    }
    const doom = this.#doomOf(task)
    if (doom) return Promise.reject(doom)
    return new Promise<R>((resolve, reject) => {
      this.#queueOf(task.owner).push({ task, resolve, reject })
      this.#waiting += 1
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

  /** The next tasks, of one owner, who then waits for everybody else's turn. */
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

  /** Kills a thread that has been running one task for too long. */
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
    // Its result may have arrived but not been read yet, because timers run before messages.
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

  /** A thread died: the task it was running fails, the others run in the next thread. */
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

  /** Removes waiting tasks with the same key from the queue. */
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

const scripts = new Map<string, string>()

/** When running from source: the TypeScript module with everything that it imports, as one script, made once. */
function fromSource({ href }: URL): string {
  const known = scripts.get(href)
  if (known !== undefined) return known
  // Only there during development.
  const { buildSync } = createRequire(import.meta.url)('esbuild')
  const options = { bundle: true, platform: 'node', target: 'node20', write: false } as const
  const [file] = buildSync({ entryPoints: [fileURLToPath(href)], ...options }).outputFiles
  scripts.set(href, file.text)
  return file.text
}

const nameOf = ({ owner, key }: Task<unknown>) => `${owner} ${key}`

const sameKey = (one: Task<unknown>, other: Task<unknown>) => nameOf(one) === nameOf(other)

const outOfMemory = (error: Error | null) =>
  (error as NodeJS.ErrnoException | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY'
