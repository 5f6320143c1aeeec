import { Group } from '../../lib/group.js'
import { groupBy } from '../../lib/group-by.js'
import { withTimeout } from '../../lib/time-limit.js'
import type { Models } from '../../models/index.js'
import { isLedgerAway, LOOK_UP_TIMEOUT_MS } from '../../models/ledger-away.js'

interface Wanted {
  accountId: string
  /** Normalized. */
  address: string
}

const MAX_BATCH = 500
const MAX_WAITING = 20_000

/** Finds the inboxes with exactly these addresses. Concurrent look-ups share queries; nothing is cached. */
export class InboxLookUp {
  readonly #models: Pick<Models, 'inboxes'>
  readonly #group: Group<Wanted, string | null>

  constructor({ models }: { models: Pick<Models, 'inboxes'> }) {
    this.#models = models
    this.#group = new Group((wanted) => this.#find(wanted), {
      maxItems: MAX_BATCH,
      maxWaiting: MAX_WAITING,
      failsWaiting: isLedgerAway,
    })
  }

  /** The id of the inbox; null if there is none. */
  find(accountId: string, address: string): Promise<string | null> {
    return this.#group.add({ accountId, address })
  }

  async #find(wanted: Wanted[]): Promise<(string | null)[]> {
    const $or = [...groupBy(wanted, ({ accountId }) => accountId)].map(([account_id, own]) => ({
      account_id,
      live_address: { $in: own.map(({ address }) => address) },
    }))
    const finding = this.#models.inboxes.collection.find({ $or }, { projection: { account_id: 1, live_address: 1 } })
    const inboxes = await withTimeout(LOOK_UP_TIMEOUT_MS, finding.toArray())
    const found = new Map(inboxes.map((inbox) => [`${inbox.account_id} ${inbox.live_address}`, inbox._id]))
    return wanted.map(({ accountId, address }) => found.get(`${accountId} ${address}`) ?? null)
  }
}
