import type { Clock } from '../../clock.js'
import { WeightedCache } from '../../lib/collections/weighted-cache.js'
import type { Models } from '../../models/index.js'
import { type LookUp, lookUpRow } from '../../models/look-up.js'
import { orOverloaded } from '../platform/overload.js'

/** How long an owner is remembered, in ms. Each open and click asks for it. */
const REMEMBERED_MS = 60_000
const MAX_REMEMBERED = 10_000

type Host = { account_id: string; link_host: string }

/** Finds the account of a host under which links in mail are served. */
export class LinkHosts {
  readonly #clock: Clock
  readonly #owners = new WeightedCache<{ accountId: string; untilMs: number }>({ maxWeight: MAX_REMEMBERED })
  readonly #find: LookUp<string, Host | null>

  constructor({ models, clock }: { models: Pick<Models, 'domains'>; clock: Clock }) {
    this.#clock = clock
    const projection = { account_id: 1, link_host: 1 }
    this.#find = lookUpRow(
      (hosts) =>
        models.domains.collection
          .find<Host>({ link_host: { $in: hosts }, deleting_at: null }, { projection })
          .toArray(),
      (row) => row.link_host,
    )
  }

  /**
   * The account whose links a host serves: the one that has verified it, also if it uses the host no more. Null if there
   * is none. May be a minute old.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  async ownerOf(host: string): Promise<string | null> {
    const nowMs = this.#clock.now().getTime()
    const known = this.#owners.get(host)
    if (known && known.untilMs > nowMs) return known.accountId
    const asked = orOverloaded(this.#find(host)).then((row) => row?.account_id ?? null)
    // While the ledger does not answer, what was true a while ago is better than no link.
    const accountId = await asked.catch((error: unknown) => {
      if (known) return known.accountId
      throw error
    })
    if (accountId !== null) this.#owners.set(host, { accountId, untilMs: nowMs + REMEMBERED_MS })
    return accountId
  }
}
