/** The reader gets this if a {@link BoundedQueue} overflows. */
export class QueueOverflowError extends Error {
  override name = 'QueueOverflowError'
}

/**
 * A queue for one reader at a time: `for await (const item of queue)`.
 *
 * Its length is limited. A reader that is slower than the writer gets the items that fit and then {@link
 * QueueOverflowError}.
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

  /** Number of waiting items. */
  get length(): number {
    return this.#items.length
  }

  /** Adds an item. Does nothing after the end. */
  push(item: T): void {
    if (this.#end) return
    if (this.#items.length >= this.#capacity)
      this.fail(new QueueOverflowError(`more than ${this.#capacity} items wait`))
    else this.#items.push(item)
    this.#wake?.()
  }

  /** Whether the queue was cut off. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** Ends the queue after the items in it. */
  end(): void {
    this.#end ??= {}
    this.#wake?.()
  }

  /** Ends the queue with an error after the items in it. */
  fail(error: unknown): void {
    this.#end ??= { error }
    this.#wake?.()
  }

  /** Ends the queue with an error at once; the items in it are dropped. */
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
