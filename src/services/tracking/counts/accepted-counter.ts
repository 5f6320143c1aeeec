import type { mongo } from 'mongoose'
import { idFloor, idTime } from '../../../ids.js'
import { type EventCountDoc, HOURS_KEPT_DAYS, hourAcceptedId } from '../../../models/event-count.js'
import type { Models } from '../../../models/index.js'
import { MAX_WRITE_DELAY_MS } from '../../../models/message.js'
import type { ServiceDeps } from '../../deps.js'

/*
 * Counts messages by account and hour of their acceptance.
 *
 * Counting in the write that accepts a message would need a transaction there, which costs more than the message. So
 * messages are counted later. Ids sort by time, and no message is written long after its id was made: the messages of a
 * period that is over no longer change, and a scheduler counts them once a minute. One transaction writes the counts and
 * the time until which all messages are counted, so each counts once, whoever dies when, and however many schedulers
 * run. What is not counted yet, statistics count from the index of ids.
 */

/** A period can be counted when it is over for this long, in ms. Half of it is for clocks that differ. */
export const SETTLED_AFTER_MS = 2 * MAX_WRITE_DELAY_MS
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Messages and length of a period, at most, unless it is a single hour: a ledger without counts has them soon. */
const PERIOD_MESSAGES = 20_000
const PERIOD_MS = 30 * DAY_MS
/** How often the log says how far counting has come, in ms. */
const LOGGED_EVERY_MS = 5_000
/** The row with the time until which all messages are counted. */
const POSITION = 'accepted_counted_until'
const EPOCH = new Date(0)

type Update = mongo.AnyBulkWriteOperation<EventCountDoc>

/** The time until which the messages of all accounts are counted. */
export async function countedUntil({ system }: Pick<Models, 'system'>): Promise<Date> {
  const row = await system.collection.findOne({ _id: POSITION })
  return row ? new Date(row.value) : EPOCH
}

/** Matches messages that were accepted in a period. */
export const acceptedIn = (from: Date, to: Date) => ({ $gte: idFloor('message', from), $lt: idFloor('message', to) })

const hourOf = (at: Date): number => Math.floor(at.getTime() / HOUR_MS) * HOUR_MS

export class AcceptedCounter {
  readonly #deps: Pick<ServiceDeps, 'models' | 'clock' | 'log'>
  #running: Promise<void> | null = null

  constructor(deps: Pick<ServiceDeps, 'models' | 'clock' | 'log'>) {
    this.#deps = deps
  }

  /**
   * Counts all messages that can be counted. Whoever asks for it while it runs gets the same: retention does, at its start.
   * @param signal after it, no further period is begun.
   */
  countAll(signal?: AbortSignal): Promise<void> {
    this.#running ??= this.#countAll(signal).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #countAll(signal?: AbortSignal): Promise<void> {
    const { system } = this.#deps.models
    await system.collection.updateOne(
      { _id: POSITION },
      { $setOnInsert: { value: EPOCH.toISOString() } },
      { upsert: true },
    )
    const end = new Date(this.#deps.clock.now().getTime() - SETTLED_AFTER_MS)
    let loggedAt = performance.now()
    while (!signal?.aborted && (await this.#countPeriod(end))) {
      if (performance.now() - loggedAt < LOGGED_EVERY_MS) continue
      loggedAt = performance.now()
      this.#deps.log.info({ until: await countedUntil(this.#deps.models), end }, 'counting accepted messages')
    }
  }

  /** Counts the next period. False if there is none before `end`. */
  async #countPeriod(end: Date): Promise<boolean> {
    const { models } = this.#deps
    const from = await countedUntil(models)
    if (from >= end) return false
    const filter = { _id: acceptedIn(from, end) }
    const first = await models.messages.collection.findOne(filter, { projection: { _id: 1 }, sort: { _id: 1 } })
    if (first) {
      const start = idTime(first._id)
      const until = await this.#periodEnd(start, end)
      await this.#write(from, until, await this.#count(start, until))
    } else await this.#write(from, end, [])
    return true
  }

  /** The end of a period: of as many whole hours as have few messages together, or of the first. */
  async #periodEnd(start: Date, end: Date): Promise<Date> {
    const hour = hourOf(start)
    const most = new Date(Math.min(end.getTime(), hour + PERIOD_MS))
    const options = { skip: PERIOD_MESSAGES, projection: { _id: 1 }, sort: { _id: 1 } } as const
    const tooMany = await this.#deps.models.messages.collection.findOne({ _id: acceptedIn(start, most) }, options)
    if (!tooMany) return most
    return new Date(Math.min(end.getTime(), Math.max(hour + HOUR_MS, hourOf(idTime(tooMany._id)))))
  }

  /** Counts each hour of a period with a separate scan, all of them in one command. */
  async #count(start: Date, until: Date): Promise<Update[]> {
    const hours: Date[] = []
    for (let at = start; at < until; at = new Date(hourOf(at) + HOUR_MS)) hours.push(at)
    const [first, ...others] = hours.map((from) => {
      const to = new Date(Math.min(until.getTime(), hourOf(from) + HOUR_MS))
      const key = { account: '$account_id', test: '$test_mode', hour: from }
      return [{ $match: { _id: acceptedIn(from, to) } }, { $group: { _id: key, count: { $sum: 1 } } }]
    })
    const { collection } = this.#deps.models.messages
    const rest = others.map((pipeline) => ({ $unionWith: { coll: collection.collectionName, pipeline } }))
    const groups = await collection
      .aggregate<{ _id: { account: string; test: boolean; hour: Date }; count: number }>([...first!, ...rest])
      .toArray()
    return groups.map(({ _id: { account, test, hour }, count }) => ({
      updateOne: {
        filter: { _id: hourAcceptedId(account, hour) },
        update: {
          $inc: { [test ? 'test.accepted' : 'live.accepted']: count },
          $setOnInsert: { expires_at: new Date(hour.getTime() + HOURS_KEPT_DAYS * DAY_MS) },
        },
        upsert: true,
      },
    }))
  }

  /** Writes the counts of a period, unless another process has. */
  async #write(from: Date, until: Date, counts: Update[]): Promise<void> {
    const { system, eventCounts, connection } = this.#deps.models
    await connection.transaction(async (session) => {
      const { matchedCount } = await system.collection.updateOne(
        { _id: POSITION, value: from.toISOString() },
        { $set: { value: until.toISOString() } },
        { session },
      )
      if (matchedCount === 1 && counts.length > 0) await eventCounts.collection.bulkWrite(counts, { session })
    })
  }
}
