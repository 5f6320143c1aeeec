import type { PageRequest } from '../../../contract/fields.js'
import type { SpendCap, SpendCapChange } from '../../../contract/spend-caps.js'
import type { Usage } from '../../../contract/usage.js'
import { ApiError } from '../../../errors.js'
import { isId } from '../../../ids.js'
import { exists } from '../../../models/exists.js'
import type { SpendCapDoc } from '../../../models/spend-cap.js'
import type { ServiceDeps } from '../../deps.js'
import { manyOf } from '../../platform/many.js'
import { newestFirst, type Page } from '../../platform/pages.js'
import { periodOf, type Spent, spentOf, usageIdOf } from './grant.js'
import type { SpendAccounting } from './spend-accounting.js'

type SpendDeps = Pick<ServiceDeps, 'models' | 'clock' | 'newId'> & {
  spendAccounting: Pick<SpendAccounting, 'capsChanged'>
}

/** Manages spend caps and reports usage. */
export class SpendService {
  readonly #deps: SpendDeps

  constructor(deps: SpendDeps) {
    this.#deps = deps
  }

  /** The usage of a month (default: the current one): recipients of live mail, and their cost. */
  async usage(accountId: string, period = periodOf(this.#deps.clock.now())): Promise<Usage> {
    const usageId = usageIdOf(accountId, period)
    const row = await this.#deps.models.usage.collection.findOne(
      { _id: usageId },
      { projection: { micros: 1, count: 1 } },
    )
    const { micros = 0, count = 0 } = row ?? {}
    return {
      period,
      total_send_count: count,
      total_cost_micros: micros,
      channels: [{ channel: 'email', send_count: count, cost_micros: micros }],
    }
  }

  /** The caps of an account, newest first. */
  async list(accountId: string, page: PageRequest): Promise<Page<SpendCap>> {
    const query = { collection: this.#deps.models.spendCaps.collection, filter: { account_id: accountId } }
    const spent = await this.#spent(accountId)
    return newestFirst(query, 'spendCap', page, (cap) => present(cap, spent))
  }

  /** Caps by id. Unknown ids are left out. */
  async getMany(accountId: string, ids: readonly string[]): Promise<Map<string, SpendCap>> {
    const spent = await this.#spent(accountId)
    return manyOf(
      { collection: this.#deps.models.spendCaps.collection, filter: { account_id: accountId } },
      ids,
      (cap) => present(cap, spent),
    )
  }

  /**
   * Sets the cap of an account or of one of its keys. It applies from the next send.
   * @throws ApiError `not_found` if the key is not the account's.
   */
  async set(accountId: string, { key_id, soft_limit_micros, hard_limit_micros }: SpendCapChange): Promise<SpendCap> {
    const { models, newId } = this.#deps
    if (key_id !== undefined) await this.#assertKey(accountId, key_id)
    const limits = {
      ...(soft_limit_micros !== undefined && { soft_limit_micros }),
      ...(hard_limit_micros !== undefined && { hard_limit_micros }),
    }
    const fresh = { _id: newId('spendCap'), soft_limit_micros: null, hard_limit_micros: null }
    const unset = Object.fromEntries(Object.entries(fresh).filter(([name]) => !(name in limits)))
    const cap = await models.spendCaps.collection.findOneAndUpdate(
      { account_id: accountId, key_id: key_id ?? null },
      { $set: limits, $setOnInsert: unset },
      { upsert: true, returnDocument: 'after' },
    )
    await this.#deps.spendAccounting.capsChanged(accountId)
    return present(cap!, await this.#spent(accountId))
  }

  /**
   * Removes a cap.
   * @throws ApiError `not_found`.
   */
  async delete(accountId: string, id: string): Promise<void> {
    const { deletedCount } = await this.#deps.models.spendCaps.collection.deleteOne({ _id: id, account_id: accountId })
    if (deletedCount === 0) throw new ApiError('not_found')
    await this.#deps.spendAccounting.capsChanged(accountId)
  }

  /** What the current month has come to. */
  async #spent(accountId: string): Promise<Spent> {
    const usageId = usageIdOf(accountId, periodOf(this.#deps.clock.now()))
    const row = await this.#deps.models.usage.collection.findOne(
      { _id: usageId },
      { projection: { micros: 1, by_key: 1 } },
    )
    return row ?? { micros: 0, by_key: {} }
  }

  async #assertKey(accountId: string, keyId: string): Promise<void> {
    const key =
      isId('apiKey', keyId) &&
      (await exists(this.#deps.models.apiKeys.collection, { _id: keyId, account_id: accountId }))
    if (!key) throw new ApiError('not_found', 'The account has no API key with this key_id.')
  }
}

function present(cap: SpendCapDoc, spent: Spent): SpendCap {
  const { _id, account_id, key_id, soft_limit_micros, hard_limit_micros } = cap
  const used_micros = spentOf(spent, key_id)
  return { id: _id, account_id, key_id, soft_limit_micros, hard_limit_micros, used_micros }
}
