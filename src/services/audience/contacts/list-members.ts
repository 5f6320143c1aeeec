import type { ContactListMember, MemberRef, NewMember } from '../../../contract/contact-lists.js'
import type { Contact } from '../../../contract/contacts.js'
import type { PageRequest } from '../../../contract/fields.js'
import { ApiError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import type { ListMemberDoc } from '../../../models/contact-list.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import { exists } from '../../../models/exists.js'
import type { ServiceDeps } from '../../deps.js'
import type { Page } from '../../platform/pages.js'
import { isoTime } from '../../platform/timestamps.js'
import type { ContactQuotas } from './contact-quotas.js'
import type { ContactService } from './contact-service.js'
import { findStaticList } from './find-list.js'

type MemberDeps = Pick<ServiceDeps, 'models' | 'newId'> & {
  contacts: Pick<ContactService, 'list' | 'ofLists'>
  contactQuotas: Pick<ContactQuotas, 'add' | 'release'>
}

/** Who is in a list. */
export class ListMembers {
  readonly #deps: MemberDeps

  constructor(deps: MemberDeps) {
    this.#deps = deps
  }

  /**
   * The contacts in a list, newest contacts first. Those of a dynamic list are found now.
   * @throws ApiError `not_found`.
   */
  list(accountId: string, listId: string, page: PageRequest): Promise<Page<Contact>> {
    return this.#deps.contacts.list(accountId, { ...page, list_id: listId })
  }

  /**
   * The same for several lists.
   * @throws ApiError `not_found` if one of them does not exist.
   */
  ofLists(accountId: string, listIds: readonly string[], page: PageRequest): Promise<Map<string, Page<Contact>>> {
    return this.#deps.contacts.ofLists(accountId, listIds, page)
  }

  /**
   * Adds a contact to a list.
   * @throws ApiError `not_found` for the list or the contact; `duplicate_member`; `too_many_list_members`;
   *   `invalid_request` for a dynamic list.
   */
  async add(accountId: string, { id: listId, contact_id }: NewMember): Promise<ContactListMember> {
    const { models, newId, contactQuotas } = this.#deps
    await findStaticList(this.#deps, accountId, listId)
    await this.#assertContact(accountId, contact_id)
    const member: ListMemberDoc = { _id: newId('listMember'), account_id: accountId, list_id: listId, contact_id }
    try {
      await contactQuotas.add('list_members', accountId, () => models.listMembers.collection.insertOne(member))
    } catch (error) {
      if (isDuplicateKey(error)) throw new ApiError('duplicate_member')
      throw error
    }
    try {
      // If it was deleted meanwhile, its places in lists were deleted before this one was there.
      await this.#assertContact(accountId, contact_id)
    } catch (error) {
      await models.listMembers.collection.deleteOne({ _id: member._id, account_id: accountId })
      contactQuotas.release('list_members', accountId, 1)
      throw error
    }
    return { list_id: listId, contact_id, created_at: isoTime(idTime(member._id)) }
  }

  /**
   * Takes a contact off a list.
   * @throws ApiError `not_found`, also if it is not in the list; `invalid_request` for a dynamic list.
   */
  async remove(accountId: string, { id: listId, contact_id }: MemberRef): Promise<void> {
    await findStaticList(this.#deps, accountId, listId)
    const member = { account_id: accountId, list_id: listId, contact_id }
    const { deletedCount } = await this.#deps.models.listMembers.collection.deleteOne(member)
    if (deletedCount === 0) throw new ApiError('not_found', 'The contact is not in the list.')
    this.#deps.contactQuotas.release('list_members', accountId, 1)
  }

  async #assertContact(accountId: string, id: string): Promise<void> {
    const own = { _id: id, account_id: accountId }
    if (!(await exists(this.#deps.models.contacts.collection, own)))
      throw new ApiError('not_found', 'The contact does not exist.')
  }
}
