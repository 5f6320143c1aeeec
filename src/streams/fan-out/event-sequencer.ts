import { Group } from '../../lib/group.js'
import { groupBy } from '../../lib/group-by.js'
import { inParallel } from '../../lib/in-parallel.js'
import { toError } from '../../lib/unknown-error.js'
import type { EventDoc } from '../../models/event.js'
import type { Models } from '../../models/index.js'
import type { Claimed } from '../engine/work-row.js'
import type { Work } from '../topics.js'
import type { WorkerDeps } from '../worker-deps.js'
import { EventCounter } from './event-counter.js'

const MAX_BATCH = 500
/** Most accounts to commit at the same time. */
const MAX_TRANSACTIONS = 8

type ClaimedEvent = Claimed<EventDoc>

/**
 * Completes the fan-out of events and assigns their sequence numbers.
 *
 * One transaction for each account and batch takes as many numbers from the account's counter as it marks events. Only
 * one such transaction can change the counter at a time, so the numbers follow the order of commits, without gaps: an
 * event whose claim is lost takes no number.
 */
export class EventSequencer {
  readonly #models: Models
  readonly #work: Pick<Work, 'fan-out'>
  readonly #onNumbered: (accountId: string) => void
  readonly #group: Group<ClaimedEvent, boolean>
  readonly #counter: EventCounter

  /** @param onNumbered called for accounts with new events after the commit. */
  constructor({ models, work }: Pick<WorkerDeps, 'models' | 'work'>, onNumbered: (accountId: string) => void) {
    this.#models = models
    this.#work = work
    this.#counter = new EventCounter(models)
    this.#onNumbered = onNumbered
    this.#group = new Group((events) => this.#closeAll(events), { maxItems: MAX_BATCH })
  }

  /** Completes an event's fan-out. False if the claim was lost: its new owner does it. */
  close(event: ClaimedEvent): Promise<boolean> {
    return this.#group.add(event)
  }

  async #closeAll(events: ClaimedEvent[]): Promise<(boolean | Error)[]> {
    const byAccount = groupBy(events, (event) => event.account_id)
    const accounts = [...byAccount]
    const results = await inParallel(accounts, MAX_TRANSACTIONS, ([id, own]) => this.#closeAccount(id, own))
    const outcome = new Map<string, boolean | Error>()
    accounts.forEach(([, own], index) => {
      const result = results[index]!
      for (const { _id } of own) {
        outcome.set(_id, result.status === 'fulfilled' ? result.value.has(_id) : toError(result.reason))
      }
    })
    return events.map((event) => outcome.get(event._id)!)
  }

  /** Returns the ids of the completed events. */
  async #closeAccount(accountId: string, events: ClaimedEvent[]): Promise<Set<string>> {
    await this.#counter.ensure(accountId)
    const session = await this.#models.connection.startSession()
    try {
      const closed = await session.withTransaction(
        async () => {
          const owned = await this.#owned(accountId, events, session)
          if (owned.length > 0) await this.#number(accountId, owned, session)
          return new Set(owned.map((event) => event._id))
        },
        { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
      )
      if (closed.size > 0) this.#onNumbered(accountId)
      return closed
    } finally {
      await session.endSession()
    }
  }

  /** Events whose claims are still valid, in the order of recording. */
  async #owned(accountId: string, events: ClaimedEvent[], session: Session): Promise<ClaimedEvent[]> {
    const tokens = [...new Set(events.map((event) => event.lease.token))]
    const ids = events.map((event) => event._id)
    const filter = { _id: { $in: ids }, account_id: accountId, 'lease.token': { $in: tokens } }
    const options = { session, hint: { _id: 1 }, projection: { 'lease.token': 1 } }
    const rows = await this.#models.events.collection.find(filter, options).toArray()
    const tokenById = new Map(rows.map((row) => [row._id, row.lease?.token]))
    return events
      .filter((event) => tokenById.get(event._id) === event.lease.token)
      .sort((one, other) => (one._id < other._id ? -1 : 1))
  }

  async #number(accountId: string, events: ClaimedEvent[], session: Session): Promise<void> {
    const first = await this.#counter.take(accountId, events.length, session)
    const outcomes = events.map((row, index) => ({ row, set: { seq: first + index }, dueAt: null }))
    await this.#work['fan-out'].writeOutcomes(outcomes, { session })
  }
}

type Session = Awaited<ReturnType<Models['connection']['startSession']>>
