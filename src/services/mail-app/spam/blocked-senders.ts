import type { PageRequest } from '../../../contract/fields.js'
import type { BlockedSender, NewBlockedSender } from '../../../contract/mail-blocked-senders.js'
import { ApiError, fieldError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import { normalizeAddress, parseAddress } from '../../../lib/mail/addresses.js'
import type { BlockedSenderDoc } from '../../../models/blocked-sender.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import { modeOf, type Principal, writableBy } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { parseDomainName } from '../../domains/domain-name.js'
import { manyOf } from '../../platform/many.js'
import { newestFirst, type Page } from '../../platform/pages.js'
import type { Quotas } from '../../platform/quotas.js'
import { isoTime } from '../../platform/timestamps.js'

type BlockedDeps = Pick<ServiceDeps, 'models' | 'newId'> & { quotas: Pick<Quotas, 'create'> }

/** Manages the senders whose mail goes to spam. Moving threads changes them too: see `SpamTraining`. */
export class BlockedSenders {
  readonly #deps: BlockedDeps

  constructor(deps: BlockedDeps) {
    this.#deps = deps
  }

  /** The blocked senders of an account, newest first. */
  list(accountId: string, page: PageRequest): Promise<Page<BlockedSender>> {
    return newestFirst(
      { collection: this.#deps.models.blockedSenders.collection, filter: { account_id: accountId } },
      'blockedSender',
      page,
      present,
    )
  }

  /** Blocked senders by id. Unknown ids are left out. */
  getMany(accountId: string, ids: readonly string[]): Promise<Map<string, BlockedSender>> {
    return manyOf(
      { collection: this.#deps.models.blockedSenders.collection, filter: { account_id: accountId } },
      ids,
      present,
    )
  }

  /**
   * Blocks an address or a domain. One that is blocked already stays, and then concerns all of its mail.
   * @throws ApiError `invalid_request`, `too_many_blocked_senders`.
   */
  async create(principal: Principal, given: NewBlockedSender): Promise<{ blocked: BlockedSender; existed: boolean }> {
    const { models, newId, quotas } = this.#deps
    const { collection } = models.blockedSenders
    const sender = parseSender(given.sender)
    const account_id = principal.accountId
    const row = { _id: newId('blockedSender'), account_id, sender, forged_only: false, ...modeOf(principal) }
    const known = await this.#blockWholly(principal, sender)
    if (known) return { blocked: present(known), existed: true }
    try {
      await quotas.create('blocked_senders', account_id, {
        count: (session) => collection.countDocuments({ account_id }, session && { session }),
        insert: (session) => collection.insertOne(row, { session }),
      })
    } catch (error) {
      const other = isDuplicateKey(error) ? await this.#blockWholly(principal, sender) : null
      if (!other) throw error
      return { blocked: present(other), existed: true }
    }
    return { blocked: present(row), existed: false }
  }

  /** @throws ApiError `not_found`. */
  async delete(principal: Principal, id: string): Promise<void> {
    const { deletedCount } = await this.#deps.models.blockedSenders.collection.deleteOne({
      _id: id,
      ...writableBy(principal),
    })
    if (deletedCount === 0) throw new ApiError('not_found')
  }

  async #blockWholly({ accountId, testMode }: Principal, sender: string): Promise<BlockedSenderDoc | null> {
    return this.#deps.models.blockedSenders.collection.findOneAndUpdate(
      { account_id: accountId, sender, test_mode: testMode ? true : { $exists: false } },
      { $set: { forged_only: false } },
      { returnDocument: 'after' },
    )
  }
}

/** @throws ApiError `invalid_request` naming `sender`. */
function parseSender(text: string): string {
  if (!text.includes('@')) return parseDomainName(text.trim(), 'sender')
  const address = parseAddress(text)
  if (!address) throw fieldError('invalid_request', 'sender', 'must be an address, like ada@example.com, or a domain')
  return normalizeAddress(address.email)
}

function present({ _id, sender, forged_only, test_mode }: BlockedSenderDoc): BlockedSender {
  return { id: _id, sender, forged_only, test_mode: test_mode === true, created_at: isoTime(idTime(_id)) }
}
