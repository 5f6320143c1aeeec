import type { SuppressionState } from '../../contract/suppressions.js'
import { normalizeAddress } from '../../lib/addresses.js'
import { Group } from '../../lib/group.js'
import { withTimeout } from '../../lib/time-limit.js'
import { isLedgerAway, LOOK_UP_TIMEOUT_MS } from '../../models/ledger-away.js'
import { type FindEntriesDeps, findEntries } from './find-entries.js'

/** Why a recipient is on the list, and what the entry stops. */
export interface StopReason {
  state: SuppressionState
  reason: string
}

type Question = { accountId: string; recipients: string[] }
type Found = Map<string, StopReason>

const MAX_GROUP_ITEMS = 500
/** Most addresses of one query. A single request has fewer. */
const MAX_GROUP_ADDRESSES = 2_000
const MAX_WAITING_ITEMS = 20_000

/**
 * Looks up suppression lists. Concurrent requests share a query. Nothing is cached, so an answer is never older than
 * its question.
 */
export class SuppressionLookUp {
  readonly #deps: FindEntriesDeps
  readonly #group: Group<Question, Found>

  constructor(deps: FindEntriesDeps) {
    this.#deps = deps
    this.#group = new Group((questions) => withTimeout(LOOK_UP_TIMEOUT_MS, this.#findMany(questions)), {
      maxItems: MAX_GROUP_ITEMS,
      maxWeight: MAX_GROUP_ADDRESSES,
      weigh: ({ recipients }) => recipients.length,
      maxWaiting: MAX_WAITING_ITEMS,
      failsWaiting: isLedgerAway,
    })
  }

  /**
   * The entries of these addresses on an account's list, by normalized address.
   * @throws GroupFullError, or an error that `isLedgerAway` knows, if the ledger cannot be asked.
   */
  find(accountId: string, addresses: readonly string[]): Promise<Found> {
    return this.#group.add({ accountId, recipients: [...new Set(addresses.map(normalizeAddress))] })
  }

  async #findMany(questions: Question[]): Promise<Found[]> {
    const wanted = questions.flatMap(({ accountId, recipients }) =>
      recipients.map((recipient) => ({ accountId, recipient })),
    )
    const found = await findEntries(this.#deps, wanted)
    return questions.map(({ accountId, recipients }) => {
      const entries = recipients.flatMap((recipient): [string, StopReason][] => {
        const entry = found({ accountId, recipient })
        return entry ? [[recipient, { state: entry.state, reason: entry.reason }]] : []
      })
      return new Map(entries)
    })
  }
}
