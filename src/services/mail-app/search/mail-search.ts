import type { MailSearchRequest, MailSearchResult } from '../../../contract/mail-search.js'
import { normalizeAddress } from '../../../lib/mail/addresses.js'
import type { ServiceDeps } from '../../deps.js'
import { isWithin, type MailReach, type MailViewer, reachOf } from '../../platform/mail-reach.js'
import { decodeCursor, emptyPage, encodeCursor, type Page, toPageBy } from '../../platform/pages.js'
import { after } from '../../platform/search/term-index.js'
import type { WalkLimits } from '../../platform/search/term-walk.js'
import { isoTime } from '../../platform/timestamps.js'
import { itemWithin } from '../reach/within-reach.js'
import { FOUND_MAILS } from '../threads/positions.js'
import { shown } from '../threads/present-thread.js'
import { type FoundMail, findMails, indexConditionsOf, mailsAt, prepareSearch } from './item-walk.js'
import { ownAddressTerm } from './mail-terms.js'
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
  async search(viewer: MailViewer, request: MailSearchRequest): Promise<Page<MailSearchResult> & { hints: string[] }> {
    return { ...(await this.#find(viewer, request)), hints: hintsFor(request.q) }
  }

  async #find(viewer: MailViewer, request: MailSearchRequest): Promise<Page<MailSearchResult>> {
    const { models } = this.#deps
    const { accountId, inboxIds } = viewer
    const { q, inbox_id, inbox, limit, cursor } = request
    const before = cursor === undefined ? undefined : decodeCursor(FOUND_MAILS, cursor)
    const addresses = await this.#addressesOf(accountId, { inbox_id, inbox })
    // The mail of a deleted inbox is detached.
    if (!addresses) return emptyPage()
    const reach = await reachOf(models, viewer)
    const isOther = inbox_id !== undefined && inboxIds && !inboxIds.includes(inbox_id)
    const isOut = isOther || addresses.some((address) => !isWithin(reach, address))
    if (isOut || reach.addresses?.length === 0) return emptyPage()
    const also = inbox_id === undefined ? null : { 'copies.inbox_id': inbox_id }
    const search = await prepareSearch(models, reach, parseSearch(q), whereOf(addresses, also, reach))
    const within = reach.addresses ? [reach.addresses.map(ownAddressTerm)] : []
    const asked = [...addresses.map((address) => [ownAddressTerm(address)]), ...within]
    const conditions = await indexConditionsOf(models, search, asked, after(before))
    const range = { ...this.#limits, before, wanted: limit + 1 }
    const { found, reached } = await findMails(models, search, conditions, range, mailsAt)
    const page = toPageBy(
      ({ item }: FoundMail) => item.position,
      FOUND_MAILS,
      found,
      limit,
      ({ item }) => present(itemWithin(reach, item)),
    )
    return reached === null ? page : { ...page, nextCursor: encodeCursor(FOUND_MAILS, reached) }
  }

  /** The addresses whose mail is searched; none for all, and null if there is no such inbox. */
  async #addressesOf(
    accountId: string,
    { inbox_id, inbox }: Pick<MailSearchRequest, 'inbox_id' | 'inbox'>,
  ): Promise<string[] | null> {
    const given = inbox === undefined ? [] : [normalizeAddress(inbox)]
    if (inbox_id === undefined) return given
    const live = { _id: inbox_id, account_id: accountId, deleted_at: { $exists: false } }
    const own = await this.#deps.models.inboxes.collection.findOne(live)
    return own && [...given, own.address]
  }
}

/** Conditions beside the search. Addresses are compared as they are: terms are also made of what strangers write. */
function whereOf(addresses: readonly string[], also: object | null, { addresses: within }: MailReach) {
  const filters = [
    ...(also ? [also] : []),
    ...(addresses.length > 0 ? [{ 'copies.own_address': { $all: [...addresses] } }] : []),
    ...(within ? [{ 'copies.own_address': { $in: [...within] } }] : []),
  ]
  return filters.length > 0 ? { $and: filters } : null
}

function present(item: FoundMail['item']): MailSearchResult {
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
