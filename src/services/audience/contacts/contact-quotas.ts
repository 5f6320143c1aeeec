import { ApiError } from '../../../errors.js'
import { SingleFlight } from '../../../lib/concurrency/single-flight.js'
import type { ServiceDeps } from '../../deps.js'
import type { Quotas } from '../../platform/quotas.js'

/*
 * Limits how many contacts, and places in lists, an account can have.
 *
 * They are too many to count for each that is added, and imports add them without transactions. So each process counts them
 * now and then, and adds what it adds itself in between. Several processes together may exceed a limit by what they add until
 * they count again: a hundred times as long as a count takes.
 */

export type ContactResource = 'contacts' | 'list_members'

interface RoomDeps extends Pick<ServiceDeps, 'config' | 'models'> {
  quotas: Pick<Quotas, 'factorOf'>
}

/** What is known of an account. */
interface Known {
  count: number
  limit: number
  countedAtMs: number
  tookMs: number
}

/** A count holds this many times as long as it took, and less where nothing fits any more: something may be deleted. */
const HOLDS = 100
const HOLDS_IF_FULL = 10
/** Accounts to know about at a time. */
const MAX_KNOWN = 10_000

const WORDS = { contacts: 'contacts', list_members: 'members of lists' } as const

/** Why something is not added. */
export const TOO_MANY = { contacts: 'too_many_contacts', list_members: 'too_many_list_members' } as const

export class ContactQuotas {
  readonly #deps: RoomDeps
  readonly #known = new Map<string, Known>()
  readonly #counting = new SingleFlight<string, Known>()

  constructor(deps: RoomDeps) {
    this.#deps = deps
  }

  /**
   * Adds one.
   * @throws ApiError `too_many_contacts`, `too_many_list_members`; errors of `insert`.
   */
  async add<T>(resource: ContactResource, accountId: string, insert: () => Promise<T>): Promise<T> {
    if ((await this.take(resource, accountId, 1)) === 0) throw this.refusal(resource, accountId)
    try {
      return await insert()
    } catch (error) {
      this.release(resource, accountId, 1)
      throw error
    }
  }

  /** Takes room for as many as fit, at most `wanted`. Returns their number. */
  async take(resource: ContactResource, accountId: string, wanted: number): Promise<number> {
    if (wanted === 0) return 0
    const known = await this.#know(resource, accountId, wanted)
    const taken = Math.max(0, Math.min(wanted, known.limit - known.count))
    known.count += taken
    return taken
  }

  /** Gives back room for what was not added, or was deleted. */
  release(resource: ContactResource, accountId: string, count: number): void {
    const known = this.#known.get(keyOf(resource, accountId))
    if (known) known.count -= count
  }

  async #know(resource: ContactResource, accountId: string, wanted: number): Promise<Known> {
    const key = keyOf(resource, accountId)
    const known = this.#known.get(key)
    if (known) {
      const holds = known.count + wanted > known.limit ? HOLDS_IF_FULL : HOLDS
      if (performance.now() - known.countedAtMs < holds * known.tookMs) return known
    }
    return this.#counting.run(key, () => this.#count(resource, accountId))
  }

  async #count(resource: ContactResource, accountId: string): Promise<Known> {
    const { config, models, quotas } = this.#deps
    const base = resource === 'contacts' ? config.contactsPerAccount : config.listMembersPerAccount
    const { collection } = resource === 'contacts' ? models.contacts : models.listMembers
    const startedMs = performance.now()
    const limit = base * (await quotas.factorOf(accountId))
    const count = await collection.countDocuments({ account_id: accountId }, { limit: limit + 1 })
    const countedAtMs = performance.now()
    const known = { count, limit, countedAtMs, tookMs: countedAtMs - startedMs }
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.set(keyOf(resource, accountId), known)
    return known
  }

  /** Why {@link take} had no room. */
  refusal(resource: ContactResource, accountId: string): ApiError {
    const { limit = 0 } = this.#known.get(keyOf(resource, accountId)) ?? {}
    const most = `${limit.toLocaleString('en')} ${WORDS[resource]}`
    return new ApiError(TOO_MANY[resource], `The account can have at most ${most}. Delete some to add others.`)
  }
}

const keyOf = (resource: ContactResource, accountId: string) => `${accountId}|${resource}`
