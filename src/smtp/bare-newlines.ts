const CR = 13
const LF = 10

/**
 * Finds a CR without LF, or an LF without CR, in bytes that arrive in parts.
 *
 * Servers disagree on whether such a line end can end a mail, so a mail with one could carry a second mail past one of
 * them ("SMTP smuggling", CVE-2023-51764). RFC 5321 2.3.8 forbids them.
 */
export class BareNewlines {
  #endsWithCr = false
  #found = false

  /** Whether there was one so far. A CR at the very end counts once `end` is called. */
  push(bytes: Buffer): boolean {
    this.#found ||= this.#isIn(bytes)
    if (bytes.length > 0) this.#endsWithCr = bytes.at(-1) === CR
    return this.#found
  }

  end(): boolean {
    return this.#found || this.#endsWithCr
  }

  #isIn(bytes: Buffer): boolean {
    if (this.#endsWithCr && bytes.length > 0 && bytes[0] !== LF) return true
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
      if (at === 0 ? !this.#endsWithCr : bytes[at - 1] !== CR) return true
    }
    for (let at = bytes.indexOf(CR); at >= 0; at = bytes.indexOf(CR, at + 1)) {
      if (at + 1 < bytes.length && bytes[at + 1] !== LF) return true
    }
    return false
  }
}
