import type { ServerResponse } from 'node:http'
import { ReadingProgress } from './reading-progress.js'

const STALL_MS = 30_000
const MAX_WAITING_BYTES = 8 * 1024 * 1024
const CHECK_MS = 500
/** A comment, which clients skip. */
const HEARTBEAT = ':\n\n'
/** Browsers and proxies close connections on which nothing is sent for some time, often half a minute or a minute. */
const HEARTBEAT_MS = 12_000
/** Time that streams have to end by themselves at shutdown, in ms. */
const GRACE_MS = 1_000

export interface StreamGuardOptions {
  /** How long a reader may take nothing while data is waiting, in ms. */
  stallMs?: number
  /** Most bytes waiting for one reader. */
  maxWaitingBytes?: number
  /** Time between two heartbeats, in ms. */
  heartbeatMs?: number
}

interface Watched {
  progress: ReadingProgress
  /** When the next heartbeat is due; never if the stream has its own. */
  beatAt: number
}

/**
 * Keeps streams of server-sent events alive, and disconnects readers that have stopped reading. A slow reader gets an error
 * in its stream; a reader that reads nothing cannot get it, and would hold its connection and buffer forever.
 */
export class StreamGuard {
  readonly #stallMs: number
  readonly #maxWaitingBytes: number
  readonly #heartbeatMs: number
  readonly #watched = new Map<ServerResponse, Watched>()
  #timer: NodeJS.Timeout | null = null

  constructor(options: StreamGuardOptions = {}) {
    const { stallMs = STALL_MS, maxWaitingBytes = MAX_WAITING_BYTES, heartbeatMs = HEARTBEAT_MS } = options
    this.#stallMs = stallMs
    this.#maxWaitingBytes = maxWaitingBytes
    this.#heartbeatMs = heartbeatMs
  }

  /** Number of watched streams. */
  get open(): number {
    return this.#watched.size
  }

  /**
   * Watches a stream until it closes.
   * @param heartbeats whether to send them; the headers must be written in the same turn of the event loop then.
   */
  watch(response: ServerResponse, { heartbeats = false } = {}): void {
    if (response.closed) return
    const now = Date.now()
    const beatAt = heartbeats ? now + this.#heartbeatMs : Number.POSITIVE_INFINITY
    this.#watched.set(response, { progress: new ReadingProgress(response, now), beatAt })
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
    for (const [response, watched] of this.#watched) {
      const { progress, beatAt } = watched
      if (progress.isCutOff) {
        // One that waited for others on its connection is not told by Node.js, nor is who writes it.
        response.emit('close')
        this.#forget(response)
        continue
      }
      const { waitingBytes, stalledMs } = progress.look(now)
      if (waitingBytes > this.#maxWaitingBytes || stalledMs >= this.#stallMs) {
        response.destroy()
      } else if (beatAt <= now && !response.destroyed && !response.writableEnded) {
        watched.beatAt = now + this.#heartbeatMs
        // A reader that still has to read something needs no heartbeat.
        if (waitingBytes === 0) response.write(HEARTBEAT)
      }
    }
  }
}
