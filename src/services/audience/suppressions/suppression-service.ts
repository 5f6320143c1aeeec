import type { Channel } from '../../../contract/channels.js'
import type {
  ImportResult,
  NewSuppression,
  Suppression,
  SuppressionEntry,
  SuppressionFilter,
  SuppressionImport,
  SuppressionLookUp,
  SuppressionRef,
} from '../../../contract/suppressions.js'
import { ApiError, fieldError } from '../../../errors.js'
import { Batcher } from '../../../lib/concurrency/batcher.js'
import { shouldYield, yieldToEventLoop } from '../../../lib/concurrency/time-slices.js'
import { normalizeAddress } from '../../../lib/mail/addresses.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import { reviseSuppressions } from '../../../models/revisions.js'
import type { SuppressionDoc } from '../../../models/suppression.js'
import type { OperatorDeps } from '../../deps.js'
import { manyOf } from '../../platform/many.js'
import { newestFirst, type Page } from '../../platform/pages.js'
import { isoTime } from '../../platform/timestamps.js'
import { ImportEntries, recipientOf } from './import-entries.js'
import type { RecipientHash } from './recipient-hash.js'
import { type SuppressionWrite, unsubscription, writeSuppression, writeSuppressions } from './write-suppressions.js'

/** Most entries of one import. */
export const MAX_IMPORT_ENTRIES = 10_000
/** The reason of entries created without one. */
const MANUAL = 'manual'
const MAX_GROUP_WRITES = 1_000

type SuppressionDeps = Pick<OperatorDeps, 'clock' | 'models' | 'newId'> & {
  recipientHash: () => Promise<RecipientHash>
}

/** Manages suppression lists. */
export class SuppressionService {
  readonly #deps: SuppressionDeps
  /** Groups concurrent writes, such as a wave of bounces. */
  readonly #writes: Batcher<SuppressionWrite[], undefined>

