import { groupBy } from '../../../lib/collections/group-by.js'
import { splitAddress } from '../../../lib/mail/addresses.js'
import type { InboundEmailDoc } from '../../../models/inbound-email.js'
import type { InboundRouteDoc } from '../../../models/inbound-route.js'
import type { Models } from '../../../models/index.js'
import { type LookUp, lookUp, WORKER_BATCHING } from '../../../models/look-up.js'

type Recipient = Pick<InboundEmailDoc, 'account_id' | 'domain' | 'recipient'>

/** Finds the routes for received mail. Concurrent look-ups share a query; nothing is cached. */
export class MatchingRoutes {
  readonly #models: Pick<Models, 'inboundRoutes'>
  readonly #find: LookUp<Recipient, InboundRouteDoc[]>

  constructor({ models }: { models: Pick<Models, 'inboundRoutes'> }) {
    this.#models = models
    this.#find = lookUp((recipients) => this.#findMany(recipients), WORKER_BATCHING)
  }

  /** The active routes for a received mail, oldest first. All of them fire, but for those of test keys: mail is live. */
  of(email: Recipient): Promise<InboundRouteDoc[]> {
    return this.#find(email)
  }

  async #findMany(recipients: Recipient[]): Promise<InboundRouteDoc[][]> {
    const domains = [...groupBy(recipients, domainKey).values()].map(([first]) => first!)
    const $or = domains.map(({ account_id, domain }) => ({
      account_id,
      domain,
      is_active: true,
      test_mode: null as never,
    }))
    const routes = await this.#models.inboundRoutes.collection.find({ $or }, { sort: { _id: 1 } }).toArray()
    const byDomain = groupBy(routes, domainKey)
    return recipients.map((recipient) => {
      const local = splitAddress(recipient.recipient).local.toLowerCase()
      return (byDomain.get(domainKey(recipient)) ?? []).filter(({ match_prefix }) => local.startsWith(match_prefix))
    })
  }
}

const domainKey = ({ account_id, domain }: Pick<Recipient, 'account_id' | 'domain'>) => `${account_id} ${domain}`
