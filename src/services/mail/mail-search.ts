import type { MailSearchRequest, MailSearchResult } from '../../contract/mail-search.js'
import { normalizeAddress } from '../../lib/addresses.js'
import type { ServiceDeps } from '../deps.js'
import { decodeCursor, encodeCursor, type Page, toPageBy } from '../pages.js'
import { EMPTY_PAGE_MS } from '../search/term-walk.js'
import { isoTime } from '../timestamps.js'
import { type Found, prepareSearch, rarestDrivers, walkItems } from './item-walk.js'
import { ownAddressTerm } from './mail-terms.js'
import { FOUND_MAILS } from './positions.js'
import { shown } from './present-thread.js'
import { hintsFor, parseSearch } from './search-query.js'

/** Parts of the index that are read for one page that has something. A rarer match is on the next page. */
const MAX_STEPS = 10

/** How far one page looks. For tests. */
export interface SearchLimits {
  chunk?: number
  steps?: number
  emptyMs?: number
}

/** Finds mails. */
export class MailSearch {
  readonly #deps: Pick<ServiceDeps, 'models'>
  readonly #limits: SearchLimits

  constructor(deps: Pick<ServiceDeps, 'models'>, limits: SearchLimits = {}) {
    this.#deps = deps
    this.#limits = limits
  }

  /**
   * The mails that match a search, newest first. A page may be short, or even empty: only a null cursor is the end.
   * @throws ApiError `invalid_request` for a search that cannot be understood.
   */
  async search(accountId: string, request: MailSearchRequest): Promise<Page<MailSearchResult> & { hints: string[] }> {
    return { ...(await this.#find(accountId, request)), hints: hintsFor(request.q) }
  }

  async #find(accountId: string, request: MailSearchRequest): Promise<Page<MailSearchResult>> {
    const { models } = this.#deps
    const { q, inbox_id, inbox, limit, cursor } = request
    const before = cursor === undefined ? undefined : decodeCursor(FOUND_MAILS, cursor)
    const addresses = await this.#addressesOf(accountId, { inbox_id, inbox })
    const also = inbox_id === undefined ? null : { 'copies.inbox_id': inbox_id }
    const search = await prepareSearch(
      models,
      accountId,
      parseSearch(q),
      addresses.length > 0 ? withAddresses(addresses, also) : also,
    )
    const drivers = await rarestDrivers(models, search, addresses.map(ownAddressTerm))
    const results: Found[] = []
    const { chunk, steps: maxSteps = MAX_STEPS, emptyMs = EMPTY_PAGE_MS } = this.#limits
    const startedMs = performance.now()
    let steps = 0
    const range = { before, wanted: limit + 1, chunk }
    for await (const { found, reached } of walkItems(models, search, drivers, range)) {
      results.push(...found)
      steps += 1
      if (results.length > limit) return page(results, limit)
      const isEnough = results.length > 0 || performance.now() - startedMs >= emptyMs
      if (reached !== null && steps >= maxSteps && isEnough)
        return { ...page(results, limit), nextCursor: encodeCursor(FOUND_MAILS, reached) }
    }
    return page(results, limit)
  }

  /** The addresses whose mail is searched; none for all. */
  async #addressesOf(accountId: string, { inbox_id, inbox }: Pick<MailSearchRequest, 'inbox_id' | 'inbox'>) {
    const own =
      inbox_id === undefined
        ? null
        : await this.#deps.models.inboxes.collection.findOne({ _id: inbox_id, account_id: accountId })
    return [...(inbox === undefined ? [] : [normalizeAddress(inbox)]), ...(own ? [own.address] : [])]
  }
}

const withAddresses = (addresses: readonly string[], also: object | null) => ({
  ...also,
  terms: { $all: addresses.map(ownAddressTerm) },
})

const page = (results: Found[], limit: number): Page<MailSearchResult> =>
  toPageBy(({ item }) => item.position, FOUND_MAILS, results, limit, present)

function present({ item }: Found): MailSearchResult {
  return {
    thread_id: item.thread_id,
    source: item.source,
    message_ref: item._id,
    from: shown(item.from)[0] ?? '',
    subject: item.subject,
    snippet: item.snippet,
    occurred_at: isoTime(item.occurred_at),
  }
}
