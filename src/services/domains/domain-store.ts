import type { mongo } from 'mongoose'
import type { Config } from '../../config.js'
import { ApiError, nullIfGone } from '../../errors.js'
import { isId } from '../../ids.js'
import { Keyed } from '../../lib/concurrency/keyed.js'
import { Semaphore } from '../../lib/concurrency/semaphore.js'
import type { DomainDoc } from '../../models/domain.js'
import { isDuplicateKey } from '../../models/duplicate-key.js'
import type { Models } from '../../models/index.js'
import { inRevision } from '../../models/revisions.js'
import { COUNT_OPTIONS } from '../platform/pages.js'
import { asciiName } from './domain-name.js'
import { linkHostOf } from './link-host.js'
import { sandboxDomain } from './present-domain.js'

/** Most domains of an account, whatever their status, without the built-in one. */
export const MAX_DOMAINS = 100

/** Never reads private keys. */
const SHOWN = { dkim: 0, dkim_next: 0, 'dkim_ed25519.private_key': 0 }
type OwnedDomain = Pick<DomainDoc, '_id' | 'account_id'>

/** The same value as in the partial index, which would not be used otherwise. */
const NEVER = new Date(0)

type StoreModels = Pick<Models, 'accounts' | 'connection' | 'dmarcReports' | 'domains' | 'tlsReports'>

/** Reads and writes the rows of domains. Those of other accounts do not exist. */
export class DomainStore {
  readonly #models: StoreModels
  readonly #changes = new Keyed(() => new Semaphore(1))
  readonly #config: Config
  readonly #domains: mongo.Collection<DomainDoc>

  constructor({ config, models }: { config: Config; models: StoreModels }) {
    this.#models = models
    this.#config = config
    this.#domains = models.domains.collection
  }

