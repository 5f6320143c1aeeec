import type { PageRequest } from '../../../contract/fields.js'
import type { InboxChanges, MailInbox, NewInbox } from '../../../contract/mail-inboxes.js'
import { ApiError, fieldError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import { domainOf, normalizeAddress, splitAddress } from '../../../lib/mail/addresses.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import type { InboxDoc } from '../../../models/inbox.js'
import type { ServiceDeps } from '../../deps.js'
import type { DomainStore } from '../../domains/domain-store.js'
import { assertReceives } from '../../domains/ready-domain.js'
import { type MailViewer, viewerOf } from '../../platform/mail-reach.js'
import { manyOf } from '../../platform/many.js'
import { newestFirst, type Page } from '../../platform/pages.js'
import type { Quotas } from '../../platform/quotas.js'
import { isoTime } from '../../platform/timestamps.js'
import { detachInbox } from '../threads/detach.js'

/** Mail that a worker had in hand when an inbox was deleted has been filed by then, in ms: longer than a lease. */
const SETTLED_MS = 300_000

type InboxDeps = Pick<ServiceDeps, 'models' | 'newId' | 'clock' | 'conveyor'> & {
  domainStore: Pick<DomainStore, 'find'>
  quotas: Pick<Quotas, 'create'>
}

/** Manages the inboxes of an account. Mail to other addresses of its domains is received as well. */
export class InboxService {
  readonly #deps: InboxDeps

  constructor(deps: InboxDeps) {
    this.#deps = deps
  }

  /**
   * Creates an inbox for an address.
   * @throws ApiError `not_found` for a domain that the account has not; `domain_not_ready`, `inbox_exists`,
   *   `too_many_inboxes`; `invalid_request` for a local part that no address has.
   */
  async create(accountId: string, given: NewInbox): Promise<MailInbox> {
    const { models, newId, domainStore, quotas } = this.#deps
    const domain = await domainStore.find(accountId, domainRef(given))
    assertReceives(domain)
    const address = normalizeAddress(given.address ?? `${given.local_part}@${domain.name}`)
    const { local } = splitAddress(address)
    if (local.length > 64) throw fieldError('invalid_request', 'local_part', 'must have at most 64 characters')
    const id = newId('inbox')
    const inbox: InboxDoc = {
      ...{ _id: id, account_id: accountId, domain_id: domain._id, domain: domain.name, local_part: local, address },
      ...{ live_address: address, name: given.name ?? null, active: true },
      ...{ created_at: idTime(id), updated_at: idTime(id) },
    }
    const existing = { account_id: accountId, live_address: address }
    if (await models.inboxes.collection.findOne(existing)) throw new ApiError('inbox_exists')
    const ofAccount = { account_id: accountId, deleted_at: { $exists: false } }
    try {
      await quotas.create('inboxes', accountId, {
        count: (session) => models.inboxes.collection.countDocuments(ofAccount, session && { session }),
        insert: (session) => models.inboxes.collection.insertOne(inbox, { session }),
      })
    } catch (error) {
      if (isDuplicateKey(error)) throw new ApiError('inbox_exists')
      throw error
    }
    return present(inbox)
  }

  /** The inboxes of an account, or those that the key is bound to, newest first. */
  list(viewer: MailViewer, page: PageRequest): Promise<Page<MailInbox>> {
    return newestFirst(this.#seenBy(viewer), 'inbox', page, present)
  }

  /** Inboxes by id. Unknown ids are left out. */
  getMany(
    accountId: string,
    ids: readonly string[],
    viewer: MailViewer = viewerOf(accountId),
  ): Promise<Map<string, MailInbox>> {
    return manyOf(this.#seenBy(viewer), ids, present)
  }

  /**
   * Changes what is given of an inbox.
   * @throws ApiError `not_found`.
   */
  async update(accountId: string, { id, ...given }: InboxChanges): Promise<MailInbox> {
    const { models, clock } = this.#deps
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const inbox = await models.inboxes.collection.findOneAndUpdate(
      { _id: id, account_id: accountId, deleted_at: { $exists: false } },
      { $set: { ...changes, updated_at: clock.now() } },
      { returnDocument: 'after' },
    )
    if (!inbox) throw new ApiError('not_found')
    return present(inbox)
  }

  /**
   * Deletes an inbox. Its mail keeps recipient and thread.
   * @throws ApiError `not_found`.
   */
  async delete(accountId: string, id: string): Promise<void> {
    const { models, clock, conveyor } = this.#deps
    const inbox = await models.inboxes.collection.findOneAndUpdate(
      { _id: id, account_id: accountId, deleted_at: { $exists: false } },
      { $set: { deleted_at: clock.now(), active: false }, $unset: { live_address: 1 } },
    )
    if (!inbox) throw new ApiError('not_found')
    await detachInbox(models, inbox)
    conveyor.announce(accountId)
  }

  /** Removes inboxes that were deleted a while ago, also if the process that began it died. Repeatable. */
  async finishDeletions(): Promise<void> {
    const { models, clock } = this.#deps
    const settled = { deleted_at: { $lt: new Date(clock.now().getTime() - SETTLED_MS) } }
    for (const inbox of await models.inboxes.collection.find(settled, { limit: 10 }).toArray()) {
      await detachInbox(models, inbox)
      await models.inboxes.collection.deleteOne({ _id: inbox._id, account_id: inbox.account_id })
    }
  }

  #seenBy({ accountId, inboxIds }: MailViewer) {
    return {
      collection: this.#deps.models.inboxes.collection,
      filter: {
        account_id: accountId,
        deleted_at: { $exists: false },
        ...(inboxIds && { _id: { $in: [...inboxIds] } }),
      },
    }
  }
}

const domainRef = ({ address, domain = '' }: NewInbox) => (address === undefined ? domain : domainOf(address.trim()))

function present(inbox: Omit<InboxDoc, 'account_id'>): MailInbox {
  return {
    id: inbox._id,
    domain_id: inbox.domain_id,
    domain: inbox.domain,
    local_part: inbox.local_part,
    address: inbox.address,
    name: inbox.name,
    active: inbox.active,
    signature_html: inbox.signature_html ?? null,
    signature_text: inbox.signature_text ?? null,
    created_at: isoTime(inbox.created_at),
    updated_at: isoTime(inbox.updated_at),
  }
}
