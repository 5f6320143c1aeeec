import type { SMTPServerDataStream } from 'smtp-server'
import { shouldYield, yieldToEventLoop } from '../lib/concurrency/time-slices.js'
import { BareNewlines } from './bare-newlines.js'
import { MailHeader } from './mail-header.js'
import type { MemoryBudget, Reservation } from './memory-budget.js'
import { BARE_NEWLINE, EMPTY_MAIL, LONG_HEADER, MAIL_LOOP, OUT_OF_MEMORY_BUDGET, Refusal, TOO_SLOW } from './refusal.js'

const FIRST_BYTES = 16 * 1024
/** Largest header, in bytes. */
const MAX_HEADER_BYTES = 1024 * 1024
/** A mail of which more than this is in memory has to go on: {@link LEAST_BYTES} in each {@link LOOK_EVERY_MS}. */
const MAX_RESTING_BYTES = 1024 * 1024
const LEAST_BYTES = 4 * 1024
const LOOK_EVERY_MS = 30_000

interface DataLimits {
  memoryBudget: MemoryBudget
  /** Who sends it: see {@link MemoryBudget}. */
  owner: string
  maxBytes: number
  /** How long the transfer may take, in ms. */
  maxMs: number
  /** Most servers that may have passed it on. */
  maxHops: number
  /** Called once if the transfer has to end: nothing but the end of its connection would stop the client. */
  cutOff: () => void
}

/**
 * Reads a mail as it arrives. What cannot be accepted is read to its end all the same, because the reply comes after it
 * (RFC 5321 4.3.2); only its size and its time are limited.
 */
export class IncomingData {
  readonly #limits: DataLimits
  readonly #newlines = new BareNewlines()
  readonly #header = new MailHeader()
  readonly #place: Reservation
  #bytes = Buffer.alloc(0)
  #length = 0
  #received = 0
  #receivedBefore = 0
  #refusal: Refusal | null = null
  #giveUp: (reason: Error) => void = () => undefined

  constructor(limits: DataLimits) {
    this.#limits = limits
    this.#place = limits.memoryBudget.open({ owner: limits.owner, cut: () => this.#cut() })
  }

  /**
   * The mail, once it is complete. Its memory stays taken until `release`.
   * @throws Refusal for the client; Error if the connection breaks.
   */
  async read(stream: SMTPServerDataStream): Promise<Buffer> {
    const timers = [
      setTimeout(() => this.#cut(), this.#limits.maxMs),
      setInterval(() => this.#lookAtProgress(), LOOK_EVERY_MS),
    ]
    try {
      await new Promise<void>((resolve, reject) => {
        this.#giveUp = reject
        stream.on('data', (part: Buffer) => {
          this.#push(part)
          if (shouldYield()) void rest(stream)
        })
        stream.once('end', resolve)
        stream.once('error', reject)
        stream.once('close', () => reject(new Error('the connection broke')))
      })
    } finally {
      for (const timer of timers) clearTimeout(timer)
      this.#place.complete()
    }
    if (this.#refusal) throw this.#refusal
    if (this.#newlines.end()) throw BARE_NEWLINE
    if (this.#length === 0) throw EMPTY_MAIL
    return this.#bytes.subarray(0, this.#length)
  }

  /** Gives its memory back. Idempotent. */
  release(): void {
    this.#place.release()
    this.#bytes = Buffer.alloc(0)
    this.#length = 0
  }

  /** The client may keep its connection open all the same, so nothing waits for the end of the stream. */
  #cut(): void {
    this.#refuse(TOO_SLOW)
    this.#limits.cutOff()
    this.#giveUp(TOO_SLOW)
  }

  #lookAtProgress(): void {
    const isGoingOn = this.#received - this.#receivedBefore >= LEAST_BYTES
    this.#receivedBefore = this.#received
    if (this.#bytes.length > MAX_RESTING_BYTES && !isGoingOn) this.#cut()
  }

  #push(part: Buffer): void {
    const { maxBytes } = this.#limits
    const before = this.#received
    this.#received += part.length
    if (this.#received > 2 * maxBytes && before <= 2 * maxBytes) this.#cut()
    if (this.#refusal) return
    this.#place.arrived(part.length)
    const problem = this.#problemWith(part)
    if (problem) {
      this.#refuse(problem)
      return
    }
    part.copy(this.#bytes, this.#length)
    this.#length = this.#received
  }

  #refuse(refusal: Refusal): void {
    this.#refusal ??= refusal
    this.release()
  }

  #problemWith(part: Buffer): Refusal | null {
    if (this.#received > this.#limits.maxBytes) return tooLarge(this.#limits.maxBytes)
    if (this.#newlines.push(part)) return BARE_NEWLINE
    this.#header.push(part)
    if (this.#header.bytes > MAX_HEADER_BYTES) return LONG_HEADER
    if (this.#header.hops > this.#limits.maxHops) return MAIL_LOOP
    return this.#grow(this.#received) ? null : OUT_OF_MEMORY_BUDGET
  }

  /** Doubles, so that each byte is copied about once more, and small parts cost no extra memory. */
  #grow(needed: number): boolean {
    const { maxBytes } = this.#limits
    const has = this.#bytes.length
    if (needed <= has) return true
    const size = Math.min(Math.max(needed, 2 * has, FIRST_BYTES), maxBytes)
    if (!this.#place.take(size - has)) return false
    const larger = Buffer.allocUnsafeSlow(size)
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
    return true
  }
}

/** Node.js would read megabytes of each connection before anybody else has a turn. */
async function rest(stream: SMTPServerDataStream): Promise<void> {
  stream.pause()
  await yieldToEventLoop()
  stream.resume()
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal(552, `5.3.4 The mail has more than ${maxBytes} bytes.`)
}
