/** A first-in-first-out queue, quick at any length: shifting a long array copies it. */
export class Fifo<T> {
  /** In reverse. When it is empty, it becomes `#came` in reverse. */
  #leaves: T[] = []
  #came: T[] = []

  get size(): number {
    return this.#leaves.length + this.#came.length
  }

  push(item: T): void {
    this.#came.push(item)
  }

  /** The item that has waited longest. */
  first(): T | undefined {
    return this.#leaves.at(-1) ?? this.#came[0]
  }

  shift(): T | undefined {
    if (this.#leaves.length === 0) {
      this.#leaves = this.#came.reverse()
      this.#came = []
    }
    return this.#leaves.pop()
  }
}
