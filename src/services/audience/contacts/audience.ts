import { idFloor } from '../../../ids.js'
import type { ContactDoc } from '../../../models/contact.js'
import type { ContactListDoc, MemberCount } from '../../../models/contact-list.js'
import type { Models } from '../../../models/index.js'
import type { ServiceDeps } from '../../deps.js'
import { valuesOf } from '../../platform/search/term-index.js'
import { findList, findLists } from './find-list.js'
import { SegmentCounts } from './segment-counts.js'
import { contactsMatching } from './segment-filter.js'
import { assertEvaluable, missingIn } from './segment-lists.js'

/**
 * Contacts that a page of a dynamic list looks at, at most. To look up the status and the lists of so many takes a fraction of a
 * second; of all contacts of an account it can take minutes.
 */
const LOOKED_AT = 2_000
const BY_ID = { account_id: 1, _id: -1 } as const

/** A contact in the audience, and its place there. Positions ascend; they are opaque. */
export interface AudienceMember {
  doc: ContactDoc
  position: string
}

/** Members of an audience that follow each other. */
export interface AudiencePage {
  contacts: AudienceMember[]
  /** The position after which the next page begins; null if there is none. */
  next: string | null
}

export interface AudienceRequest {
  /** The `next` of the page before, or the position of any member; null to begin. */
  after: string | null
  /** Who came into the list later is not in it. Events of dynamic lists count back from here. */
  until: Date
  /** Most members of the page. It may have fewer although there are more. */
  limit: number
}

/**
 * The people whom a broadcast to a list reaches, in a fixed order: by when they were added to the list, or for a dynamic
 * list by when they became a contact. Each is at one position only. Deleted contacts are left out.
 */
export class Audience {
  readonly #deps: Pick<ServiceDeps, 'models' | 'clock'>
  readonly #counts: SegmentCounts

  constructor(deps: Pick<ServiceDeps, 'models' | 'clock' | 'log'>) {
    this.#deps = deps
    this.#counts = new SegmentCounts(deps)
  }

  /**
   * A page of the people. One of a dynamic list looks at a limited number of contacts: few of them may match, or none.
   * @throws ApiError `not_found` if the account has no such list; `list_not_found` if its filter names none.
   */
  async page(accountId: string, listId: string, request: AudienceRequest): Promise<AudiencePage> {
    const list = await findList(this.#deps, accountId, listId)
    await assertEvaluable(this.#deps.models, list)
    return list.filter ? this.#matching(list, request) : this.#members(list, request)
  }

  /**
   * How many people are in a list now. For a dynamic list of an account with many contacts, the figure can be older.
   * @throws ApiError `not_found` if the account has no such list; `list_not_found` if its filter names none.
   */
  async count(accountId: string, listId: string): Promise<MemberCount> {
    const { models, clock } = this.#deps
    const list = await findList(this.#deps, accountId, listId)
    await assertEvaluable(models, list)
    if (list.filter) return this.#counts.of(list)
    const members = { account_id: accountId, list_id: listId }
    return { count: await models.listMembers.collection.countDocuments(members), at: clock.now() }
  }

  /**
   * The same for several lists. Static ones are counted together. Left out are those whose filters name a list that does not
   * exist.
   * @throws ApiError `not_found` if one of them does not exist.
   */
  async counts(accountId: string, listIds: readonly string[]): Promise<Map<string, MemberCount>> {
    const lists = await findLists(this.#deps, accountId, listIds)
    const dynamic = lists.filter(({ filter }) => filter)
    const missing = await missingIn(this.#deps.models, accountId, dynamic)
    const counts = await this.#countStatic(
      accountId,
      lists.flatMap(({ _id, filter }) => (filter ? [] : [_id])),
    )
    for (const list of dynamic) if (!missing.has(list._id)) counts.set(list._id, await this.#counts.of(list))
    return counts
  }

  async #countStatic(account_id: string, ids: readonly string[]): Promise<Map<string, MemberCount>> {
    const { models, clock } = this.#deps
    const at = clock.now()
    const counts = new Map(ids.map((id): [string, MemberCount] => [id, { count: 0, at }]))
    if (ids.length === 0) return counts
    const rows = models.listMembers.collection.aggregate<{ _id: string; count: number }>([
      { $match: { account_id, list_id: { $in: ids } } },
      { $group: { _id: '$list_id', count: { $sum: 1 } } },
    ])
    for (const { _id, count } of await rows.toArray()) counts.set(_id, { count, at })
    return counts
  }

  async #members({ account_id, _id }: ContactListDoc, { after, until, limit }: AudienceRequest): Promise<AudiencePage> {
    const { models } = this.#deps
    const rows = await models.listMembers.collection
      .find({ account_id, list_id: _id, _id: { $gt: after ?? '', $lt: endOf('listMember', until) } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray()
    const contacts = await contactsOf(
      models,
      account_id,
      rows.map(({ contact_id }) => contact_id),
    )
    const found = rows.flatMap(({ _id: position, contact_id }) => {
      const doc = contacts.get(contact_id)
      return doc ? [{ doc, position }] : []
    })
    return { contacts: found, next: rows.length === limit ? rows.at(-1)!._id : null }
  }

  async #matching({ account_id, filter }: ContactListDoc, request: AudienceRequest): Promise<AudiencePage> {
    const { after, until, limit } = request
    const { models } = this.#deps
    const range = { $gt: after ?? '', $lt: endOf('contact', until) }
    const ids = await valuesOf(models.contacts.collection, { account_id, _id: range }, '_id', BY_ID, [
      { $sort: { _id: 1 } },
      { $limit: LOOKED_AT },
    ])
    const last = ids.at(-1)
    if (last === undefined) return { contacts: [], next: null }
    const segment = { account_id, filter: filter!, at: until }
    const where = { _id: { ...range, $lte: last } }
    const docs = await contactsMatching(models, segment, { where, order: 1, limit })
    const contacts = docs.map((doc) => ({ doc, position: doc._id }))
    if (docs.length === limit) return { contacts, next: docs.at(-1)!._id }
    return { contacts, next: ids.length === LOOKED_AT ? last : null }
  }
}

/** What every id of this kind made until then is lower than. */
const endOf = (kind: 'contact' | 'listMember', until: Date) => idFloor(kind, new Date(until.getTime() + 1))

async function contactsOf({ contacts }: Models, account_id: string, ids: string[]): Promise<Map<string, ContactDoc>> {
  const rows = await contacts.collection.find({ account_id, _id: { $in: ids } }).toArray()
  return new Map(rows.map((row) => [row._id, row]))
}
