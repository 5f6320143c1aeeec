import type { mongo } from 'mongoose'
import type { Models } from '../../models/index.js'

/** The counters of accounts, from which events get their sequence numbers. */
export class EventCounter {
  readonly #models: Pick<Models, 'eventSequences'>
  /** Accounts with a known counter. */
  readonly #known = new Set<string>()

  constructor(models: Pick<Models, 'eventSequences'>) {
    this.#models = models
  }

  /**
   * Makes the counter of an account. Call it before the transaction: concurrent inserts of the same counter inside would
   * keep aborting each other.
   */
  async ensure(accountId: string): Promise<void> {
    if (this.#known.has(accountId)) return
    await this.#models.eventSequences.updateOne({ _id: accountId }, { $setOnInsert: { seq: 0 } }, { upsert: true })
    this.#known.add(accountId)
  }

  /** Takes as many numbers. Returns the first. Until the transaction ends, nobody else can take any. */
  async take(accountId: string, count: number, session: mongo.ClientSession): Promise<number> {
    const counter = await this.#models.eventSequences.collection.findOneAndUpdate(
      { _id: accountId },
      { $inc: { seq: count } },
      { session, returnDocument: 'after' },
    )
    if (!counter) throw new Error(`the event counter of ${accountId} is missing`)
    return counter.seq - count + 1
  }
}
