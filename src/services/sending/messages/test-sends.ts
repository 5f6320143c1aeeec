import { ApiError } from '../../../errors.js'
import { normalizeAddress } from '../../../lib/mail/addresses.js'
import { MAX_WRITE_DELAY_MS, type MessageDoc } from '../../../models/message.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import type { DailyQuotas } from '../../platform/daily-quotas.js'
import { orOverloaded } from '../../platform/overload.js'
import type { VerifiedRecipients } from '../test-recipients/verified-recipients.js'

/** Most test sends of an account to one address per day (UTC). */
const MAX_A_DAY = 10
/** If a counted send has no message after this time, in ms, it never finished. Half of it is for clocks that differ. */
const LOST_AFTER_MS = 2 * MAX_WRITE_DELAY_MS

type TestSendDeps = Pick<ServiceDeps, 'config' | 'clock' | 'models'> & {
  verifiedRecipients: Pick<VerifiedRecipients, 'firstUnverifiedRecipient'>
  dailyQuotas: DailyQuotas
}

/**
 * The rules of a test send: real mail, free of charge, to one verified test recipient or the account's own address, at
 * most ten per day.
 *
 * A send is counted under its idempotency key right before its message is written. If the process dies in between, a
 * retry finds its key counted. Without a retry, the count is taken back once the quota is used up. So every accepted
 * send counts, and a refused one does not count permanently.
 */
export class TestSends {
  readonly #deps: TestSendDeps

  constructor(deps: TestSendDeps) {
    this.#deps = deps
  }

  /**
   * Checks whether a test send is allowed. With a test key it is simulated, so it needs no permission and does not
   * count.
   * @throws ApiError `test_send_not_configured`, `invalid_destination` unless it has one recipient,
   *   `recipient_not_verified`, `test_send_daily_limit`, `overloaded`.
   */
  async assertAllowed(caller: Caller, idempotencyKey: string, recipients: readonly string[]): Promise<void> {
    if (!this.#deps.config.testSendEnabled) throw new ApiError('test_send_not_configured')
    const [recipient, ...others] = recipients
    if (!recipient || others.length > 0) {
      throw new ApiError('invalid_destination', 'A test send must have exactly one recipient: leave out cc and bcc.')
    }
    if (caller.testMode) return
    if ((await this.#deps.verifiedRecipients.firstUnverifiedRecipient(caller, recipients)) !== null) {
      throw new ApiError('recipient_not_verified', `${recipient} is not a verified test recipient of the account.`)
    }
    const subject = subjectOf(caller.accountId, normalizeAddress(recipient))
    const uses = await this.#deps.dailyQuotas.uses(subject)
    if (uses.length < MAX_A_DAY || uses.some(({ key }) => key === idempotencyKey)) return
    if (!(await this.#takeBackLost(caller.accountId, subject))) throw this.#used()
  }

  /**
   * Counts a test send that is about to be written. An idempotency key counts once, even if it is repeated.
   * @throws ApiError `test_send_daily_limit`.
   */
  async count({ account_id: accountId, idempotency_key: key, content }: MessageDoc): Promise<void> {
    const subject = subjectOf(accountId, normalizeAddress(content!.to[0]!.email))
    if (await this.#deps.dailyQuotas.count(subject, key, MAX_A_DAY)) return
    const tookBack = await this.#takeBackLost(accountId, subject)
    if (!tookBack || !(await this.#deps.dailyQuotas.count(subject, key, MAX_A_DAY))) throw this.#used()
  }

  /** Takes back the sends that were counted and never written. Returns whether there were any. */
  async #takeBackLost(accountId: string, subject: string): Promise<boolean> {
    const { models, clock } = this.#deps
    const before = new Date(clock.now().getTime() - LOST_AFTER_MS)
    const keys = (await this.#deps.dailyQuotas.uses(subject)).filter(({ at }) => at < before).map(({ key }) => key)
    if (keys.length === 0) return false
    const ofKeys = { account_id: accountId, idempotency_key: { $in: keys }, test_send: true }
    const options = { projection: { idempotency_key: 1 } }
    const written = await orOverloaded(models.messages.collection.find(ofKeys, options).toArray())
    const used = new Set(written.map((message) => message.idempotency_key))
    const lost = keys.filter((key) => !used.has(key))
    if (lost.length > 0) await this.#deps.dailyQuotas.takeBack(subject, lost, before)
    return lost.length > 0
  }

  #used(): ApiError {
    return new ApiError('test_send_daily_limit', undefined, { retryAfterSeconds: this.#deps.dailyQuotas.secondsLeft() })
  }
}

const subjectOf = (accountId: string, address: string) => `test_send|${accountId}|${address}`
