import { createHash, type Hash, type Hmac } from 'node:crypto'
import { shouldYield, yieldToEventLoop } from './time-slices.js'

/** What is hashed before the clock is looked at again, in bytes. */
const PIECE_BYTES = 256 * 1024

/** Hashes bytes of any number, in as many turns of the event loop as that takes. */
export async function updateInSlices(hash: Hash | Hmac, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (bytes.length > PIECE_BYTES && shouldYield()) await yieldToEventLoop()
    hash.update(bytes.subarray(at, at + PIECE_BYTES))
  }
}

/** The hex SHA-256 of bytes of any number. */
export async function sha256InSlices(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  await updateInSlices(hash, bytes)
  return hash.digest('hex')
}
