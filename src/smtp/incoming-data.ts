import type { SMTPServerDataStream } from 'smtp-server'
import { BareNewlines } from './bare-newlines.js'
import { BARE_NEWLINE, EMPTY_MAIL, NO_ROOM, Refusal } from './refusal.js'
import type { Room } from './room.js'

const FIRST_BYTES = 16 * 1024

interface DataLimits {
  room: Room
  maxBytes: number
  /** How long the transfer may take, in ms. */
  maxMs: number
  /** Called once if the client does not stop: nothing but the end of its connection would stop it. */
  cutOff: () => void
}

/**
 * Reads a mail as it arrives. What cannot be accepted is read to its end all the same, because the reply comes after it
 * (RFC 5321 4.3.2); only its size and its time are limited.
 */
export class IncomingData {
  readonly #limits: DataLimits
  readonly #newlines = new BareNewlines()
  #bytes = Buffer.alloc(0)
  #length = 0
  #received = 0
  #refusal: Refusal | null = null

  constructor(limits: DataLimits) {
    this.#limits = limits
  }

  /**
   * The mail, once it is complete. Its memory stays taken until `release`.
   * @throws Refusal for the client; Error if the connection breaks.
   */
  async read(stream: SMTPServerDataStream): Promise<Buffer> {
    const timer = setTimeout(this.#limits.cutOff, this.#limits.maxMs)
    try {
      await new Promise<void>((resolve, reject) => {
        stream.on('data', (part: Buffer) => this.#push(part))
        stream.once('end', resolve)
        stream.once('error', reject)
        stream.once('close', () => reject(new Error('the connection broke')))
      })
    } finally {
      clearTimeout(timer)
    }
    if (this.#refusal) throw this.#refusal
    if (this.#newlines.end()) throw BARE_NEWLINE
    if (this.#length === 0) throw EMPTY_MAIL
    return this.#bytes.subarray(0, this.#length)
  }

  /** Gives its memory back. Idempotent. */
  release(): void {
    this.#limits.room.giveBack(this.#bytes.length)
    this.#bytes = Buffer.alloc(0)
    this.#length = 0
  }

  #push(part: Buffer): void {
    const { maxBytes, cutOff } = this.#limits
    const before = this.#received
    this.#received += part.length
    if (this.#received > 2 * maxBytes && before <= 2 * maxBytes) cutOff()
    if (this.#refusal) return
    this.#refusal = this.#problemWith(part)
    if (this.#refusal) {
      this.release()
      return
    }
    part.copy(this.#bytes, this.#length)
    this.#length = this.#received
  }

  #problemWith(part: Buffer): Refusal | null {
    if (this.#received > this.#limits.maxBytes) return tooLarge(this.#limits.maxBytes)
    if (this.#newlines.push(part)) return BARE_NEWLINE
    return this.#grow(this.#received) ? null : NO_ROOM
  }

  /** Doubles, so that each byte is copied about once more, and small parts cost no memory of their own. */
  #grow(needed: number): boolean {
    const { room, maxBytes } = this.#limits
    const has = this.#bytes.length
    if (needed <= has) return true
    const size = Math.min(Math.max(needed, 2 * has, FIRST_BYTES), maxBytes)
    if (!room.take(size - has)) return false
    const larger = Buffer.allocUnsafeSlow(size)
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
    return true
  }
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal(552, `5.3.4 The mail has more than ${maxBytes} bytes.`)
}