  constructor(deps: SuppressionDeps) {
    this.#deps = deps
    this.#writes = new Batcher(
      async (groups) => {
        await writeSuppressions(deps, groups.flat())
        return undefined
      },
      { maxItems: MAX_GROUP_WRITES, maxWeight: MAX_GROUP_WRITES, weigh: (writes) => writes.length },
    )
  }

  /**
   * Suppresses recipients because of what happened to earlier mail. A suppressed recipient keeps the first reason.
   * Repeatable.
   */
  async suppress(accountId: string, entries: readonly { recipient: string; reason: string }[]): Promise<void> {
    if (entries.length === 0) return
    await this.#writes.add(
      entries.map(({ recipient, reason }) => ({
        accountId,
        recipient: normalizeAddress(recipient),
        reason,
        state: 'suppressed',
        keeps: ['suppressed'],
      })),
    )
  }

  /** Unsubscribes a recipient from an account's marketing mail. Never weakens `suppressed`. Repeatable. */
  async unsubscribe(accountId: string, recipient: string, reason: string): Promise<void> {
    await this.#writes.add([unsubscription(accountId, recipient, reason)])
  }

  /** Takes a recipient off the list who was unsubscribed for one of these reasons. Repeatable. */
  async resubscribe(accountId: string, recipient: string, reasons: readonly string[]): Promise<void> {
    const address = normalizeAddress(recipient)
    const erased = (await this.#deps.recipientHash())(accountId, address)
    const named = { account_id: accountId, channel: 'email', recipient: { $in: [address, erased] } } as const
    const undone = { ...named, state: 'unsubscribed', reason: { $in: [...reasons] } } as const
    await this.#deps.models.suppressions.collection.deleteMany(undone)
    await reviseSuppressions(this.#deps.models, [accountId])
  }

  /**
   * Suppresses a recipient; an existing entry gets the new reason.
   * @throws ApiError `channel_not_enabled`, `invalid_request` for an invalid address.
   */
  async create(accountId: string, { channel, recipient, reason = MANUAL }: NewSuppression): Promise<Suppression> {
    assertEmail(channel)
    const address = recipientOf(recipient)
    if (!address) throw refusedRecipient()
    const write = { accountId, recipient: address, reason, state: 'suppressed', keeps: [] } as const
    return present(await writeSuppression(this.#deps, write))
  }

  /** The entries of an account, newest first, in the order in which recipients were first added. */
  async list(accountId: string, { channel, reason, ...page }: SuppressionFilter): Promise<Page<Suppression>> {
    if (channel) assertEmail(channel)
    const listed = { account_id: accountId, ...(reason !== undefined && { reason }) }
    return newestFirst(
      { collection: this.#deps.models.suppressions.collection, filter: listed },
      'suppression',
      page,
      present,
    )
  }

  /** Entries by id. Unknown ids are left out. */
  getMany(accountId: string, ids: readonly string[]): Promise<Map<string, Suppression>> {
    return manyOf(
      { collection: this.#deps.models.suppressions.collection, filter: { account_id: accountId } },
      ids,
      present,
    )
  }

  /**
   * One entry, by its address, erased or not.
   * @throws ApiError `channel_not_enabled`, `not_found`.
   */
  async get(accountId: string, { channel = 'email', recipient }: SuppressionLookUp): Promise<Suppression> {
    assertEmail(channel)
    const address = normalizeAddress(recipient)
    const erased = (await this.#deps.recipientHash())(accountId, address)
    const filter = { account_id: accountId, channel, recipient: { $in: [address, erased] } }
    const entry = await this.#deps.models.suppressions.collection.findOne(filter)
    if (!entry) throw notListed()
    return present(entry)
  }

  /**
   * Adds many recipients. Invalid addresses, and repeats within the request, are skipped. An `unsubscribed` entry never
   * weakens a `suppressed` one. Repeatable.
   * @throws ApiError `channel_not_enabled`; `invalid_request` with status 422 for more than 10,000 entries.
   */
  async import(
    accountId: string,
    { channel = 'email', entries, keep_existing }: SuppressionImport,
  ): Promise<ImportResult> {
    assertEmail(channel)
    if (entries.length > MAX_IMPORT_ENTRIES) {
      const message = `holds more than ${MAX_IMPORT_ENTRIES.toLocaleString('en')} entries`
      throw fieldError('invalid_request', 'entries', message, 422)
    }
    const { writes, errors } = await sortOut(new ImportEntries(accountId, keep_existing), entries)
    await writeSuppressions(this.#deps, writes)
    return { imported: writes.length, skipped: errors.length, errors }
  }

  /**
   * Removes a recipient from the list, which allows mail again. An erased one is found by its address, and by what the
   * list shows instead. With a state or a reason, an entry that got another one meanwhile stays.
   * @returns the recipient as the list had it.
   * @throws ApiError `channel_not_enabled`; `not_found`, also for an entry that stays.
   */
  async delete(accountId: string, { channel, recipient, state, reason }: SuppressionRef): Promise<string> {
    assertEmail(channel)
    const address = normalizeAddress(recipient)
    const erased = (await this.#deps.recipientHash())(accountId, address)
    const { collection } = this.#deps.models.suppressions
    const wanted = { ...(state !== undefined && { state }), ...(reason !== undefined && { reason }) }
    const { deletedCount } = await collection.deleteOne({
      account_id: accountId,
      channel,
      recipient: address,
      ...wanted,
    })
    const ofErased = await collection.deleteOne({ account_id: accountId, channel, recipient: erased, ...wanted })
    await reviseSuppressions(this.#deps.models, [accountId])
    if (deletedCount + ofErased.deletedCount > 0) return deletedCount > 0 ? address : erased
    throw notListed()
  }

  /** Replaces the address of an entry by a keyed hash, which stops mail like the address. Repeatable. */
  async erase(accountId: string, address: string): Promise<void> {
    const { collection } = this.#deps.models.suppressions
    const erased = (await this.#deps.recipientHash())(accountId, address)
    const plain = { account_id: accountId, channel: 'email', recipient: address } as const
    const entry = await collection.findOne(plain)
    if (!entry) return
    try {
      await collection.updateOne(plain, { $set: { recipient: erased } })
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      // It was added again while it was erased before. The stronger state stays.
      const { state, reason } = entry
      const weaker = { ...plain, recipient: erased, state: 'unsubscribed' } as const
      if (state === 'suppressed') await collection.updateOne(weaker, { $set: { state, reason } })
      await collection.deleteOne(plain)
    }
    await reviseSuppressions(this.#deps.models, [accountId])
  }
}

async function sortOut(taken: ImportEntries, entries: readonly SuppressionEntry[]) {
  const writes: SuppressionWrite[] = []
  const errors: ImportResult['errors'] = []
  for (const [index, entry] of entries.entries()) {
    if (shouldYield()) await yieldToEventLoop()
    const write = taken.take(entry)
    if (typeof write === 'string') errors.push({ index, reason: write })
    else writes.push(write)
  }
  return { writes, errors }
}

function assertEmail(channel: Channel): void {
  if (channel !== 'email') throw new ApiError('channel_not_enabled')
}

const notListed = () => new ApiError('not_found', 'This recipient is not on the suppression list.')

function refusedRecipient(): ApiError {
  const message = 'must be a valid address, like user@example.com'
  return fieldError('invalid_request', 'recipient', message)
}

function present({ _id, channel, recipient, state, reason, updated_at }: SuppressionDoc): Suppression {
  return { id: _id, channel, recipient, state, reason, updated_at: isoTime(updated_at) }
}
