import type { ContactBulkChange, ContactBulkResult } from '../../../contract/contact-bulk.js'
import type { ServiceDeps } from '../../deps.js'
import { addMembers } from './add-members.js'
import { changedUnlessRefused } from './contact-fields.js'
import type { ContactQuotas } from './contact-quotas.js'
import { removeContacts } from './remove-contacts.js'
import { fieldsOf, rewriteContacts } from './rewrite-contacts.js'
import { assertStaticLists } from './segment-lists.js'

type BulkDeps = Pick<ServiceDeps, 'models' | 'newId' | 'clock'> & {
  contactQuotas: Pick<ContactQuotas, 'take' | 'release' | 'refusal'>
}

/** What became of contacts: those that changed, and why not all could be done with others. */
interface Outcome {
  changed: Set<string>
  refused: Map<string, string>
}

/**
 * Changes many contacts at once. If it ends in the middle, some are changed; to repeat it does the rest, and changes nothing
 * of what is done.
 */
export class ContactBulk {
  readonly #deps: BulkDeps

  constructor(deps: BulkDeps) {
    this.#deps = deps
  }

  /** @throws ApiError `not_found` for a list that does not exist, `invalid_request` for a dynamic one; both name the field. */
  async change(accountId: string, { contact_ids, ...change }: ContactBulkChange): Promise<ContactBulkResult[]> {
    const wanted = [...new Set(contact_ids)]
    if (change.delete) return this.#delete(accountId, wanted, contact_ids)
    const found = await this.#existing(accountId, wanted)
    const ids = wanted.filter((id) => found.has(id))
    const { changed, refused } = await this.#apply(accountId, ids, change)
    // Somebody may have deleted some meanwhile.
    const known = await this.#existing(accountId, wanted)
    return contact_ids.map((contact_id) => {
      const message = refused.get(contact_id) ?? null
      if (!known.has(contact_id)) return { contact_id, outcome: 'not_found', message }
      if (message !== null) return { contact_id, outcome: 'refused', message }
      return { contact_id, outcome: changed.has(contact_id) ? 'changed' : 'unchanged', message }
    })
  }

  async #existing(accountId: string, ids: string[]): Promise<Set<string>> {
    const filter = { _id: { $in: ids }, account_id: accountId }
    const found = await this.#deps.models.contacts.collection.find(filter, { projection: { _id: 1 } }).toArray()
    return new Set(found.map(({ _id }) => _id))
  }

  async #delete(accountId: string, ids: string[], asked: readonly string[]): Promise<ContactBulkResult[]> {
    const removed = new Set(await removeContacts(this.#deps.models, accountId, ids))
    this.#deps.contactQuotas.release('contacts', accountId, removed.size)
    return asked.map((contact_id) => {
      return { contact_id, outcome: removed.has(contact_id) ? 'changed' : 'not_found', message: null }
    })
  }

  async #apply(
    accountId: string,
    ids: string[],
    { attributes, add_to_list_ids = [], remove_from_list_ids = [] }: Omit<ContactBulkChange, 'contact_ids'>,
  ): Promise<Outcome> {
    const named = Object.entries({ add_to_list_ids, remove_from_list_ids }).flatMap(([field, lists]) =>
      lists.map((id, index) => ({ id, path: `${field}.${index}` })),
    )
    await assertStaticLists(this.#deps.models, accountId, named)
    const outcome: Outcome = { changed: new Set(), refused: new Map() }
    if (ids.length === 0) return outcome
    if (attributes) await this.#setAttributes(accountId, ids, attributes, outcome)
    // First, because that makes room.
    for (const listId of new Set(remove_from_list_ids)) await this.#removeFrom(accountId, ids, listId, outcome)
    for (const listId of new Set(add_to_list_ids)) await this.#addTo(accountId, ids, listId, outcome)
    return outcome
  }

  async #setAttributes(
    accountId: string,
    ids: string[],
    attributes: NonNullable<ContactBulkChange['attributes']>,
    outcome: Outcome,
  ): Promise<void> {
    const { changed, unsettled } = await rewriteContacts(this.#deps, {
      accountId,
      which: { _id: { $in: ids } },
      change: (contact) => {
        outcome.refused.delete(contact._id)
        return changedUnlessRefused(fieldsOf(contact), { attributes }, (message) =>
          outcome.refused.set(contact._id, message),
        )
      },
    })
    for (const id of changed) outcome.changed.add(id)
    for (const { _id } of unsettled) outcome.refused.set(_id, 'Others change the contact all the time. Try again.')
  }

  async #addTo(accountId: string, ids: string[], listId: string, outcome: Outcome): Promise<void> {
    const contacts = new Map(ids.map((id) => [id, undefined]))
    const { members, fresh } = await addMembers(this.#deps, { accountId, listId, contacts })
    for (const id of fresh) outcome.changed.add(id)
    const missing = ids.filter((id) => !members.has(id))
    if (missing.length === 0) return
    const { message } = this.#deps.contactQuotas.refusal('list_members', accountId)
    for (const id of missing) outcome.refused.set(id, message)
  }

  async #removeFrom(accountId: string, ids: string[], listId: string, outcome: Outcome): Promise<void> {
    const { models, contactQuotas } = this.#deps
    const { collection } = models.listMembers
    const members = { account_id: accountId, list_id: listId, contact_id: { $in: ids } }
    const found = await collection.find(members, { projection: { contact_id: 1 } }).toArray()
    for (const { contact_id } of found) outcome.changed.add(contact_id)
    const { deletedCount } = await collection.deleteMany(members)
    contactQuotas.release('list_members', accountId, deletedCount)
  }
}
