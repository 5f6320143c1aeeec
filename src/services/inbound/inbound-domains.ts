import { Group } from '../../lib/group.js'
import { withTimeout } from '../../lib/time-limit.js'
import type { DomainDoc } from '../../models/domain.js'
import type { Models } from '../../models/index.js'
import { isLedgerAway, LOOK_UP_TIMEOUT_MS } from '../../models/ledger-away.js'

/** A domain whose mail is received here. */
export type InboundDomain = Pick<DomainDoc, 'account_id' | 'name'>

const MAX_BATCH = 500
const MAX_WAITING = 20_000
const FIELDS = { _id: 0, account_id: 1, name: 1 }

/**
 * Looks up the domains that receive mail: verified ones with inbound on. Concurrent requests share a query; nothing is
 * cached.
 */
export class InboundDomains {
  readonly #models: Pick<Models, 'domains'>
  readonly #group: Group<string, InboundDomain | null>

  constructor({ models }: { models: Pick<Models, 'domains'> }) {
    this.#models = models
    this.#group = new Group((names) => this.#find(names), {
      maxItems: MAX_BATCH,
      maxWaiting: MAX_WAITING,
      failsWaiting: isLedgerAway,
    })
  }

  /** Those of these names, in lower case and A-labels, that receive mail. */
  async find(names: readonly string[]): Promise<Map<string, InboundDomain>> {
    const found = await Promise.all([...new Set(names)].map((name) => this.#group.add(name)))
    return new Map(found.flatMap((domain) => (domain ? [[domain.name, domain]] : [])))
  }

  async #find(names: string[]): Promise<(InboundDomain | null)[]> {
    // Only one account can have verified a name.
    const filter = { verified_name: { $in: [...new Set(names)] }, inbound_enabled: true, deleting_at: null }
    const finding = this.#models.domains.collection.find<InboundDomain>(filter, { projection: FIELDS }).toArray()
    const found = new Map((await withTimeout(LOOK_UP_TIMEOUT_MS, finding)).map((domain) => [domain.name, domain]))
    return names.map((name) => found.get(name) ?? null)
  }
}
