import type { IncomingMessage } from 'node:http'
import { ChunkBuffer } from '../lib/collections/chunk-buffer.js'

/*
 * A client may send each byte of a body in a separate chunk (RFC 9112 7.1). Node.js queues every chunk as a buffer,
 * which takes more than 500 bytes of memory, and one read of a connection holds 10,000 of them. A few connections would
 * take hundreds of megabytes while their bodies wait for authentication or for their turn. So the small chunks that
 * come in one turn of the event loop are joined before they are queued.
 */

/** Length from which a chunk is queued as it is, in bytes. */
const LARGE_BYTES = 1_024
/** Small chunks after which a connection is read no further in this turn. */
const MAX_CHUNKS_A_TURN = 1_024

/** The chunks of a body that have come so far. */
interface Chunks {
  count: number
  bytes: number
}

const received = new WeakMap<IncomingMessage, Chunks>()

/** Joins the small chunks of a request's body. Call it before anybody reads the body. */
export function joinChunks(request: IncomingMessage): void {
  if (request.headers['transfer-encoding'] === undefined) return
  const chunks: Chunks = { count: 0, bytes: 0 }
  received.set(request, chunks)
  const queue = request.push.bind(request)
  // Copied, because a piece is the beginning of a larger buffer, all of which would stay in memory with it.
  const pieces = new ChunkBuffer((piece) => queue(Buffer.from(piece)))
  let joined = 0
  const flush = () => {
    joined = 0
    pieces.end()
  }
  request.push = (chunk: Buffer | null) => {
    if (chunk) {
      chunks.count += 1
      chunks.bytes += chunk.length
    }
    if (!chunk || chunk.length >= LARGE_BYTES) {
      flush()
      return queue(chunk)
    }
    // At the end of the turn: a microtask would run after each chunk.
    if (joined === 0) setImmediate(flush)
    joined += 1
    pieces.add(chunk)
    return joined < MAX_CHUNKS_A_TURN
  }
}

/** The chunks into which the client has divided a body, as far as it has come; none if it told the length instead. */
export const chunksOf = (request: IncomingMessage): Readonly<Chunks> => received.get(request) ?? { count: 0, bytes: 0 }
