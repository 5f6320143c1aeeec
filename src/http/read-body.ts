import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors.js'
import { ChunkBuffer } from '../lib/collections/chunk-buffer.js'
import { shouldYield, yieldToEventLoop } from '../lib/concurrency/time-slices.js'
import { inWords } from '../operations/body-sizes.js'
import { chunksOf } from './join-chunks.js'

/** Chunks and bytes of an ordinary body, which is read without looking at the clock. */
const FEW_CHUNKS = 16
const FEW_BYTES = 64 * 1024
/**
 * Most bytes of a refused body that are read and discarded, so that the client sees the response and can use its
 * connection again. More than the largest body may have.
 */
const MAX_DISCARDED_BYTES = 40 * 1024 * 1024
/** What each chunk of a refused body counts for at least, in bytes. */
const DISCARDED_CHUNK_BYTES = 4 * 1024
/** Time to read the response for a client that sends more, in ms. */
const LINGER_MS = 2_000

/** Bytes that the chunks of a body have on average: those of one byte each take as long to read as large ones. */
const USUAL_CHUNK_BYTES = 64
/** How far the chunks of a body may fall short of it together. */
const MAX_SHORT_BYTES = 1024 * 1024

/** Whether a body has more small chunks than any client needs. */
export function hasTooManyChunks(source: IncomingMessage, maxBytes: number): boolean {
  const { count, bytes } = chunksOf(source)
  return count * USUAL_CHUNK_BYTES > bytes + Math.min(maxBytes, MAX_SHORT_BYTES)
}

export const tooManyChunks = () =>
  new ApiError('payload_too_large', 'The body has too many small chunks. Send larger ones.')

/**
 * Reads a body to its end and hands it on piece by piece, as fast as the work on the pieces lets others have their
 * turns. Resolves with its length.
 *
 * By events and not as an async iterator, which would destroy the connection before a refusal is sent.
 * @throws ApiError `payload_too_large`, if possible before anything is read; what `take` throws.
 */
export async function readBody(
  source: IncomingMessage,
  maxBytes: number,
  take: (piece: Buffer) => void,
): Promise<number> {
  if (Number(source.headers['content-length']) > maxBytes) throw tooLarge(maxBytes)
  const pieces = new ChunkBuffer(take)
  let length = 0
  let chunks = 0
  await untilEnd(source, (chunk) => {
    length += chunk.length
    chunks += 1
    if (length > maxBytes) throw tooLarge(maxBytes)
    if (hasTooManyChunks(source, maxBytes)) throw tooManyChunks()
    pieces.add(chunk)
    if (chunks > FEW_CHUNKS || length > FEW_BYTES) pauseReading(source)
  })
  pieces.end()
  return length
}

/**
 * Reads a whole body.
 * @throws ApiError `payload_too_large`, if possible before anything is read.
 */
export async function readBytes(source: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  await readBody(source, maxBytes, (piece) => pieces.push(piece))
  return Buffer.concat(pieces)
}

/**
 * Reads a whole body that may be large. If its length is known beforehand, there is only one copy of it.
 * @throws ApiError `payload_too_large`, if possible before anything is read.
 */
export async function readLargeBytes(source: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const declared = Number(source.headers['content-length'])
  if (!(declared > FEW_BYTES && declared <= maxBytes)) return readBytes(source, maxBytes)
  const bytes = Buffer.allocUnsafeSlow(declared)
  let length = 0
  await readBody(source, maxBytes, (piece) => {
    length += piece.copy(bytes, length)
  })
  return bytes.subarray(0, length)
}

/** Passes on what comes, until all has come. */
function untilEnd(source: IncomingMessage, add: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (settled: () => void) => {
      source.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      settled()
    }
    const onEnd = () => settle(resolve)
    const onBroken = () =>
      settle(() => reject(new ApiError('invalid_request', 'The connection was closed before the body was complete.')))
    const onData = (chunk: Buffer) => {
      try {
        add(chunk)
      } catch (error) {
        settle(() => reject(error))
      }
    }
    source.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })
}

/** Stops a stream until its reader may use the event loop again. */
export function pauseReading(source: IncomingMessage): void {
  if (!shouldYield()) return
  stop(source)
  void yieldToEventLoop().then(() => goOn(source))
}

/**
 * Reads and discards the rest of a body. Resolves when all of it has come, or when a client has sent so much of it that
 * it gets the time to read its response and is then cut off.
 */
export function discardRest(source: IncomingMessage): Promise<void> {
  let length = 0
  let chunks = chunksOf(source).count
  source.unpipe()
  return new Promise((resolve) => {
    source.on('end', resolve).on('close', resolve).on('error', resolve)
    source.on('data', (chunk: Buffer) => {
      const isFirstTooMany = length <= MAX_DISCARDED_BYTES
      const { count } = chunksOf(source)
      length += Math.max(chunk.length, (count - chunks) * DISCARDED_CHUNK_BYTES)
      chunks = count
      if (length <= MAX_DISCARDED_BYTES) return pauseReading(source)
      stop(source)
      if (!isFirstTooMany) return
      // Closing at once could destroy the response on its way: bytes that nobody reads reset the connection.
      setTimeout(() => (source.complete ? goOn(source) : source.destroy()), LINGER_MS).unref()
      resolve()
    })
    source.resume()
  })
}

/** Stops a body and its connection, of which Node.js would otherwise read several packets more, to keep them in memory. */
function stop(source: IncomingMessage): void {
  source.pause()
  source.socket.pause()
}

function goOn(source: IncomingMessage): void {
  source.socket.resume()
  source.resume()
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('payload_too_large', `The body is larger than ${inWords(maxBytes)}. Send less in one request.`)
}
