import type { mongo } from 'mongoose'
import type { EventSequenceDoc } from '../../models/event.js'
import type { Models } from '../../models/index.js'
import { ensureCounter } from '../../models/revisions.js'
import {
  countInLatest,
  countsOutsideLatestHour,
  type HourCount,
  hourCountsOf,
  latestOf,
} from '../../services/tracking/counts/hour-counts.js'

/** The number of an event, and the revision of the counter that it comes from. */
export interface EventNumber {
  seq: number
  revision: number
}

type Countable = Parameters<typeof hourCountsOf>[0][number]

/** The counters with the last number of each account, and what is still to be counted by hour. */
interface Taken {
  last: ReadonlyMap<string, Pick<EventSequenceDoc, 'seq' | 'revision'>>
  hours: HourCount[]
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
  async number(
    events: readonly Countable[],
    session: mongo.ClientSession,
  ): Promise<{ numbers: EventNumber[]; hours: HourCount[] }> {
    const counts = new Map<string, number>()
    const places = events.map(({ account_id }) => {
      const place = counts.get(account_id) ?? 0
      counts.set(account_id, place + 1)
      return place
    })
    const [accountId] = counts.keys()
    const { last, hours } =
      counts.size === 1
        ? await this.#takeOfOne(accountId!, events, session)
        : await this.#takeOfMany(counts, events, session)
    const numbers = events.map(({ account_id }, index) => {
      const { seq, revision = 0 } = last.get(account_id)!
      return { seq: seq - counts.get(account_id)! + 1 + places[index]!, revision }
    })
    return { numbers, hours }
  }

  /** In one command, which counts the events of the latest hour, too: this is the way of every message that is dispatched. */
  async #takeOfOne(accountId: string, events: readonly Countable[], session: mongo.ClientSession): Promise<Taken> {
    const counts = hourCountsOf(events)
    const update = [{ $set: { seq: { $add: ['$seq', events.length] } } }, ...countInLatest(latestOf(counts))]
    const options = { session, returnDocument: 'before' } as const
    const row = await this.#models.eventSequences.collection.findOneAndUpdate({ _id: accountId }, update, options)
    if (!row) throw missing([accountId])
    const last = new Map([[accountId, { ...row, seq: row.seq + events.length }]])
    return { last, hours: countsOutsideLatestHour(counts, row.latest) }
  }

  async #takeOfMany(
    counts: ReadonlyMap<string, number>,
    events: readonly Countable[],
    session: mongo.ClientSession,
  ): Promise<Taken> {
    const { collection } = this.#models.eventSequences
    const ids = [...counts.keys()]
    const position = { $indexOfArray: [{ $literal: ids }, '$_id'] }
    const count = { $arrayElemAt: [{ $literal: [...counts.values()] }, position] }
    const filter = { _id: { $in: ids } }
    await collection.updateMany(filter, [{ $set: { seq: { $add: ['$seq', count] } } }], { session })
    const rows = await collection.find(filter, { session }).toArray()
    if (rows.length < ids.length) throw missing(ids)
    return { last: new Map(rows.map((row) => [row._id, row])), hours: hourCountsOf(events) }
  }
}

const missing = (ids: readonly string[]) => new Error(`a counter of these accounts is missing: ${ids.join(', ')}`)
