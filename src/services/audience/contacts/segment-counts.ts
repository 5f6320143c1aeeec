import { Keyed } from '../../../lib/concurrency/keyed.js'
import { Semaphore } from '../../../lib/concurrency/semaphore.js'
import { SingleFlight } from '../../../lib/concurrency/single-flight.js'
import type { ContactListDoc, MemberCount } from '../../../models/contact-list.js'
import type { ServiceDeps } from '../../deps.js'
import { countByJoins, countByLookUps } from './count-segment.js'
import type { Segment } from './segment-filter.js'

/*
 * How many contacts dynamic lists have. With few contacts, they are counted at each request. With many this takes seconds, so
 * the figure is kept with the list, and answered with its age. A request that finds it old gets it all the same, and makes it be
 * counted again, for later ones. Only the first figure of a filter is waited for.
 */

/** Accounts with at most so many contacts have them counted at each request. */
const FEW_CONTACTS = 1_000
/** A figure is kept for this long at least, in ms, and for so many times as long as counting took. */
const KEPT_MS = 30_000
const KEPT_TIMES = 10

export type { MemberCount }

type CountDeps = Pick<ServiceDeps, 'models' | 'clock' | 'log'>
type DynamicList = Pick<ContactListDoc, '_id' | 'account_id' | 'filter' | 'counted'>

export class SegmentCounts {
  readonly #deps: CountDeps
  readonly #few: number
  /** An account counts one segment at a time in a process. */
  readonly #ofAccounts = new Keyed(() => new Semaphore(1))
  /** By list and filter. */
  readonly #running = new SingleFlight<string, MemberCount>()

  /** @param options.few for tests. */
  constructor(deps: CountDeps, { few = FEW_CONTACTS } = {}) {
    this.#deps = deps
    this.#few = few
  }

  /** How many contacts a dynamic list has, and when they were counted. */
  async of(list: DynamicList): Promise<MemberCount> {
    const { models, clock, log } = this.#deps
    if (await this.#hasFewContacts(list))
      return { count: await countByLookUps(models, this.#segmentOf(list)), at: clock.now() }
    const { counted } = list
    if (!counted) return this.#count(list)
    const keptMs = Math.max(KEPT_MS, KEPT_TIMES * counted.took_ms)
    if (clock.now().getTime() - counted.at.getTime() >= keptMs) {
      this.#count(list).catch((err: unknown) =>
        log.warn({ listId: list._id, err }, 'a dynamic list could not be counted'),
      )
    }
    return counted
  }

  /** Counts, once for all that ask at the same time. */
  #count(list: DynamicList): Promise<MemberCount> {
    const key = `${list._id} ${JSON.stringify(list.filter)}`
    return this.#running.run(key, () =>
      this.#ofAccounts.use(list.account_id, (lock) => lock.hold(1, () => this.#countNow(list))),
    )
  }

  async #countNow(list: DynamicList): Promise<MemberCount> {
    const { models, clock } = this.#deps
    const { _id, account_id, filter } = list
    const [at, startedMs] = [clock.now(), performance.now()]
    const count = await countByJoins(models, this.#segmentOf(list))
    const counted = { count, at, took_ms: Math.round(performance.now() - startedMs) }
    // Unless the filter is another one by now.
    await models.contactLists.collection.updateOne({ _id, account_id, filter }, { $set: { counted } })
    return counted
  }

  #segmentOf({ account_id, filter }: DynamicList): Segment {
    return { account_id, filter: filter!, at: this.#deps.clock.now() }
  }

  async #hasFewContacts({ account_id }: DynamicList): Promise<boolean> {
    const { collection } = this.#deps.models.contacts
    return (await collection.countDocuments({ account_id }, { limit: this.#few + 1 })) <= this.#few
  }
}
