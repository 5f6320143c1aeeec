import { Group } from '../../lib/group.js'
import { groupBy } from '../../lib/group-by.js'
import { inParallel } from '../../lib/in-parallel.js'
import { toError } from '../../lib/unknown-error.js'
import type { EventDoc } from '../../models/event.js'
import type { Models } from '../../models/index.js'
import { countEvents } from '../../services/counts/count-events.js'
import { knownGroups } from '../../services/counts/count-groups.js'
import type { Claimed } from '../engine/work-row.js'
import { amongRefs, refOf } from '../engine/work-rows.js'
import type { Work } from '../topics.js'
import type { WorkerDeps } from '../worker-deps.js'
import { EventCounter } from './event-counter.js'

const MAX_BATCH = 500
/** Most accounts to commit at the same time, if not together. */
const MAX_TRANSACTIONS = 8
const DURABLY = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } } as const

type ClaimedEvent = Claimed<EventDoc>

/**
 * Completes the fan-out of events, assigns their sequence numbers, and counts them.
 *
 * One transaction for each batch takes as many numbers from the counters of the accounts as it marks events of them. Only
 * one such transaction can change a counter at a time, so the numbers follow the order of commits, without gaps: an event
 * whose claim is lost takes no number, and does not count.
 *
 * If the transaction fails, because another has just taken numbers of one of the accounts, each account gets a transaction
 * of its own, which tries until it succeeds.
 */
export class EventSequencer {
  readonly #models: Models
  readonly #work: Pick<Work, 'fan-out'>
  readonly #onNumbered: (accountId: string) => void
  readonly #group: Group<ClaimedEvent, boolean>
  readonly #counter: EventCounter
  readonly #groups = knownGroups()

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
    await Promise.all([...byAccount.keys()].map((accountId) => this.#counter.ensure(accountId)))
    const closed = byAccount.size > 1 ? await this.#closeTogether(events).catch(() => null) : null
    if (closed) return events.map(({ _id }) => closed.has(_id))
    const accounts = [...byAccount.values()]
    const results = await inParallel(accounts, MAX_TRANSACTIONS, (own) => this.#closeInTries(own))
    const outcome = new Map<string, boolean | Error>()
    accounts.forEach((own, index) => {
      const result = results[index]!
      for (const { _id } of own) {
        outcome.set(_id, result.status === 'fulfilled' ? result.value.has(_id) : toError(result.reason))
      }
    })
    return events.map((event) => outcome.get(event._id)!)
  }

  /** One try, for the events of several accounts. */
  #closeTogether(events: ClaimedEvent[]): Promise<Set<string>> {
    return this.#inSession(events, async (session) => {
      session.startTransaction(DURABLY)
      try {
        const closed = await this.#close(events, session)
        await session.commitTransaction()
        return closed
      } catch (error) {
        await session.abortTransaction().catch(() => undefined)
        throw error
      }
    })
  }

  #closeInTries(events: ClaimedEvent[]): Promise<Set<string>> {
    return this.#inSession(events, (session) => session.withTransaction(() => this.#close(events, session), DURABLY))
  }

  async #inSession(events: ClaimedEvent[], work: (session: Session) => Promise<Set<string>>): Promise<Set<string>> {
    const session = await this.#models.connection.startSession()
    try {
      const closed = await work(session)
      const own = events.filter(({ _id }) => closed.has(_id))
      for (const accountId of new Set(own.map((event) => event.account_id))) this.#onNumbered(accountId)
      return closed
    } finally {
      await session.endSession()
    }
  }

  /** Returns the ids of the completed events. */
  async #close(events: ClaimedEvent[], session: Session): Promise<Set<string>> {
    const owned = await this.#owned(events, session)
    if (owned.length > 0) await this.#number(owned, session)
    return new Set(owned.map((event) => event._id))
  }

  /** Events whose claims are still valid, in the order of recording. */
  async #owned(events: ClaimedEvent[], session: Session): Promise<ClaimedEvent[]> {
    const tokens = [...new Set(events.map((event) => event.lease.token))]
    const filter = { ...amongRefs(events.map(refOf)), 'lease.token': { $in: tokens } }
    const options = { session, hint: { _id: 1 }, projection: { 'lease.token': 1 } }
    const rows = await this.#models.events.collection.find(filter, options).toArray()
    const tokenById = new Map(rows.map((row) => [row._id, row.lease?.token]))
    return events
      .filter((event) => tokenById.get(event._id) === event.lease.token)
      .sort((one, other) => (one._id < other._id ? -1 : 1))
  }

  async #number(events: ClaimedEvent[], session: Session): Promise<void> {
    const seqs = await this.#counter.number(events, session)
    const firsts = await countEvents(this.#models, events, session, this.#groups)
    const outcomes = events.map((row, index) => {
      const set = { seq: seqs[index]!, ...(firsts.has(row) && { first: true as const }) }
      return { row, set, unset: ['tags'] as const, dueAt: null }
    })
    await this.#work['fan-out'].writeOutcomes(outcomes, { session })
  }
}

type Session = Awaited<ReturnType<Models['connection']['startSession']>>
