import type { TaskKilledError } from './task-thread.js'

/** Remembers for a while which tasks were killed. */
export class RecentKills {
  readonly #forMs: number
  /** By name, oldest first. */
  readonly #kills = new Map<string, { error: TaskKilledError; atMs: number }>()

  constructor(forMs: number) {
    this.#forMs = forMs
  }

  add(name: string, error: TaskKilledError): void {
    this.#kills.delete(name)
    this.#kills.set(name, { error, atMs: performance.now() })
  }

  /** How the task was killed; null if it was not, or not recently. */
  find(name: string): TaskKilledError | null {
    const before = performance.now() - this.#forMs
    for (const [old, { atMs }] of this.#kills) {
      if (atMs > before) break
      this.#kills.delete(old)
    }
    return this.#kills.get(name)?.error ?? null
  }
}
