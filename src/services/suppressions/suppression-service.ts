import { ApiError, fieldError } from '../../errors.js'
import { normalizeAddress, parseAddress } from '../../lib/addresses.js'
import { Group } from '../../lib/group.js'
import type { Channel } from '../../models/channel.js'
import type { SuppressionDoc, SuppressionState } from '../../models/suppression.js'
import type { OperatorDeps } from '../deps.js'
import { newestFirst, type Page, type PageRequest } from '../pages.js'
import { isoTime } from '../timestamps.js'
import { type SuppressionWrite, writeSuppression, writeSuppressions } from './write-suppressions.js'

/** An entry of a suppression list, as the contract has it. */
export interface SuppressionView {
  id: string
  channel: Channel
  recipient: string
  state: SuppressionState
  reason: string
  updated_at: string
}

/** One entry of an import, not looked at yet. */
export interface ImportEntry {
  email: string
  reason?: string | undefined
  state?: SuppressionState | undefined
}

export interface ImportResult {
  imported: number
  skipped: number
  /** Why entries were skipped, by their place in the request. */
  errors: { index: number; reason: string }[]
}

/** Entries of one import. */
export const MAX_IMPORT_ENTRIES = 10_000
/** What is written as reason of an entry that was given none. */
const MANUAL = 'manual'
const IMPORTED = 'import'
const MAX_GROUP_WRITES = 1_000

/** The suppression lists of accounts: whom they must not reach, and why. */
export class SuppressionService {
  readonly #deps: OperatorDeps
  /** What happens to many recipients at once, such as a wave of bounces, is written together. */
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
   * Stops all mail of an account to recipients, for what happened to earlier mail. Who is suppressed already stays so
   * for the first reason. Repeatable.
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

  /** Stops the marketing of an account to a recipient. Never weakens `suppressed`. Repeatable. */
  async unsubscribe(accountId: string, recipient: string, reason: string): Promise<void> {
    const keeps = ['suppressed', 'unsubscribed'] as const
    await this.#writes.add([
      { accountId, recipient: normalizeAddress(recipient), reason, state: 'unsubscribed', keeps },
    ])
  }

  /**
   * Stops all mail to a recipient; an entry that is there already takes on the reason.
   * @throws ApiError `channel_not_enabled`, `invalid_request` for what is no address.
   */
  async create(
    accountId: string,
    { channel, recipient, reason = MANUAL }: { channel: Channel; recipient: string; reason?: string | undefined },
  ): Promise<SuppressionView> {
    assertEmail(channel)
    const address = recipientOf(recipient)
    if (!address) throw refusedRecipient()
    const write = { accountId, recipient: address, reason, state: 'suppressed', keeps: [] } as const
    return present(await writeSuppression(this.#deps, write))
  }

  /** The entries of an account, newest first: in the order in which recipients were first added. */
  async list(
    accountId: string,
    { channel, ...page }: PageRequest & { channel?: Channel | undefined },
  ): Promise<Page<SuppressionView>> {
    if (channel) assertEmail(channel)
    return newestFirst(this.#deps.models.suppressions.find({ account_id: accountId }), 'suppression', page, present)
  }

  /**
   * Puts many recipients on the list. An invalid address, and every repeat of one within the request, is skipped.
   * An entry `unsubscribed` never weakens one that is `suppressed`. Repeatable.
   * @throws ApiError `channel_not_enabled`; `invalid_request` with status 422 for more than 10,000 entries.
   */
  async import(accountId: string, channel: Channel, entries: readonly ImportEntry[]): Promise<ImportResult> {
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
   * Takes a recipient off the list: mail reaches it again.
   * @throws ApiError `channel_not_enabled`, `not_found`.
   */
  async delete(accountId: string, channel: Channel, recipient: string): Promise<void> {
    assertEmail(channel)
    const { deletedCount } = await this.#deps.models.suppressions.deleteOne({
      account_id: accountId,
      channel,
      recipient: normalizeAddress(recipient),
    })
    if (deletedCount === 0) throw new ApiError('not_found', 'This recipient is not on the suppression list.')
  }
}

function sortOut(accountId: string, entries: readonly ImportEntry[]) {
  const writes = new Map<string, SuppressionWrite>()
  const errors: ImportResult['errors'] = []
  entries.forEach(({ email, reason = IMPORTED, state = 'suppressed' }, index) => {
    const recipient = recipientOf(email)
    if (!recipient) errors.push({ index, reason: 'is not a valid address, like user@example.com' })
    else if (writes.has(recipient)) errors.push({ index, reason: 'repeats an address of an earlier entry' })
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

function present({ _id, channel, recipient, state, reason, updated_at }: SuppressionDoc): SuppressionView {
  return { id: _id, channel, recipient, state, reason, updated_at: isoTime(updated_at) }
}
