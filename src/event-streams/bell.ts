/** Wakes a stream that waits for news. Rings that nobody waits for are kept as one. */
export class Bell {
  #rung = false
  #error: Error | null = null
  #ended = false
  #wake: (() => void) | null = null

  /** Whether the stream is over. */
  get isOver(): boolean {
    return this.#ended || this.#error !== null
  }

  ring(): void {
    this.#rung = true
    this.#wake?.()
  }

  /** Ends the stream. */
  end(): void {
    this.#ended = true
    this.#wake?.()
  }

  /** Ends the stream with an error. */
  fail(error: Error): void {
    this.#error ??= error
    this.#wake?.()
  }

  /**
   * Waits for a ring, for at most `ms`.
   * @throws the error that has ended the stream.
   */
  async wait(ms: number): Promise<void> {
    if (!this.#rung && !this.isOver) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#wake = null
    this.#rung = false
    if (this.#error) throw this.#error
  }
}
