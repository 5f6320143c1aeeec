import type { mongo } from 'mongoose'
import type { EventSequenceDoc } from '../../models/event.js'
import type { Models } from '../../models/index.js'
import { ensureCounter } from '../../models/revisions.js'

/** The number of an event, and the revision of the counter that it comes from. */
export interface EventNumber {
  seq: number
  revision: number
}

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
    await ensureCounter(this.#models, accountId)
    this.#known.add(accountId)
  }

  /**
   * Numbers for events, in their order: those of an account follow its last one. Until the transaction ends, nobody else
   * can take numbers of any of these accounts.
   */
  async number(events: readonly { account_id: string }[], session: mongo.ClientSession): Promise<EventNumber[]> {
    const counts = new Map<string, number>()
    const places = events.map(({ account_id }) => {
      const place = counts.get(account_id) ?? 0
      counts.set(account_id, place + 1)
      return place
    })
    const last = await this.#take(counts, session)
    return events.map(({ account_id }, index) => {
      const { seq, revision = 0 } = last.get(account_id)!
      return { seq: seq - counts.get(account_id)! + 1 + places[index]!, revision }
    })
  }

  /** Takes as many numbers of each account as `counts` says. Returns the counters with the last of each. */
  async #take(
    counts: ReadonlyMap<string, number>,
    session: mongo.ClientSession,
  ): Promise<Map<string, EventSequenceDoc>> {
    const ids = [...counts.keys()]
    const position = { $indexOfArray: [{ $literal: ids }, '$_id'] }
    const count = { $arrayElemAt: [{ $literal: [...counts.values()] }, position] }
    const add = [{ $set: { seq: { $add: ['$seq', count] } } }]
    const rows =
      ids.length === 1 ? await this.#takeOfOne(ids[0]!, add, session) : await this.#takeOfMany(ids, add, session)
    if (rows.length < ids.length) throw new Error(`a counter of these accounts is missing: ${ids.join(', ')}`)
    return new Map(rows.map((row) => [row._id, row]))
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
