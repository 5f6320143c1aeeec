import type { mongo } from 'mongoose'
import type { EventSequenceDoc } from '../../models/event.js'
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

  /**
   * Takes numbers: as many for each account as `counts` says. Returns the first of each. Until the transaction ends,
   * nobody else can take any of these accounts.
   */
  async take(counts: ReadonlyMap<string, number>, session: mongo.ClientSession): Promise<Map<string, number>> {
    const ids = [...counts.keys()]
    const position = { $indexOfArray: [{ $literal: ids }, '$_id'] }
    const count = { $arrayElemAt: [{ $literal: [...counts.values()] }, position] }
    const add = [{ $set: { seq: { $add: ['$seq', count] } } }]
    const rows =
      ids.length === 1 ? await this.#takeOfOne(ids[0]!, add, session) : await this.#takeOfMany(ids, add, session)
    if (rows.length < ids.length) throw new Error(`a counter of these accounts is missing: ${ids.join(', ')}`)
    return new Map(rows.map(({ _id, seq }) => [_id, seq - counts.get(_id)! + 1]))
  }

  /** In one command: this is the way of every message that is dispatched. */
  async #takeOfOne(_id: string, add: mongo.Document[], session: mongo.ClientSession): Promise<EventSequenceDoc[]> {
    const options = { session, returnDocument: 'after' } as const
    const row = await this.#models.eventSequences.collection.findOneAndUpdate({ _id }, add, options)
    return row ? [row] : []
  }

  async #takeOfMany(ids: string[], add: mongo.Document[], session: mongo.ClientSession): Promise<EventSequenceDoc[]> {
    const { collection } = this.#models.eventSequences
    const filter = { _id: { $in: ids } }
    await collection.updateMany(filter, add, { session })
    return collection.find(filter, { session }).toArray()
  }
}
