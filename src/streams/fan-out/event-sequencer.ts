import { setTimeout as delay } from 'node:timers/promises'
import type { mongo } from 'mongoose'
import { groupBy } from '../../lib/collections/group-by.js'
import { inParallel } from '../../lib/concurrency/in-parallel.js'
import { retryDelayMs } from '../../lib/concurrency/retry-schedule.js'
import { toError } from '../../lib/errors/unknown-error.js'
import { type Countable, countEvents } from '../../services/tracking/counts/count-events.js'
import { knownGroups } from '../../services/tracking/counts/count-groups.js'
import type { WorkConveyor } from '../topics.js'
import type { WorkerDeps } from '../worker-deps.js'
import { EventCounter } from './event-counter.js'

/** Most accounts to commit at the same time, if not together. */
const MAX_TRANSACTIONS = 8
/** Longest pause before a transaction is tried again, in ms: about as long as another takes that holds a counter, at first. */
const FIRST_PAUSE_MS = 16
const MAX_PAUSE_MS = 128
const DURABLY = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } } as const

/** An event with its number. */
export interface Numbered<E> {
  event: E
  seq: number
  /** The revision of the account's counter. */
  revision: number
  /** Whether it is to be marked as `first`. */
  isFirst: boolean
}

/** What a transaction does with its events, besides numbering and counting them. */
export interface Recording<E> {
  /** Those of the events that get numbers, in order. All of them if omitted. */
  select?(events: readonly E[], session: mongo.ClientSession): Promise<E[]>
  /** Writes the events, and what goes with them. */
  write(events: readonly Numbered<E>[], session: mongo.ClientSession): Promise<void>
  /** Called with the events of each transaction that is committed. */
  onCommitted?(events: readonly E[]): Promise<void>
  /** How often to try the transaction of an account while others take numbers from its counter. */
  tries: number
}

export interface SequencerDeps extends Pick<WorkerDeps, 'models' | 'clock'> {
  conveyor: Pick<WorkConveyor, 'announce'>
}

/** Others took numbers of the same accounts in every try. */
class OutOfTriesError extends Error {}

/**
 * Assigns the sequence numbers of events, and counts them, in the transaction that writes them. Nothing else numbers
 * events.
 *
 * A transaction takes as many numbers from the counters of the accounts as it writes events of them. Only one
 * transaction can change a counter at a time, so the numbers follow the order of commits, without gaps: an event that is
 * not written takes no number, and does not count.
 *
 * There is one transaction for the events of all accounts, tried once. If it fails, because of one of its events or
 * because another has just taken numbers of one of the accounts, each account gets a separate transaction.
 */
export class EventSequencer {
  readonly #deps: SequencerDeps
  readonly #counter: EventCounter
  readonly #groups = knownGroups()

  constructor(deps: SequencerDeps) {
    this.#deps = deps
    this.#counter = new EventCounter(deps.models)
  }

  /**
   * Records events. Those of an account get their numbers in order.
   * @returns for each event whether it has a number; the error if its transaction failed. The error does not say whether
   *   the transaction was committed after all.
   */
  async record<E extends Countable>(events: readonly E[], recording: Recording<E>): Promise<(boolean | Error)[]> {
    const byAccount = groupBy(events, (event) => event.account_id)
    const once = { ...recording, tries: 1 }
    const recorded = byAccount.size > 1 ? await this.#commit(events, once).catch(() => null) : null
    if (recorded) return events.map((event) => recorded.has(event))
    const accounts = [...byAccount.values()]
    const results = await inParallel(accounts, MAX_TRANSACTIONS, (own) => this.#commit(own, recording))
    const outcomes = new Map<E, boolean | Error>()
    accounts.forEach((own, index) => {
      const result = results[index]!
      for (const event of own) {
        outcomes.set(event, result.status === 'fulfilled' ? result.value.has(event) : toError(result.reason))
      }
    })
    return events.map((event) => outcomes.get(event)!)
  }

  /** Returns the events that have numbers now. */
  async #commit<E extends Countable>(
    events: readonly E[],
    { select, write, onCommitted, tries }: Recording<E>,
  ): Promise<Set<E>> {
    const accountIds = [...new Set(events.map((event) => event.account_id))]
    await Promise.all(accountIds.map((accountId) => this.#counter.ensure(accountId)))
    let tried = 0
    let failure: unknown
    // Calls it again after failures that a repetition can mend, and repeats a commit with an unknown outcome.
    const recorded = await this.#deps.models.connection.transaction(async (session) => {
      if (tried === tries) throw new OutOfTriesError('the transaction failed in every try', { cause: failure })
      if (tried > 0) await this.#pause(tried)
      tried += 1
      try {
        const own = select ? await select(events, session) : events
        if (own.length > 0) await write(await this.#number(own, session), session)
        return own
      } catch (error) {
        failure = error
        throw error
      }
    }, DURABLY)
    await onCommitted?.(recorded)
    for (const accountId of new Set(recorded.map((event) => event.account_id))) {
      this.#deps.conveyor.announce(accountId)
    }
    return new Set(recorded)
  }

  /** Lets the transaction end that holds a counter: this one would otherwise have failed in every try before. */
  #pause(tried: number): Promise<void> {
    const { random } = this.#deps.clock
    const nominalMs = retryDelayMs(tried, { baseMs: FIRST_PAUSE_MS / 2, jitter: 1, random })
    return delay(Math.min(nominalMs, MAX_PAUSE_MS))
  }

  async #number<E extends Countable>(events: readonly E[], session: mongo.ClientSession): Promise<Numbered<E>[]> {
    const { numbers, hours } = await this.#counter.number(events, session)
    const firsts = await countEvents(this.#deps.models, events, session, { hours, groups: this.#groups })
    return events.map((event, index) => ({ event, ...numbers[index]!, isFirst: firsts.has(event) }))
  }
}
