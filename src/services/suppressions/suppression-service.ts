import type { Channel } from '../../contract/channels.js'
import type {
  ImportResult,
  NewSuppression,
  Suppression,
  SuppressionEntry,
  SuppressionFilter,
  SuppressionImport,
  SuppressionRef,
} from '../../contract/suppressions.js'
import { ApiError, fieldError } from '../../errors.js'
import { normalizeAddress, parseAddress } from '../../lib/addresses.js'
import { Group } from '../../lib/group.js'
import type { SuppressionDoc } from '../../models/suppression.js'
import type { OperatorDeps } from '../deps.js'
import { newestFirst, type Page } from '../pages.js'
import { isoTime } from '../timestamps.js'
import { type SuppressionWrite, writeSuppression, writeSuppressions } from './write-suppressions.js'

/** Most entries of one import. */
export const MAX_IMPORT_ENTRIES = 10_000
/** The reason of entries created without one. */
const MANUAL = 'manual'
const IMPORTED = 'import'
const MAX_GROUP_WRITES = 1_000

/** Manages suppression lists. */
export class SuppressionService {
  readonly #deps: OperatorDeps
  /** Groups concurrent writes, such as a wave of bounces. */
  readonly #writes: Group<SuppressionWrite[], undefined>

  constructor(deps: OperatorDeps) {
    this.#deps = deps
    this.#writes = new Group(
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
    const keeps = ['suppressed', 'unsubscribed'] as const
    await this.#writes.add([
      { accountId, recipient: normalizeAddress(recipient), reason, state: 'unsubscribed', keeps },
    ])
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
  async list(accountId: string, { channel, ...page }: SuppressionFilter): Promise<Page<Suppression>> {
    if (channel) assertEmail(channel)
    return newestFirst(this.#deps.models.suppressions.find({ account_id: accountId }), 'suppression', page, present)
  }

  /**
   * Adds many recipients. Invalid addresses, and repeats within the request, are skipped. An `unsubscribed` entry never
   * weakens a `suppressed` one. Repeatable.
   * @throws ApiError `channel_not_enabled`; `invalid_request` with status 422 for more than 10,000 entries.
   */
  async import(accountId: string, { channel = 'email', entries }: SuppressionImport): Promise<ImportResult> {
    assertEmail(channel)
    if (entries.length > MAX_IMPORT_ENTRIES) {
      const message = `holds more than ${MAX_IMPORT_ENTRIES.toLocaleString('en')} entries`
      throw fieldError('invalid_request', 'entries', message, 422)
    }
    const { writes, errors } = sortOut(accountId, entries)
    await writeSuppressions(this.#deps, writes)
    return { imported: writes.length, skipped: errors.length, errors }
  }

  /**
   * Removes a recipient from the list, which allows mail again.
   * @throws ApiError `channel_not_enabled`, `not_found`.
   */
  async delete(accountId: string, { channel, recipient }: SuppressionRef): Promise<void> {
    assertEmail(channel)
    const { deletedCount } = await this.#deps.models.suppressions.deleteOne({
      account_id: accountId,
      channel,
      recipient: normalizeAddress(recipient),
    })
    if (deletedCount === 0) throw new ApiError('not_found', 'This recipient is not on the suppression list.')
  }
}

function sortOut(accountId: string, entries: readonly SuppressionEntry[]) {
  const writes = new Map<string, SuppressionWrite>()
  const errors: ImportResult['errors'] = []
  entries.forEach(({ email, reason = IMPORTED, state = 'suppressed' }, index) => {
    const recipient = recipientOf(email)
    if (!recipient) errors.push({ index, reason: 'is not a valid address, like user@example.com' })
    else if (writes.has(recipient)) errors.push({ index, reason: 'repeats the address of an earlier entry' })
    else {
      const keeps = state === 'unsubscribed' ? (['suppressed'] as const) : []
      writes.set(recipient, { accountId, recipient, reason, state, keeps })
    }
  })
  return { writes: [...writes.values()], errors }
}

const recipientOf = (text: string): string | null => {
  const address = parseAddress(text)
  return address && normalizeAddress(address.email)
}

function assertEmail(channel: Channel): void {
  if (channel !== 'email') throw new ApiError('channel_not_enabled')
}

function refusedRecipient(): ApiError {
  const message = 'must be a valid address, like user@example.com'
  return fieldError('invalid_request', 'recipient', message)
}

function present({ _id, channel, recipient, state, reason, updated_at }: SuppressionDoc): Suppression {
  return { id: _id, channel, recipient, state, reason, updated_at: isoTime(updated_at) }
}
