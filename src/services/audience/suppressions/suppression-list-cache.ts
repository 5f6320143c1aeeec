import { groupBy } from '../../../lib/collections/group-by.js'
import { VersionedCache } from '../../../lib/collections/versioned-cache.js'
import { WeightedCache } from '../../../lib/collections/weighted-cache.js'
import { type LookUp, lookUp } from '../../../models/look-up.js'
import { CACHE_TTL_MS, isFresh, type Revisions } from '../../../models/revisions.js'
import { type EntryOf, entriesAmong, type FindEntriesDeps, findLists } from './find-entries.js'

/** Most entries that are read for the accounts of one query. Longer lists are not kept. */
const MAX_READ = 200
/** Most entries that are kept. A list without any counts as one. */
const MAX_KEPT = 20_000
/** For how many accounts it is known that their lists are long, and how long that counts, in ms. */
const MAX_LONG = 10_000
const LONG_MS = 60_000

interface Kept {
  entryOf: EntryOf
  entries: number
}

/**
 * Keeps short suppression lists as a whole, under the revisions of their accounts. Most lists are short, and an account
 * writes to most recipients only once, so keeping single answers would save nothing.
 */
export class SuppressionListCache {
  readonly #kept = new VersionedCache<Kept>({
    maxWeight: MAX_KEPT,
    weigh: ({ entries }) => Math.max(1, entries),
    maxAgeMs: CACHE_TTL_MS,
  })
  /** Until when nobody looks whether a list is short by now, in the time of `performance.now()`. */
  readonly #longUntil = new WeightedCache<number>({ maxWeight: MAX_LONG })
  readonly #read: LookUp<string, Kept | null>

  constructor(deps: FindEntriesDeps) {
    this.#read = lookUp((accountIds) => this.#readMany(deps, accountIds))
  }

  /** The list of an account whose row was just read. Null if it is not kept: then the ledger is to be asked. */
  async of(accountId: string, revisions: Revisions): Promise<EntryOf | null> {
    if (!isFresh(revisions)) return null
    const { suppressions: version } = revisions
    const kept = this.#kept.get(accountId, version)
    if (kept) return kept.entryOf
    if ((this.#longUntil.get(accountId) ?? 0) > performance.now()) return null
    const at = performance.now()
    const read = await this.#read(accountId)
    if (!read) {
      // Of several accounts, it may be another one whose list is long. That costs queries, nothing else.
      this.#longUntil.set(accountId, at + LONG_MS)
      return null
    }
    this.#kept.set(accountId, { version, value: read, at })
    return read.entryOf
  }

  async #readMany(deps: FindEntriesDeps, accountIds: string[]): Promise<(Kept | null)[]> {
    const hashOf = await deps.recipientHash()
    const rows = await findLists(deps, accountIds, MAX_READ)
    if (!rows) return accountIds.map(() => null)
    const byAccount = groupBy(rows, (row) => row.account_id)
    return accountIds.map((id) => {
      const own = byAccount.get(id) ?? []
      return { entryOf: entriesAmong(own, hashOf), entries: own.length }
    })
  }
}
