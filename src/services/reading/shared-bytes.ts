import { setImmediate as nextTurn } from 'node:timers/promises'

/** Bytes in memory that threads share, so that giving them to a thread copies nothing. */
export type SharedBytes = Uint8Array<SharedArrayBuffer>

/** Bytes that are copied at a time. */
const PIECE_BYTES = 2 * 1024 * 1024

/** Copies bytes to shared memory, unless they are there; a piece at a time, because 25 MiB take tens of milliseconds. */
export async function toShared(bytes: Uint8Array): Promise<SharedBytes> {
  if (isShared(bytes)) return bytes
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (at > 0) await nextTurn()
    shared.set(bytes.subarray(at, at + PIECE_BYTES), at)
  }
  return shared
}

/** A buffer over shared memory. */
export const bufferOf = ({ buffer, byteOffset, length }: SharedBytes): Buffer => Buffer.from(buffer, byteOffset, length)

const isShared = (bytes: Uint8Array): bytes is SharedBytes => bytes.buffer instanceof SharedArrayBuffer
