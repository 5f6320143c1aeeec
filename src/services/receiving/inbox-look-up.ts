import { groupBy } from '../../lib/collections/group-by.js'
import type { Models } from '../../models/index.js'
import { type LookUp, lookUp } from '../../models/look-up.js'

interface Wanted {
  accountId: string
  /** Normalized. */
  address: string
}

/** Finds the inboxes with exactly these addresses. Concurrent look-ups share queries; nothing is cached. */
export class InboxLookUp {
  readonly #models: Pick<Models, 'inboxes'>
  readonly #find: LookUp<Wanted, string | null>

  constructor({ models }: { models: Pick<Models, 'inboxes'> }) {
    this.#models = models
    this.#find = lookUp((wanted) => this.#findMany(wanted))
  }

  /** The id of the inbox; null if there is none. */
  find(accountId: string, address: string): Promise<string | null> {
    return this.#find({ accountId, address })
  }

  async #findMany(wanted: Wanted[]): Promise<(string | null)[]> {
    const $or = [...groupBy(wanted, ({ accountId }) => accountId)].map(([account_id, own]) => ({
      account_id,
      live_address: { $in: own.map(({ address }) => address) },
    }))
    const projection = { account_id: 1, live_address: 1 }
    const inboxes = await this.#models.inboxes.collection.find({ $or }, { projection }).toArray()
    const found = new Map(inboxes.map((inbox) => [`${inbox.account_id} ${inbox.live_address}`, inbox._id]))
    return wanted.map(({ accountId, address }) => found.get(`${accountId} ${address}`) ?? null)
  }
}
