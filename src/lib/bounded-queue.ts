/** Thrown to the reader of a {@link BoundedQueue} into which more was put than it holds. */
export class QueueOverflowError extends Error {
  override name = 'QueueOverflowError'
}

/**
 * What is written now and read later, one reader at a time: `for await (const item of queue)`.
 *
 * It holds so many items and no more. A reader that is slower than its writer gets what fits and then
 * {@link QueueOverflowError}.
 */
export class BoundedQueue<T> implements AsyncIterable<T> {
  readonly #capacity: number
  #items: T[] = []
  #isCut = false
  #end: { error?: unknown } | null = null
  #wake: (() => void) | null = null

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Items that wait for the reader. */
  get length(): number {
    return this.#items.length
  }

  /** Adds an item. No effect after the end. */
  push(item: T): void {
    if (this.#end) return
    if (this.#items.length >= this.#capacity)
      this.fail(new QueueOverflowError(`more than ${this.#capacity} items wait`))
    else this.#items.push(item)
    this.#wake?.()
  }

  /** Whether the queue was cut. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** Ends the queue: the reader gets what is in it, and then the end. */
  end(): void {
    this.#end ??= {}
    this.#wake?.()
  }

  /** Ends the queue with an error, which the reader gets behind what is in it. */
  fail(error: unknown): void {
    this.#end ??= { error }
    this.#wake?.()
  }

  /** Ends the queue with an error, which the reader gets next: what is in it is dropped. */
  cut(error: unknown): void {
    this.#items = []
    this.#isCut = true
    this.#end = { error }
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for (;;) {
      const items = this.#items
      this.#items = []
      for (const item of items) {
        if (this.#isCut) break
        yield item
      }
      if (this.#items.length > 0) continue
      if (this.#end) {
        if ('error' in this.#end) throw this.#end.error
        return
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      this.#wake = null
    }
  }
}
