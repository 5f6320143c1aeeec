import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How far a client has read a response. */
export class ReadingProgress {
  readonly #response: ServerResponse
  #flushed = -1
  #since: number

  constructor(response: ServerResponse, now: number) {
    this.#response = response
    this.#since = now
  }

  /**
   * Whether its connection is gone. A response that waited for others on its connection gets no `close` event then.
   */
  get isCutOff(): boolean {
    return this.#response.req.socket.destroyed
  }

  /**
   * Looks again.
   * @returns how many bytes of it are in memory, how many of these the client has not read, and for how many ms it has
   *   read nothing
   */
  look(now: number): { waitingBytes: number; unreadBytes: number; stalledMs: number } {
    const { socket, writableLength: waitingBytes } = this.#response
    // A response behind others on its connection has no socket yet.
    const queued = socket ? queuedBytes(socket) : 0
    const flushed = socket ? socket.bytesWritten - socket.writableLength - queued : 0
    if (waitingBytes === 0 || flushed !== this.#flushed) this.#since = now
    this.#flushed = flushed
    // A write stays in memory until all of it is read.
    return { waitingBytes, unreadBytes: queued || waitingBytes, stalledMs: now - this.#since }
  }
}

/**
 * Bytes of the current write that the system has not taken. A large response is one write, which counts as a whole
 * everywhere else; Node.js looks here too, before it calls a socket idle.
 */
function queuedBytes(socket: Socket & { _handle?: { writeQueueSize?: number } | null }): number {
  return socket._handle?.writeQueueSize ?? 0
}
