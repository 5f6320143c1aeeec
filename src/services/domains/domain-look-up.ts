import { groupBy } from '../../lib/collections/group-by.js'
import { VersionedCache } from '../../lib/collections/versioned-cache.js'
import type { DomainDoc } from '../../models/domain.js'
import type { Models } from '../../models/index.js'
import { type LookUp, lookUp } from '../../models/look-up.js'
import { CACHE_TTL_MS, isFresh, type Revisions } from '../../models/revisions.js'
import { TRIAL_DOMAIN } from './trial-domain.js'

/** The fields of a domain that the sending rules need. */
export type SendingDomain = Pick<DomainDoc, '_id' | 'account_id' | 'name' | 'fully_verified' | 'from_name'>

const FIELDS = { _id: 1, account_id: 1, name: 1, fully_verified: 1, from_name: 1 }

/** Most domains that are kept. An account without any counts as one. */
const MAX_KEPT = 20_000

/** Looks up the domains of accounts for sending. Concurrent requests share a query. */
export class DomainLookUp {
  readonly #kept = new VersionedCache<SendingDomain[]>({
    maxWeight: MAX_KEPT,
    weigh: (domains) => Math.max(1, domains.length),
    maxAgeMs: CACHE_TTL_MS,
  })
  readonly #find: LookUp<string, SendingDomain[]>

  constructor({ models: { domains } }: { models: Pick<Models, 'domains'> }) {
    this.#find = lookUp(async (accountIds) => {
      const filter = { account_id: { $in: [...new Set(accountIds)] }, deleting_at: null }
      const rows = await domains.collection
        .find<SendingDomain>(filter, { projection: FIELDS, sort: { _id: 1 } })
        .toArray()
      const byAccount = groupBy(rows, (row) => row.account_id)
      return accountIds.map((id) => byAccount.get(id) ?? [])
    })
  }

  /**
   * The domains of an account, verified or not, oldest first, without the built-in sandbox domain.
   * @throws QueueFullError, or an error that `isDatabaseUnavailable` knows, if the ledger cannot be asked.
   */
  ofAccount(accountId: string): Promise<SendingDomain[]> {
    return this.#find(accountId)
  }

  /** As {@link ofAccount}, for an account whose row was just read: what is kept under its revision counts. */
  underRevision(accountId: string, revisions: Revisions): Promise<SendingDomain[]> {
    if (!isFresh(revisions)) return this.#find(accountId)
    return this.#kept.getOrLoad(accountId, revisions.settings, () => this.#find(accountId))
  }
}

/** Whether an account is in sandbox mode: none of its domains is verified, apart from the one to try receiving with. */
export function isSandboxed(domains: readonly Pick<SendingDomain, 'name' | 'fully_verified'>[]): boolean {
  return !domains.some(({ name, fully_verified }) => fully_verified && name !== TRIAL_DOMAIN)
}
