const TAB = 0x09
const LF = 0x0a
const SPACE = 0x20
const COLON = 0x3a
const RECEIVED = Buffer.from('received')

/** Where in a line the next byte is: at its begin, in the name of a field, in blanks behind the name, or after those. */
type Place = 'begin' | 'name' | 'blanks' | 'rest'

/**
 * Looks at the header of a mail that arrives in parts, each byte once. As for the parser, a line that cannot be a field
 * begins the body.
 *
 * It is no part of `@postline/mail-parser`, which reads mails that are there as a whole: this one sees a stream and keeps a
 * few bytes of it, so that a mail in a loop, or one with too large a header, is refused before the rest has arrived.
 */
export class MailHeader {
  readonly #name = Buffer.alloc(RECEIVED.length)
  #nameBytes = 0
  #place: Place = 'begin'
  #isFirstLine = true
  #isOver = false
  #bytes = 0
  #hops = 0

  /** Its size so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** The servers that the mail has passed, each of which has added a `Received` field (RFC 5321 4.4). */
  get hops(): number {
    return this.#hops
  }

  push(part: Buffer): void {
    let at = 0
    while (at < part.length && !this.#isOver) {
      if (this.#place === 'rest') {
        const lineEnd = part.indexOf(LF, at)
        at = lineEnd < 0 ? part.length : lineEnd + 1
        if (lineEnd >= 0) this.#beginLine()
      } else {
        this.#step(part[at]!)
        at += 1
      }
    }
    this.#bytes += at
  }

  #beginLine(): void {
    this.#place = 'begin'
    this.#nameBytes = 0
    this.#isFirstLine = false
  }

  #step(byte: number): void {
    if (byte === COLON && this.#place !== 'begin') {
      this.#endName()
      return
    }
    const isBlank = byte === SPACE || byte === TAB
    // A blank at the begin continues the line before.
    if (isBlank) this.#place = this.#place === 'begin' || this.#isMailboxLine() ? 'rest' : 'blanks'
    else if (byte > SPACE && byte < 0x7f && byte !== COLON && this.#place !== 'blanks') this.#addToName(byte)
    else this.#isOver = true
  }

  #addToName(byte: number): void {
    this.#place = 'name'
    if (this.#nameBytes < this.#name.length) this.#name[this.#nameBytes] = byte
    this.#nameBytes += 1
  }

  #endName(): void {
    this.#place = 'rest'
    // In any case: lower case has one bit more.
    const isReceived = RECEIVED.every((byte, index) => (this.#name[index]! | 0x20) === byte)
    if (isReceived && this.#nameBytes === RECEIVED.length) this.#hops += 1
  }

  /** Whether it is the line that mailbox files add at the top. */
  #isMailboxLine(): boolean {
    if (!this.#isFirstLine) return false
    const name = this.#name.toString('latin1', 0, this.#nameBytes)
    return name === 'From' || name === '>From'
  }
}