  /**
   * A domain of an account by name or id, including the built-in one. Without its key.
   * @throws ApiError `not_found`.
   */
  async find(accountId: string, ref: string): Promise<DomainDoc> {
    const builtIn = sandboxDomain(this.#config, accountId)
    const byId = isId('domain', ref)
    const name = byId ? null : asciiName(ref)
    if (ref === builtIn._id || name === builtIn.name) return builtIn
    const which = byId ? { _id: ref } : name !== null && { name }
    const row = which && (await this.#domains.findOne({ account_id: accountId, ...which }, { projection: SHOWN }))
    if (!row) throw new ApiError('not_found', `The account has no domain ${ref.slice(0, 253)}.`)
    return row
  }

  /** The domains of an account, newest first, with the built-in one at the end. */
  async list(accountId: string, { limit, before }: { limit: number; before?: string | undefined }) {
    const older = before && { _id: { $lt: before } }
    const rows = await this.#domains
      .find({ account_id: accountId, ...older }, { projection: SHOWN, sort: { _id: -1 }, limit })
      .toArray()
    const builtIn = sandboxDomain(this.#config, accountId)
    const isLast = rows.length < limit && (!before || builtIn._id < before)
    return [...rows, ...(isLast ? [builtIn] : [])]
  }

  /** Domains of an account by id, including the built-in one. Unknown ids are left out. */
  async findMany(accountId: string, ids: readonly string[]): Promise<DomainDoc[]> {
    const filter = { account_id: accountId, _id: { $in: [...ids] } }
    const rows = await this.#domains.find(filter, { projection: SHOWN }).toArray()
    const builtIn = sandboxDomain(this.#config, accountId)
    return ids.includes(builtIn._id) ? [...rows, builtIn] : rows
  }

  /** How many there are of an account, with the built-in one. */
  async count(accountId: string): Promise<number> {
    return 1 + (await this.#domains.countDocuments({ account_id: accountId }, COUNT_OPTIONS))
  }

  /**
   * The account that has verified a name; null if there is none. A domain that is being deleted still counts, because
   * the deletion may fail.
   */
  async ownerOf(name: string): Promise<string | null> {
    const row = await this.#domains.findOne({ verified_name: name }, { projection: { account_id: 1 } })
    return row?.account_id ?? null
  }

  /** Whether any domain of any account has this MAIL FROM subdomain. */
  async hasMailFrom(mailFromDomain: string): Promise<boolean> {
    const row = await this.#domains.findOne({ mail_from_domain: mailFromDomain }, { projection: { _id: 1 } })
    return row !== null
  }

  /**
   * Whether another domain, of any account, has this name. Domains that are being deleted do not count: their deletion
   * makes the same check, and the last one finds no other.
   */
  async isSharedName({ _id, name }: Pick<DomainDoc, '_id' | 'name'>): Promise<boolean> {
    const other = await this.#domains.findOne(
      { name, _id: { $ne: _id }, deleting_at: null },
      { projection: { _id: 1 } },
    )
    return other !== null
  }

  /** The free seats for a new domain, and the account's existing domain with this name. */
  async roomFor(accountId: string, name: string): Promise<{ seats: number[]; existing: DomainDoc | null }> {
    const rows = await this.#domains.find({ account_id: accountId }, { projection: { name: 1, slot: 1 } }).toArray()
    const taken = new Set(rows.map(({ slot }) => slot))
    const existing = rows.some((row) => row.name === name) ? await this.find(accountId, name).catch(nullIfGone) : null
    return {
      seats: Array.from({ length: MAX_DOMAINS }, (_none, seat) => seat).filter((seat) => !taken.has(seat)),
      existing,
    }
  }

  /** Inserts a domain. False if a concurrent request has taken its name, its seat or its MAIL FROM subdomain. */
  async insert(domain: DomainDoc): Promise<boolean> {
    try {
      await this.#change(domain, (session) => this.#domains.insertOne(domain, { session }))
      return true
    } catch (error) {
      if (isDuplicateKey(error, ['name', 'slot', 'mail_from_domain'])) return false
      throw error
    }
  }

  /**
   * Changes a domain and returns it.
   * @throws ApiError `not_found` if it is gone, `domain_in_use` if another account has verified the name.
   */
  async change(
    { _id, account_id }: OwnedDomain,
    update: mongo.UpdateFilter<DomainDoc> | mongo.Document[],
  ): Promise<DomainDoc> {
    try {
      return await this.#change({ account_id }, async (session) => {
        const options = { returnDocument: 'after', projection: SHOWN, session } as const
        const row = await this.#domains.findOneAndUpdate({ _id }, update, options)
        if (row) return row
        throw new ApiError('not_found')
      })
    } catch (error) {
      throw isDuplicateKey(error) ? new ApiError('domain_in_use') : error
    }
  }

  /**
   * Takes a link host from the domains of other accounts with the same name: the name belongs to this one now. They are not
   * verified any more, so what is kept of their accounts has no link host, and their revisions can stay.
   */
  async freeLinkHost({ _id, name }: Pick<DomainDoc, '_id' | 'name'>): Promise<void> {
    const others = { link_host: linkHostOf(name), _id: { $ne: _id } }
    await this.#domains.updateMany(others, { $unset: { link_host: 1 } })
  }

  /** Undoes the mark of a deletion begun at `at`, unless another deletion has started. */
  async keep({ _id, account_id }: OwnedDomain, at: Date): Promise<void> {
    await this.#change({ account_id }, (session) =>
      this.#domains.updateOne({ _id, deleting_at: at }, { $set: { deleting_at: null } }, { session }),
    )
  }

  /**
   * Takes over the oldest deletion begun before `before`, marking it with `now`; null if there is none. Such a domain was
   * marked already, so the revision of its account can stay.
   */
  async takeDeletion(before: Date, now: Date): Promise<DomainDoc | null> {
    const stale = { deleting_at: { $gt: NEVER, $lt: before } }
    const options = { sort: { deleting_at: 1 }, projection: SHOWN } as const
    return await this.#domains.findOneAndUpdate(stale, { $set: { deleting_at: now } }, options)
  }

  /** Removes a domain, if it still exists, and what others report about it, which nobody could see any more. */
  async remove({ _id, account_id, name }: OwnedDomain & Pick<DomainDoc, 'name'>): Promise<void> {
    const { dmarcReports, tlsReports } = this.#models
    const about = { account_id, domain: name }
    await Promise.all([dmarcReports.collection.deleteMany(about), tlsReports.collection.deleteMany(about)])
    await this.#change({ account_id }, (session) => this.#domains.deleteOne({ _id }, { session }))
  }

  /** Within this process, changes of an account wait for each other, which costs less than failing and repeating. */
  #change<T>(
    { account_id }: Pick<DomainDoc, 'account_id'>,
    work: (session: mongo.ClientSession) => Promise<T>,
  ): Promise<T> {
    const change = () => inRevision(this.#models, account_id, work)
    return this.#changes.use(account_id, (lock) => lock.hold(1, change))
  }
}
