import { TaskThreads } from '../../lib/threads/task-threads.js'
import type { ReaderData, ReaderKind, ReaderResult, ReaderTask } from '../reader-tasks.js'

/** Of these, one is left to short texts of accounts that have had no trouble: they never wait long. */
const THREADS = 3
const RESERVED = 1
/** They leave the processors to requests. */
const NICENESS = 5
/**
 * Most time for a text, in ms of CPU time: this, and so much for each MiB. Ordinary mail takes a few milliseconds, and 1 MiB
 * of HTML that consists of links a third of it.
 */
const LIMIT_MS = 500
const LIMIT_MS_A_MIB = 500
/** What is longer may take long, and does not get the reserved thread. */
const HEAVY_BYTES = 512 * 1024
const MIB = 1024 * 1024
const MAX_HEAP_MB = 384
const MAX_YOUNG_MB = 32
/** Callers work on a limited number of texts at a time. */
const MAX_WAITING = 10_000
/** Every text is another one, so no kill says anything about the next. */
const REMEMBER_KILLS_MS = 0

/** The entry file, as source and as built. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? '../reader-thread.ts' : '../reader-thread.js', import.meta.url)

/** Whose text it is, and how long it is. */
export interface ReaderJob {
  /** Accounts take turns. */
  accountId: string
  /** Size of the text. The limits follow from it. */
  bytes: number
}

/**
 * Reads texts from outside (mail, reports, HTML) in threads with limits, because they are anything that a stranger sends:
 * what takes too much time or memory is killed with its thread. What can be read is in `reader-tasks.ts`.
 */
export class ReaderThreads {
  readonly #threads: TaskThreads<ReaderTask, object>
  readonly #limitMs: number | null
  #jobs = 0

  /** @param limitMs most time for a text of any size, in ms of CPU time. For tests. */
  constructor({ limitMs = null }: { limitMs?: number | null } = {}) {
    this.#limitMs = limitMs
    this.#threads = new TaskThreads({
      entry: ENTRY,
      threads: THREADS,
      reserved: RESERVED,
      limitMs: LIMIT_MS,
      niceness: NICENESS,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
      maxWaiting: MAX_WAITING,
      rememberKillsMs: REMEMBER_KILLS_MS,
    })
  }

  /**
   * Runs a task in a thread.
   * @throws TaskKilledError if it took too much; QueueFullError if too many are waiting; Error after `close()`.
   */
  async run<K extends ReaderKind>(
    kind: K,
    { accountId, bytes }: ReaderJob,
    data: ReaderData<K>,
  ): Promise<ReaderResult<K>> {
    this.#jobs += 1
    const result = await this.#threads.run({
      owner: accountId,
      key: String(this.#jobs),
      data: { kind, data },
      limitMs: this.#limitMs ?? LIMIT_MS + (LIMIT_MS_A_MIB * bytes) / MIB,
      isHeavy: bytes > HEAVY_BYTES,
    })
    // The thread has run the function of this kind.
    return result as ReaderResult<K>
  }

  /** Ends the threads. Idempotent. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}
