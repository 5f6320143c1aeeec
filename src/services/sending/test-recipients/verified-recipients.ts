import { groupBy } from '../../../lib/collections/group-by.js'
import { normalizeAddress } from '../../../lib/mail/addresses.js'
import type { Models } from '../../../models/index.js'
import { type LookUp, lookUp } from '../../../models/look-up.js'
import type { Caller } from '../../caller.js'
import { isTrialAddress } from '../../domains/trial-domain.js'
import { orOverloaded } from '../../platform/overload.js'

/**
 * Looks up verified test recipients. Concurrent requests share a query. Nothing is cached, so an answer is never older
 * than its question.
 */
export class VerifiedRecipients {
  readonly #models: Models
  readonly #find: LookUp<string, Set<string>>

  constructor({ models }: { models: Models }) {
    this.#models = models
    this.#find = lookUp((accountIds) => this.#findMany(accountIds))
  }

  /**
   * The ones of these normalized addresses that are verified test recipients of the account.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  async among(accountId: string, addresses: readonly string[]): Promise<Set<string>> {
    const verified = await orOverloaded(this.#find(accountId))
    return new Set(addresses.map(normalizeAddress).filter((address) => verified.has(address)))
  }

  /**
   * The first address that is neither the account's own, nor one of its verified test recipients, nor one to try receiving
   * with; null if there is none.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  async firstUnverifiedRecipient(
    { accountId, ownerEmail }: Pick<Caller, 'accountId' | 'ownerEmail'>,
    addresses: readonly string[],
  ): Promise<string | null> {
    const own = normalizeAddress(ownerEmail)
    const others = addresses.filter((address) => {
      const normalized = normalizeAddress(address)
      return normalized !== own && !isTrialAddress(normalized)
    })
    if (others.length === 0) return null
    const agreed = await this.among(accountId, others)
    return others.find((address) => !agreed.has(normalizeAddress(address))) ?? null
  }

  /** An account has so few that the query fetches them all. */
  async #findMany(accountIds: string[]): Promise<Set<string>[]> {
    const filter = { account_id: { $in: [...new Set(accountIds)] }, status: 'verified' } as const
    const projection = { _id: 0, account_id: 1, address: 1 }
    const rows = await this.#models.testRecipients.collection.find(filter, { projection }).toArray()
    const byAccount = groupBy(rows, ({ account_id }) => account_id)
    return accountIds.map((id) => new Set(byAccount.get(id)?.map(({ address }) => address)))
  }
}
