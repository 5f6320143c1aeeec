import type { ServerResponse } from 'node:http'
import { ReadingProgress } from './reading-progress.js'

const STALL_MS = 30_000
const MAX_WAITING_BYTES = 8 * 1024 * 1024
const CHECK_MS = 500
/** Time that streams have to end by themselves at shutdown, in ms. */
const GRACE_MS = 1_000

export interface StreamGuardOptions {
  /** How long a reader may take nothing while data is waiting, in ms. */
  stallMs?: number
  /** Most bytes waiting for one reader. */
  maxWaitingBytes?: number
}

/**
 * Disconnects readers that have stopped reading. A slow reader gets an error in its stream; a reader that reads nothing
 * cannot get it, and would hold its connection and buffer forever.
 */
export class StreamGuard {
  readonly #stallMs: number
  readonly #maxWaitingBytes: number
  readonly #watched = new Map<ServerResponse, ReadingProgress>()
  #timer: NodeJS.Timeout | null = null

  constructor({ stallMs = STALL_MS, maxWaitingBytes = MAX_WAITING_BYTES }: StreamGuardOptions = {}) {
    this.#stallMs = stallMs
    this.#maxWaitingBytes = maxWaitingBytes
  }

  /** Number of watched streams. */
  get open(): number {
    return this.#watched.size
  }

  /** Watches a streamed response until it closes. */
  watch(response: ServerResponse): void {
    if (response.closed) return
    this.#watched.set(response, new ReadingProgress(response, Date.now()))
    response.once('close', () => this.#forget(response))
    this.#timer ??= setInterval(() => this.#check(), CHECK_MS).unref()
  }

  /** Gives streams a moment to end, then disconnects the rest. */
  async close(): Promise<void> {
    const deadline = Date.now() + GRACE_MS
    while (this.#watched.size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
    for (const response of this.#watched.keys()) response.destroy()
  }

  #forget(response: ServerResponse): void {
    this.#watched.delete(response)
    if (this.#watched.size > 0 || !this.#timer) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  #check(): void {
    const now = Date.now()
    for (const [response, progress] of this.#watched) {
      if (progress.isCutOff) {
        this.#forget(response)
        continue
      }
      const { waitingBytes, stalledMs } = progress.look(now)
      if (waitingBytes > this.#maxWaitingBytes || stalledMs >= this.#stallMs) response.destroy()
    }
  }
}
