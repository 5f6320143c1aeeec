import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../clock.js'
import { isDuplicateKey } from '../../models/duplicate-key.js'
import type { Models } from '../../models/index.js'

/**
 * After this time another process takes the turn of one that died. A batch that takes longer does no harm: it begins
 * again if the next one was filed before it.
 */
const LEASE_MS = 5_000
const SHORTEST_WAIT_MS = 5
const LONGEST_WAIT_MS = 40

/** The turn did not become free in time: try again later. */
export class TurnTakenError extends Error {
  override name = 'TurnTakenError'
}

/**
 * Turns of accounts over all processes: one files the mail of an account at a time. A turn is a row with the time at which
 * it ends, and a token; the value is empty while nobody has it.
 */
export class AccountTurns {
  readonly #deps: { models: Pick<Models, 'system'>; clock: Clock }

  constructor(deps: { models: Pick<Models, 'system'>; clock: Clock }) {
    this.#deps = deps
  }

  /**
   * Does work in the turn of an account, once it is free.
   * @param patienceMs how long to wait for it.
   * @throws TurnTakenError if it does not become free in time.
   */
  async run<T>(accountId: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + patienceMs
    let waitMs = SHORTEST_WAIT_MS
    let value = await this.#take(accountId)
    while (value === null) {
      if (performance.now() > deadline) {
        throw new TurnTakenError(`the turn to file mail of ${accountId} did not become free`)
      }
      await sleep(waitMs)
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
      value = await this.#take(accountId)
    }
    try {
      return await work()
    } finally {
      await this.#end(accountId, value)
    }
  }

  /** Returns what the row says while this turn lasts; null if another process has it. */
  async #take(accountId: string): Promise<string | null> {
    const { models, clock } = this.#deps
    const nowMs = clock.now().getTime()
    const value = `${new Date(nowMs + LEASE_MS).toISOString()} ${randomUUID()}`
    const isFree = { _id: rowOf(accountId), value: { $lt: new Date(nowMs).toISOString() } }
    try {
      await models.system.collection.updateOne(isFree, { $set: { value } }, { upsert: true })
      return value
    } catch (error) {
      // The row exists, and its turn is not over.
      if (isDuplicateKey(error)) return null
      throw error
    }
  }

  /** If this fails, the turn ends with its lease. */
  async #end(accountId: string, value: string): Promise<void> {
    const own = { _id: rowOf(accountId), value }
    await this.#deps.models.system.collection.updateOne(own, { $set: { value: '' } }).catch(() => undefined)
  }
}

const rowOf = (accountId: string) => `mail-turn:${accountId}`
