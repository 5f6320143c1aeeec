/** The memory for the mail that is arriving, in bytes. Nobody waits for it: what does not fit is sent again later. */
export class Room {
  #free: number

  constructor(bytes: number) {
    this.#free = bytes
  }

  /** Takes this many bytes; false if they are not free. */
  take(bytes: number): boolean {
    if (bytes > this.#free) return false
    this.#free -= bytes
    return true
  }

  giveBack(bytes: number): void {
    this.#free += bytes
  }
}
