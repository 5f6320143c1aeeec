/** Longer lines are no boundaries; the limit of RFC 2046 is 72 with the dashes. */
const MAX_LINE_BYTES = 10_000

interface Open<T> {
  boundary: string
  item: T
}

/** The boundaries of the multiparts that are open at a place in a mail, outermost first. */
export class Boundaries<T> {
  readonly #stack: Open<T>[] = []
  /** Indices in the stack; more than one where multiparts inside each other share a boundary. */
  readonly #indices = new Map<string, number[]>()
  #shortest = Infinity

  get size(): number {
    return this.#stack.length
  }

  at(index: number): T {
    return this.#stack[index]!.item
  }

  /** @param boundary one character for each byte. */
  add(boundary: string, item: T): void {
    const indices = this.#indices.get(boundary) ?? []
    indices.push(this.#stack.length)
    this.#indices.set(boundary, indices)
    this.#stack.push({ boundary, item })
    this.#shortest = Math.min(this.#shortest, boundary.length)
  }

  /** Takes those from an index on, innermost first. */
  takeFrom(index: number): T[] {
    const taken = this.#stack.splice(index).reverse()
    for (const { boundary } of taken) {
      const indices = this.#indices.get(boundary)!
      indices.pop()
      if (indices.length === 0) this.#indices.delete(boundary)
    }
    return taken.map(({ item }) => item)
  }

  /**
   * What a line that begins with two dashes separates: the innermost multipart with its boundary. Blanks after a
   * boundary were added on the way. Null if it is not a boundary.
   */
  find(raw: Buffer, start: number, end: number): { index: number; isClose: boolean } | null {
    if (end - start > MAX_LINE_BYTES || end - start < this.#shortest + 2) return null
    if (raw[start] !== 0x2d || raw[start + 1] !== 0x2d) return null
    const text = raw.toString('latin1', start + 2, end).trimEnd()
    const separated = this.#indices.get(text)?.at(-1)
    if (separated !== undefined) return { index: separated, isClose: false }
    const closed = text.endsWith('--') ? this.#indices.get(text.slice(0, -2))?.at(-1) : undefined
    if (closed !== undefined) return { index: closed, isClose: true }
    return this.#findInnermost(text)
  }

  /** Something may follow the boundary of the innermost one (RFC 2046 section 5.1.1). */
  #findInnermost(text: string): { index: number; isClose: boolean } | null {
    const index = this.#stack.length - 1
    const boundary = this.#stack[index]?.boundary
    if (boundary === undefined || !text.startsWith(boundary)) return null
    const rest = text.slice(boundary.length)
    if (rest.trimStart().startsWith('--')) return { index, isClose: true }
    return rest.startsWith(' ') ? { index, isClose: false } : null
  }
}
