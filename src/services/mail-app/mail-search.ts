import type { MailSearchRequest, MailSearchResult } from '../../contract/mail-search.js'
import { normalizeAddress } from '../../lib/text/addresses.js'
import type { ServiceDeps } from '../deps.js'
import { decodeCursor, encodeCursor, type Page, toPageBy } from '../platform/pages.js'
import type { WalkLimits } from '../platform/search/term-walk.js'
import { isoTime } from '../platform/timestamps.js'
import { type FoundMail, findMails, leadsOf, mailsAt, prepareSearch } from './item-walk.js'
import { ownAddressTerm } from './mail-terms.js'
import { FOUND_MAILS } from './positions.js'
import { shown } from './present-thread.js'
import { hintsFor, parseSearch } from './search-query.js'

/** Finds mails. */
export class MailSearch {
  readonly #deps: Pick<ServiceDeps, 'models'>
  readonly #limits: WalkLimits

  constructor(deps: Pick<ServiceDeps, 'models'>, limits: WalkLimits = {}) {
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
    const leads = await leadsOf(models, search, addresses.map(ownAddressTerm))
    const range = { ...this.#limits, before, wanted: limit + 1 }
    const { found, reached } = await findMails(models, search, leads, range, mailsAt)
    const page = toPageBy(({ item }: FoundMail) => item.position, FOUND_MAILS, found, limit, present)
    return reached === null ? page : { ...page, nextCursor: encodeCursor(FOUND_MAILS, reached) }
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

function present({ item }: FoundMail): MailSearchResult {
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
