import { closeSync, openSync, readlinkSync, readSync } from 'node:fs'
import { basename } from 'node:path'

/** Where there is no CPU time, a thread is taken to run for this share of the time, as on a busy machine. */
const BUSY_SHARE = 1 / 3
const MAX_LINE_BYTES = 64

/** The id of the calling thread in the operating system; null on systems without `/proc`. */
export function ownThreadId(): number | null {
  try {
    return Number(basename(readlinkSync('/proc/thread-self'))) || null
  } catch {
    return null
  }
}

/**
 * The CPU time of one thread of this process, so that a busy machine does not count against its work. On systems that
 * do not report it, the wall clock stands in, more slowly.
 */
export class ThreadClock {
  #file: number | null
  #lastMs = 0

  /** @param threadId as {@link ownThreadId} returns it in that thread. */
  constructor(threadId: number | null) {
    this.#file = threadId === null ? null : openTimes(threadId)
    // Kernels without these statistics show zeros.
    if (this.nowMs() === 0) this.close()
  }

  /** CPU time so far, in ms from any start. Does not change after the thread has ended. */
  nowMs(): number {
    if (this.#file === null) return performance.now() * BUSY_SHARE
    this.#lastMs = readMs(this.#file) ?? this.#lastMs
    return this.#lastMs
  }

  /** Closes the file of the thread. Idempotent. */
  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }
}

/**
 * Shows when a thread has used up some CPU time. May be asked often: it reads the CPU time only when it could be over.
 */
export class CpuDeadline {
  readonly #clock: ThreadClock
  readonly #endMs: number
  #earliestMs: number

  constructor(clock: ThreadClock, leftMs: number) {
    this.#clock = clock
    this.#endMs = clock.nowMs() + leftMs
    this.#earliestMs = performance.now() + leftMs
  }

  isOver(): boolean {
    if (performance.now() < this.#earliestMs) return false
    const leftMs = this.#endMs - this.#clock.nowMs()
    this.#earliestMs = performance.now() + leftMs
    return leftMs <= 0
  }
}

function openTimes(threadId: number): number | null {
  try {
    return openSync(`/proc/self/task/${threadId}/schedstat`, 'r')
  } catch {
    return null
  }
}

/** The first number of the file: nanoseconds on a CPU. Null if the thread has ended. */
function readMs(file: number): number | null {
  const line = Buffer.alloc(MAX_LINE_BYTES)
  try {
    const length = readSync(file, line, 0, MAX_LINE_BYTES, 0)
    return Number(line.toString('latin1', 0, length).split(' ')[0]) / 1e6
  } catch {
    return null
  }
}
