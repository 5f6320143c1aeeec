import type { mongo } from 'mongoose'
import type { Config } from '../../config.js'
import { ApiError } from '../../errors.js'
import { isId } from '../../ids.js'
import { asciiDomain } from '../../lib/addresses.js'
import type { DomainDoc } from '../../models/domain.js'
import { isDuplicateKey } from '../../models/duplicate-key.js'
import type { Models } from '../../models/index.js'
import { sandboxDomain } from './present-domain.js'

/** Domains that an account may have, whatever their status; the built-in one does not count. */
export const MAX_DOMAINS = 100

/** The private keys stay where they are. */
const SHOWN = { dkim: 0 }
/** As the index has it, which would not be used otherwise. */
const NEVER = new Date(0)

/** The rows of domains. What is another account's does not exist. */
export class DomainStore {
  readonly #config: Config
  readonly #domains: mongo.Collection<DomainDoc>

  constructor({ config, models }: { config: Config; models: Pick<Models, 'domains'> }) {
    this.#config = config
    this.#domains = models.domains.collection as unknown as mongo.Collection<DomainDoc>
  }

  /**
   * A domain of an account, by its name or its identifier; the built-in one too. Without its key.
   * @throws ApiError `not_found`.
   */
  async find(accountId: string, ref: string): Promise<DomainDoc> {
    const builtIn = sandboxDomain(this.#config, accountId)
    const byId = isId('domain', ref)
    const name = byId ? null : asciiDomain(ref)
    if (ref === builtIn._id || name === builtIn.name) return builtIn
    const which = byId ? { _id: ref } : name !== null && { name }
    const row = which && (await this.#domains.findOne({ account_id: accountId, ...which }, { projection: SHOWN }))
    if (!row) throw new ApiError('not_found', `The account has no domain ${ref.slice(0, 253)}.`)
    return row as DomainDoc
  }

  /** The domains of an account, newest first, with the built-in one at the end. */
  async list(accountId: string, { limit, before }: { limit: number; before?: string | undefined }) {
    const older = before && { _id: { $lt: before } }
    const rows = await this.#domains
      .find({ account_id: accountId, ...older }, { projection: SHOWN, sort: { _id: -1 }, limit })
      .toArray()
    const builtIn = sandboxDomain(this.#config, accountId)
    const isLast = rows.length < limit && (!before || builtIn._id < before)
    return [...rows, ...(isLast ? [builtIn] : [])] as DomainDoc[]
  }

  /**
   * The account that has verified a name; null when nobody has. While a domain is being deleted the name is still its
   * account's, who keeps it when that fails.
   */
  async ownerOf(name: string): Promise<string | null> {
    const row = await this.#domains.findOne({ verified_name: name }, { projection: { account_id: 1 } })
    return row?.account_id ?? null
  }

  /** Whether some domain of any account has a MAIL FROM subdomain. */
  async hasMailFrom(mailFromDomain: string): Promise<boolean> {
    const row = await this.#domains.findOne({ mail_from_domain: mailFromDomain }, { projection: { _id: 1 } })
    return row !== null
  }

  /**
   * Whether a name is kept by a domain other than this one, of any account. One that is being deleted does not keep it:
   * whoever deletes that one looks as well, and the last of them finds nobody.
   */
  async isSharedName({ _id, name }: Pick<DomainDoc, '_id' | 'name'>): Promise<boolean> {
    const other = await this.#domains.findOne(
      { name, _id: { $ne: _id }, deleting_at: null },
      { projection: { _id: 1 } },
    )
    return other !== null
  }

  /** What stands in the way of one more domain: the domain itself, when the account has it, or the limit. */
  async roomFor(accountId: string, name: string): Promise<{ slots: number[]; existing: DomainDoc | null }> {
    const rows = await this.#domains.find({ account_id: accountId }, { projection: { name: 1, slot: 1 } }).toArray()
    const taken = new Set(rows.map(({ slot }) => slot))
    const existing = rows.some((row) => row.name === name) ? await this.find(accountId, name).catch(nullIfGone) : null
    return {
      slots: Array.from({ length: MAX_DOMAINS }, (_none, slot) => slot).filter((slot) => !taken.has(slot)),
      existing,
    }
  }

  /** Keeps a new domain. False when another request has taken its name, its slot or its MAIL FROM subdomain. */
  async insert(domain: DomainDoc): Promise<boolean> {
    try {
      await this.#domains.insertOne(domain)
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  /**
   * Changes a domain and answers it as it is then.
   * @throws ApiError `not_found` when it is gone, `domain_in_use` when it would have a name that another one has verified.
   */
  async change({ _id }: Pick<DomainDoc, '_id'>, update: mongo.UpdateFilter<DomainDoc>): Promise<DomainDoc> {
    try {
      const row = await this.#domains.findOneAndUpdate({ _id }, update, { returnDocument: 'after', projection: SHOWN })
      if (row) return row as DomainDoc
    } catch (error) {
      throw isDuplicateKey(error) ? new ApiError('domain_in_use') : error
    }
    throw new ApiError('not_found')
  }

  /** Takes back that a domain is being deleted since `at`, unless somebody else has begun to delete it meanwhile. */
  async keep({ _id }: Pick<DomainDoc, '_id'>, at: Date): Promise<void> {
    await this.#domains.updateOne({ _id, deleting_at: at }, { $set: { deleting_at: null } })
  }

  /** The longest of the deletions that were begun before `before`, begun anew at `now`; null when there is none. */
  async takeDeletion(before: Date, now: Date): Promise<DomainDoc | null> {
    const stale = { deleting_at: { $gt: NEVER, $lt: before } }
    const options = { sort: { deleting_at: 1 }, projection: SHOWN } as const
    return (await this.#domains.findOneAndUpdate(stale, { $set: { deleting_at: now } }, options)) as DomainDoc | null
  }

  /** Removes a domain; one that is gone is no error. */
  async remove({ _id }: Pick<DomainDoc, '_id'>): Promise<void> {
    await this.#domains.deleteOne({ _id })
  }
}

function nullIfGone(error: unknown): null {
  if (error instanceof ApiError && error.code === 'not_found') return null
  throw error
}
