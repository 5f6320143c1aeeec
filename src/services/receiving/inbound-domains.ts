import type { DomainDoc } from '../../models/domain.js'
import type { Models } from '../../models/index.js'
import { type LookUp, lookUpRow } from '../../models/look-up.js'

/** A domain whose mail is received here. */
export type InboundDomain = Pick<DomainDoc, 'account_id' | 'name'>

const FIELDS = { _id: 0, account_id: 1, name: 1 }

/**
 * Looks up the domains that receive mail: verified ones with inbound on. Concurrent requests share a query; nothing is
 * cached.
 */
export class InboundDomains {
  readonly #find: LookUp<string, InboundDomain | null>

  constructor({ models }: { models: Pick<Models, 'domains'> }) {
    this.#find = lookUpRow(
      (names) => {
        // Only one account can have verified a name.
        const filter = { verified_name: { $in: names }, inbound_enabled: true, deleting_at: null }
        return models.domains.collection.find<InboundDomain>(filter, { projection: FIELDS }).toArray()
      },
      (domain) => domain.name,
    )
  }

  /** Those of these names, in lower case and A-labels, that receive mail. */
  async find(names: readonly string[]): Promise<Map<string, InboundDomain>> {
    const found = await Promise.all([...new Set(names)].map((name) => this.#find(name)))
    return new Map(found.flatMap((domain) => (domain ? [[domain.name, domain]] : [])))
  }
}
