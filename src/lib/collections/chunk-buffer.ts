/** Size of a piece that is made of several chunks, in bytes. */
const PIECE_BYTES = 64 * 1024

/**
 * Joins the chunks of a stream to pieces of some size, because a client can send every byte on its own. The bytes are
 * copied at once: a million buffers of one byte would take hundreds of megabytes.
 */
export class ChunkBuffer {
  readonly #take: (piece: Buffer) => void
  /** The only chunk so far, not copied: most bodies come in one. */
  #only: Buffer | undefined
  #joined: Buffer | undefined
  #bytes = 0

  constructor(take: (piece: Buffer) => void) {
    this.#take = take
  }

  /** Adds a chunk, and hands on what is held if that is enough. */
  add(chunk: Buffer): void {
    if (this.#bytes + chunk.length > PIECE_BYTES) this.end()
    if (chunk.length >= PIECE_BYTES) this.#take(chunk)
    else if (this.#bytes === 0) this.#hold(chunk)
    else this.#join(chunk)
  }

  /** Hands on what is held. */
  end(): void {
    const piece = this.#only ?? this.#joined?.subarray(0, this.#bytes)
    this.#only = undefined
    this.#joined = undefined
    this.#bytes = 0
    if (piece) this.#take(piece)
  }

  #hold(chunk: Buffer): void {
    if (chunk.length === 0) return
    this.#only = chunk
    this.#bytes = chunk.length
  }

  #join(chunk: Buffer): void {
    if (!this.#joined) {
      this.#joined = Buffer.allocUnsafe(PIECE_BYTES)
      this.#only!.copy(this.#joined)
      this.#only = undefined
    }
    chunk.copy(this.#joined, this.#bytes)
    this.#bytes += chunk.length
  }
}
