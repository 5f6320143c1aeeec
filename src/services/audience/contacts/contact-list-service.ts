import type { mongo } from 'mongoose'
import type {
  ContactList,
  ContactListChanges,
  ContactListDetails,
  ContactListFilter,
  NewContactList,
} from '../../../contract/contact-lists.js'
import { ApiError, fieldError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import type { ContactListDoc, MemberCount } from '../../../models/contact-list.js'
import type { ServiceDeps } from '../../deps.js'
import { manyOf } from '../../platform/many.js'
import { newestFirst, type Page } from '../../platform/pages.js'
import type { Quotas } from '../../platform/quotas.js'
import { isoTime } from '../../platform/timestamps.js'
import { countTopics, MAX_TOPICS } from '../preferences/topic-lists.js'
import type { Audience } from './audience.js'
import { findList, NOT_DELETED } from './find-list.js'
import { listsOfContact } from './lists-of-contact.js'
import { assertListsOf, assertUnused, namesLists } from './segment-lists.js'

/** Whoever was adding members to a list when it was deleted is done by then, in ms. */
const SETTLED_MS = 300_000
/** Deleted lists to work on at a time. */
const LISTS_AT_A_TIME = 10
/** Members to remove at a time. */
const PORTION = 5_000

type ListDeps = Pick<ServiceDeps, 'models' | 'newId' | 'clock'> & {
  audience: Pick<Audience, 'count' | 'counts'>
  quotas: Pick<Quotas, 'create' | 'change'>
}

/** Manages lists of contacts. */
export class ContactListService {
  readonly #deps: ListDeps

  constructor(deps: ListDeps) {
    this.#deps = deps
  }

  /** @throws ApiError `not_found` for a list in its filter; `too_many_contact_lists`, `too_many_topics`. */
  async create(accountId: string, { name, description, is_topic, filter }: NewContactList): Promise<ContactList> {
    const { models, newId, quotas } = this.#deps
    if (filter) await assertListsOf(models, accountId, filter)
    const _id = newId('contactList')
    const list: ContactListDoc = {
      ...{ _id, account_id: accountId, name, description: description ?? null, is_topic: is_topic ?? false },
      ...{ filter: filter ?? null, updated_at: idTime(_id) },
    }
    const { collection } = models.contactLists
    await quotas.create('contact_lists', accountId, {
      count: (session) => collection.countDocuments({ account_id: accountId, ...NOT_DELETED }, session && { session }),
      insert: async (session) => {
        // Again, because one of them may have been deleted meanwhile.
        if (filter) await assertListsOf(models, accountId, filter, session)
        if (list.is_topic) await this.#assertRoomForTopic(accountId, session)
        await collection.insertOne(list, { session })
      },
    })
    return present(list)
  }

  /** The lists of an account, or those that a contact is in, newest first. */
  async list(accountId: string, { contact_id, ...page }: ContactListFilter): Promise<Page<ContactList>> {
    const ids = contact_id === undefined ? null : await listsOfContact(this.#deps, accountId, contact_id)
    const filter = { account_id: accountId, ...NOT_DELETED, ...(ids && { _id: { $in: ids } }) }
    return newestFirst({ collection: this.#deps.models.contactLists.collection, filter }, 'contactList', page, present)
  }

  /** Lists by id. Unknown ids are left out. */
  getMany(accountId: string, ids: readonly string[]): Promise<Map<string, ContactList>> {
    return manyOf(
      { collection: this.#deps.models.contactLists.collection, filter: { account_id: accountId, ...NOT_DELETED } },
      ids,
      present,
    )
  }

  /** @throws ApiError `not_found`; `list_not_found` if its filter names a list that does not exist. */
  async get(accountId: string, id: string): Promise<ContactListDetails> {
    const list = await findList(this.#deps, accountId, id)
    const { count, at } = await this.#deps.audience.count(accountId, id)
    return { ...present(list), member_count: count, member_counted_at: isoTime(at) }
  }

  /**
   * How many members lists have, and when they were counted. Left out are lists whose filter names one that does not exist.
   * @throws ApiError `not_found` if one of them does not exist.
   */
  memberCounts(accountId: string, ids: readonly string[]): Promise<Map<string, MemberCount>> {
    return this.#deps.audience.counts(accountId, ids)
  }

  /**
   * Changes the given fields.
   * @throws ApiError `not_found`; `too_many_topics`; `invalid_request` for a change between dynamic and not.
   */
  async update(accountId: string, id: string, changes: Omit<ContactListChanges, 'id'>): Promise<ContactList> {
    const { models, clock, quotas } = this.#deps
    const list = await findList(this.#deps, accountId, id)
    if (changes.filter !== undefined) assertSameKind(list, changes.filter)
    if (changes.filter) await assertListsOf(models, accountId, changes.filter)
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    const change = async (session?: mongo.ClientSession) => {
      const changed = await models.contactLists.collection.findOneAndUpdate(
        { _id: id, account_id: accountId, ...NOT_DELETED },
        // What was counted is about the filter before.
        { $set: { ...given, updated_at: clock.now() }, ...(changes.filter && { $unset: { counted: 1 } }) },
        { returnDocument: 'after', ...(session && { session }) },
      )
      if (!changed) throw new ApiError('not_found')
      return present(changed)
    }
    const isNewTopic = changes.is_topic === true && !list.is_topic
    const filter = changes.filter && namesLists(changes.filter) ? changes.filter : null
    if (!isNewTopic && !filter) return change()
    let result: ContactList | null = null
    await quotas.change('contact_lists', accountId, {
      work: async (session) => {
        if (filter) await assertListsOf(models, accountId, filter, session)
        if (isNewTopic) await this.#assertRoomForTopic(accountId, session)
        result = await change(session)
      },
    })
    return result!
  }

  /**
   * Deletes a list. Its contacts stay. Its members are removed by {@link finishDeletions}.
   * @throws ApiError `not_found`; `list_in_use` if a filter of a dynamic list names it.
   */
  async delete(accountId: string, id: string): Promise<void> {
    const { models, clock, quotas } = this.#deps
    await findList(this.#deps, accountId, id)
    await quotas.change('contact_lists', accountId, {
      work: async (session) => {
        await assertUnused(models, accountId, id, session)
        const { matchedCount } = await models.contactLists.collection.updateOne(
          { _id: id, account_id: accountId, ...NOT_DELETED },
          { $set: { deleted_at: clock.now() } },
          { session },
        )
        if (matchedCount === 0) throw new ApiError('not_found')
      },
    })
  }

  /** Removes a portion of the members of deleted lists, and lists that were deleted a while ago. Repeatable. */
  async finishDeletions(): Promise<void> {
    const { models, clock } = this.#deps
    const deleted = { deleted_at: { $gt: new Date(0) } }
    const lists = await models.contactLists.collection.find(deleted, { limit: LISTS_AT_A_TIME }).toArray()
    const settled = clock.now().getTime() - SETTLED_MS
    for (const { _id, account_id, deleted_at } of lists) {
      const isEmpty = await this.#removeMembers(account_id, _id)
      const isSettled = deleted_at !== undefined && deleted_at.getTime() < settled
      if (isEmpty && isSettled) await models.contactLists.collection.deleteOne({ _id, account_id })
    }
  }

  async #assertRoomForTopic(accountId: string, session: mongo.ClientSession): Promise<void> {
    const topics = await countTopics(this.#deps.models, accountId, session)
    if (topics >= MAX_TOPICS) throw new ApiError('too_many_topics')
  }

  /** Removes a portion. Resolves with whether none is left. */
  async #removeMembers(account_id: string, list_id: string): Promise<boolean> {
    const { collection } = this.#deps.models.listMembers
    const own = { account_id, list_id }
    const rows = await collection.find(own, { projection: { _id: 1 }, limit: PORTION }).toArray()
    if (rows.length > 0) await collection.deleteMany({ ...own, _id: { $in: rows.map(({ _id }) => _id) } })
    return rows.length < PORTION
  }
}

function assertSameKind({ filter }: ContactListDoc, next: ContactListChanges['filter']): void {
  if (filter && !next) throw kindError('must not be null: a dynamic list stays one')
  if (!filter && next) throw kindError('is only for lists that were created with one: create another list')
}

const kindError = (message: string) => fieldError('invalid_request', 'filter', message)

function present(list: Omit<ContactListDoc, 'account_id'>): ContactList {
  return {
    id: list._id,
    name: list.name,
    description: list.description,
    is_topic: list.is_topic,
    filter: list.filter,
    created_at: isoTime(idTime(list._id)),
    updated_at: isoTime(list.updated_at),
  }
}
