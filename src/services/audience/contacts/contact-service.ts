import { isDeepStrictEqual } from 'node:util'
import type { Contact, ContactChanges, ContactFilter, NewContact } from '../../../contract/contacts.js'
import type { PageRequest } from '../../../contract/fields.js'
import { ApiError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import { normalizeAddress } from '../../../lib/mail/addresses.js'
import type { ContactDoc } from '../../../models/contact.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import type { ServiceDeps } from '../../deps.js'
import {
  COUNT_OPTIONS,
  decodeCursor,
  decodeSharedCursor,
  encodeCursor,
  listById,
  type Page,
  toPage,
} from '../../platform/pages.js'
import { changedFields, contactTerms, newFields } from './contact-fields.js'
import type { ContactQuotas } from './contact-quotas.js'
import { findContacts, membersOfLists } from './find-contacts.js'
import { findList, findLists } from './find-list.js'
import { type PresentDeps, presentContacts } from './present-contacts.js'
import { removeContacts } from './remove-contacts.js'
import { fieldsOf } from './rewrite-contacts.js'

type ContactDeps = Pick<ServiceDeps, 'models' | 'newId' | 'clock'> &
  PresentDeps & { contactQuotas: Pick<ContactQuotas, 'add' | 'release'> }

/** Manages the contacts of accounts. Those of other accounts do not exist. */
export class ContactService {
  readonly #deps: ContactDeps

  constructor(deps: ContactDeps) {
    this.#deps = deps
  }

  /** @throws ApiError `duplicate_contact`; `too_many_contacts`; `invalid_request` for an invalid address. */
  async create(accountId: string, given: NewContact): Promise<Contact> {
    const fields = newFields(given)
    const _id = this.#deps.newId('contact')
    const row: ContactDoc = {
      ...{ _id, account_id: accountId, ...fields },
      ...{ search: contactTerms(fields), updated_at: idTime(_id) },
    }
    const { models, contactQuotas } = this.#deps
    await contactQuotas.add('contacts', accountId, () => unlessTaken(models.contacts.collection.insertOne(row)))
    return this.#present(row)
  }

  /**
   * Contacts, newest first. A page of a search may be short, or even empty: only a null cursor is the end.
   * @throws ApiError `not_found` for an unknown list; `invalid_request` for a cursor of another list.
   */
  async list(accountId: string, { search, email, list_id, limit, cursor }: ContactFilter): Promise<Page<Contact>> {
    const { models, clock } = this.#deps
    const contacts = listById('contact', list_id)
    const { found, reached } = await findContacts(models, {
      accountId,
      search,
      email: email === undefined ? undefined : normalizeAddress(email),
      list: list_id === undefined ? null : await findList(this.#deps, accountId, list_id),
      before: cursor ? decodeCursor(contacts, cursor) : null,
      limit,
      now: clock.now(),
    })
    const page = toPage(contacts, found, limit, (row) => row)
    const nextCursor = reached === null ? page.nextCursor : encodeCursor(contacts, reached)
    // Lists count their members themselves.
    const count = () => models.contacts.collection.countDocuments({ account_id: accountId }, COUNT_OPTIONS)
    const isWhole = !search?.trim() && email === undefined && list_id === undefined
    const items = await presentContacts(this.#deps, accountId, page.items)
    return { ...page, items, nextCursor, ...(isWhole && { count }) }
  }

  /**
   * A page of the contacts of each of several lists. Those of static lists are read together, those of dynamic ones list by list.
   * @throws ApiError `not_found` if a list does not exist; `invalid_request` for a cursor that is not one of each of them.
   */
  async ofLists(
    accountId: string,
    listIds: readonly string[],
    { limit, cursor }: PageRequest,
  ): Promise<Map<string, Page<Contact>>> {
    const { models } = this.#deps
    const lists = await findLists(this.#deps, accountId, listIds)
    const before = cursor ? decodeSharedCursor(listIds.map(placesOf), cursor) : null
    const staticIds = lists.flatMap(({ _id, filter }) => (filter ? [] : [_id]))
    const rows = await membersOfLists(models, accountId, staticIds, { before, limit })
    const contacts = await this.#presentOnce(accountId, [...rows.values()].flat())
    const pages = new Map(
      [...rows].map(([id, own]) => [id, toPage(placesOf(id), own, limit, ({ _id }) => contacts.get(_id)!)]),
    )
    for (const { _id, filter } of lists) {
      if (filter) pages.set(_id, await this.list(accountId, { list_id: _id, limit, cursor }))
    }
    return pages
  }

  /** @throws ApiError `not_found`. */
  async get(accountId: string, id: string): Promise<Contact> {
    return this.#present(await this.#find(accountId, id))
  }

  /** Contacts by id. Unknown ids are left out. */
  async getMany(accountId: string, ids: readonly string[]): Promise<Map<string, Contact>> {
    const filter = { _id: { $in: [...ids] }, account_id: accountId }
    return this.#presentOnce(accountId, await this.#deps.models.contacts.collection.find(filter).toArray())
  }

  /**
   * Changes the given fields. Of concurrent changes of different fields none is lost.
   * @throws ApiError `not_found`; `duplicate_contact`; `invalid_request` for an invalid address or too many attributes.
   */
  async update(accountId: string, id: string, changes: Omit<ContactChanges, 'id'>): Promise<Contact> {
    const { models, clock } = this.#deps
    for (;;) {
      const current = await this.#find(accountId, id)
      const before = fieldsOf(current)
      const fields = changedFields(before, changes)
      if (isDeepStrictEqual(fields, before)) return this.#present(current)
      const changed = { ...fields, search: contactTerms(fields), updated_at: clock.now() }
      const unchanged = { _id: id, account_id: accountId, ...before }
      const { matchedCount } = await unlessTaken(models.contacts.collection.updateOne(unchanged, { $set: changed }))
      if (matchedCount > 0) return this.#present({ ...current, ...changed })
    }
  }

  /**
   * Deletes a contact, and takes it off its lists.
   * @throws ApiError `not_found`.
   */
  async delete(accountId: string, id: string): Promise<void> {
    const removed = await removeContacts(this.#deps.models, accountId, [id])
    if (removed.length === 0) throw new ApiError('not_found')
    this.#deps.contactQuotas.release('contacts', accountId, removed.length)
  }

  async #find(accountId: string, id: string): Promise<ContactDoc> {
    const found = await this.#deps.models.contacts.collection.findOne({ _id: id, account_id: accountId })
    if (!found) throw new ApiError('not_found')
    return found
  }

  /** Contacts by id, however often they occur. */
  async #presentOnce(accountId: string, rows: readonly ContactDoc[]): Promise<Map<string, Contact>> {
    const once = new Map(rows.map((row) => [row._id, row]))
    const contacts = await presentContacts(this.#deps, accountId, [...once.values()])
    return new Map(contacts.map((contact) => [contact.id, contact]))
  }

  async #present(row: ContactDoc): Promise<Contact> {
    const [contact] = await presentContacts(this.#deps, row.account_id, [row])
    return contact!
  }
}

const placesOf = (listId: string) => listById('contact', listId)

async function unlessTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (isDuplicateKey(error, ['email'])) throw new ApiError('duplicate_contact')
    throw error
  }
}
