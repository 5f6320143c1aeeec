import { randomUUID } from 'node:crypto'
import type { Clock } from '../../clock.js'
import { isDuplicateKey } from '../../models/duplicate-key.js'
import type { Models } from '../../models/index.js'

export interface LedgerTurnOptions {
  models: Pick<Models, 'system'>
  clock: Clock
  /** Id of its row. */
  name: string
  /** How long a turn lasts unless it is extended, in ms: after this, a dead process loses it. */
  leaseMs: number
}

/**
 * A turn that one process at a time has. It is a row with the time at which the turn ends, and a token. What is left
 * after a turn, such as the rest until the next one, is the same row without an owner.
 */
export class LedgerTurn {
  readonly #options: LedgerTurnOptions
  #held: string | null = null

  constructor(options: LedgerTurnOptions) {
    this.#options = options
  }

  /** Takes the turn, unless another process has it or nobody may have it yet. */
  async take(): Promise<boolean> {
    const { models, clock, name, leaseMs } = this.#options
    const value = this.#valueAfter(leaseMs)
    const isOver = { _id: name, value: { $lt: clock.now().toISOString() } }
    try {
      await models.system.updateOne(isOver, { $set: { value } }, { upsert: true })
    } catch (error) {
      // The row exists, and its time has not come.
      if (isDuplicateKey(error)) return false
      throw error
    }
    this.#held = value
    return true
  }

  /** Extends the turn. False if it was too late and another process may have it. */
  extend(): Promise<boolean> {
    return this.#replace(this.#valueAfter(this.#options.leaseMs))
  }

  /** Ends the turn. Nobody takes the next one before `restMs`. */
  async end(restMs: number): Promise<void> {
    await this.#replace(this.#valueAfter(restMs))
    this.#held = null
  }

  async #replace(value: string): Promise<boolean> {
    if (this.#held === null) return false
    const { models, name } = this.#options
    const { matchedCount } = await models.system.updateOne({ _id: name, value: this.#held }, { $set: { value } })
    this.#held = matchedCount === 1 ? value : null
    return matchedCount === 1
  }

  #valueAfter(ms: number): string {
    return `${new Date(this.#options.clock.now().getTime() + ms).toISOString()} ${randomUUID()}`
  }
}
