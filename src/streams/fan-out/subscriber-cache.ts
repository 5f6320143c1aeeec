import { VersionedCache } from '../../lib/collections/versioned-cache.js'
import { WeightedCache } from '../../lib/collections/weighted-cache.js'
import { CACHE_TTL_MS } from '../../models/revisions.js'
import type { Subscriber } from './delivery-writer.js'

const MAX_ACCOUNTS = 10_000
/** Most subscriptions that are kept. An account without any counts as one. */
const MAX_KEPT = 20_000

/** The subscriptions of an account. */
export interface KeptSubscribers {
  subscribers: Promise<Subscriber[]>
  /** The revision that was known before they were found; null if none was. */
  under: number | null
}

/**
 * Keeps the subscriptions of accounts under the revisions of their event counters. A transaction that records events reads
 * the revision only after its fan-out was begun. So the last one that was committed counts at first, and what was found under
 * another one than the transaction reads is found again.
 */
export class SubscriberCache {
  readonly #find: (accountId: string) => Promise<Subscriber[]>
  /** The revisions that were last read by a transaction that is committed. */
  readonly #revisions = new WeightedCache<number>({ maxWeight: MAX_ACCOUNTS })
  readonly #kept = new VersionedCache<Subscriber[]>({
    maxWeight: MAX_KEPT,
    weigh: (subscribers) => Math.max(1, subscribers.length),
    maxAgeMs: CACHE_TTL_MS,
  })

  constructor(find: (accountId: string) => Promise<Subscriber[]>) {
    this.#find = find
  }

  /** The subscriptions that are kept under the last revision, or what they are now. */
  of(accountId: string): KeptSubscribers {
    const revision = this.#revisions.get(accountId)
    if (revision === undefined) return { subscribers: this.#find(accountId), under: null }
    const subscribers = this.#kept.getOrLoad(accountId, revision, () => this.#find(accountId))
    return { subscribers, under: revision }
  }

  /** What they are now, after a transaction that is not committed has read the revision. They are not kept. */
  again(accountId: string, revision: number): KeptSubscribers {
    return { subscribers: this.#find(accountId), under: revision }
  }

  /** Notes the revision that a transaction has read, once it is committed: only then does a majority have what it covers. */
  note(accountId: string, revision: number): void {
    this.#revisions.set(accountId, revision)
  }
}
