import { setTimeout as sleep } from 'node:timers/promises'
import { Batcher } from '../../../lib/concurrency/batcher.js'
import { InFlight } from '../../../lib/concurrency/in-flight.js'
import { Keyed } from '../../../lib/concurrency/keyed.js'
import type { AccountDoc, BrakeNoticeDoc } from '../../../models/account.js'
import type { EventDoc } from '../../../models/event.js'
import type { ServiceDeps } from '../../deps.js'
import { feedbackOf } from '../../tracking/events/feedback.js'
import type { BrakeNotices } from './brake-notices.js'
import { type BrakeLimit, fewestAffected, MIN_MAILS, mailsUntilClear, verdict } from './brake-rule.js'
import { accountsAffected, countAffected, countMails } from './sent-mail.js'

/*
 * Pauses accounts whose mail is reported as spam or bounces too often, because it harms the delivery of all others.
 *
 * The counts come from the messages, where events leave their traces: whatever is repeated, or comes in any order, they
 * cannot drift. So an evaluation may run anywhere at any time, and several at once. Its result is one conditional update
 * of the account's row, which one evaluation wins; the update contains what the owner is to be told.
 */

/** The period over which mail counts. */
export const WINDOW_MS = 24 * 3_600_000
/** An owner is warned of the same thing at most this often. */
const WARN_AGAIN_MS = 30 * 24 * 3_600_000
/** The rest between two evaluations of an account in a process, in ms. */
const restAfter = (tookMs: number) => Math.max(3_000, 20 * tookMs)
/** An evaluation with its rest that takes longer has lost a command, in ms. */
const MAX_RUN_MS = 3_600_000

type BrakeDeps = Pick<ServiceDeps, 'config' | 'models' | 'clock' | 'log'> & {
  brakeNotices: Pick<BrakeNotices, 'notifySoon'>
  /** The rest of an account after an evaluation that took so long, in ms. For tests. */
  restMs?: (tookMs: number) => number
}

export class SendingBrakes {
  readonly #deps: BrakeDeps
  readonly #limits: BrakeLimit[]
  /** An account's evaluations in the background. What is asked for during one, or the rest after it, is one more. */
  readonly #evaluations = new Keyed(
    (accountId) =>
      new Batcher<void, void>(() => this.#evaluateAndRest(accountId), { maxItems: 1, maxRunMs: MAX_RUN_MS }),
  )
  readonly #inFlight = new InFlight()
  readonly #closing = new AbortController()

  constructor(deps: BrakeDeps) {
    const { complaintPausePercent, bouncePausePercent } = deps.config
    this.#deps = deps
    this.#limits = [
      { reason: 'complaints' as const, percent: complaintPausePercent },
      { reason: 'bounces' as const, percent: bouncePausePercent },
    ].filter(({ percent }) => percent > 0)
  }

  /** Evaluates the accounts of recorded bounces and complaints in the background. If this fails, the sweep does it. */
  evaluateSoon(events: readonly EventDoc[]): void {
    if (this.#limits.length === 0) return
    for (const event of events) if (feedbackOf(event)) this.#evaluateSoon(event.account_id)
  }

  /**
   * Evaluates all accounts with bounces or complaints: also those whose share rises because they send more mail.
   * @param signal after it, no further evaluation is begun.
   */
  async evaluateAll(signal?: AbortSignal): Promise<void> {
    const { models, clock } = this.#deps
    const since = new Date(clock.now().getTime() - WINDOW_MS)
    const accounts = await Promise.all(
      this.#limits.map((limit) => accountsAffected(models, limit.reason, since, fewestAffected(limit))),
    )
    for (const accountId of new Set(accounts.flat())) if (!signal?.aborted) await this.evaluate(accountId)
  }

  /** Pauses an account, or warns its owner, if its mail of the last 24 hours requires it. */
  async evaluate(accountId: string): Promise<void> {
    const account = await this.#deps.models.accounts.collection.findOne({ _id: accountId })
    if (!account || account.sending_pause) return
    for (const limit of this.#limits) {
      const news = await this.#find(account, limit)
      if (!news) continue
      if (await this.#write(account, news)) this.#deps.brakeNotices.notifySoon(accountId)
      if (news.kind === 'pause') return
    }
  }

  /** Begins no further evaluation in the background, and waits for those that run. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#inFlight.settled()
  }

  #evaluateSoon(accountId: string): void {
    const evaluated = this.#evaluations.use(accountId, async (group) => {
      // One that has not begun yet will see what was recorded now.
      if (group.waiting === 0) await group.add()
    })
    this.#inFlight
      .track(evaluated)
      .catch((err) => this.#deps.log.warn({ accountId, err }, 'the evaluation of an account takes too long'))
  }

  async #evaluateAndRest(accountId: string): Promise<undefined> {
    const { signal } = this.#closing
    if (signal.aborted) return
    const startedMs = performance.now()
    await this.evaluate(accountId).catch((err) =>
      this.#deps.log.warn({ accountId, err }, 'the bounces and complaints of an account could not be evaluated'),
    )
    const { restMs = restAfter } = this.#deps
    await sleep(restMs(performance.now() - startedMs), undefined, { signal, ref: false }).catch(() => undefined)
  }

  /** What follows from the mail of an account. Mail is counted no further than it matters. */
  async #find(account: AccountDoc, limit: BrakeLimit): Promise<BrakeNoticeDoc | null> {
    const { models, clock } = this.#deps
    const at = clock.now()
    const since = new Date(Math.max(at.getTime() - WINDOW_MS, account.sending_counted_from?.getTime() ?? 0))
    const isWarned = (account.sending_warned?.[limit.reason]?.getTime() ?? 0) > at.getTime() - WARN_AGAIN_MS
    const affected = await countAffected(models, account._id, limit.reason, since)
    const enough = mailsUntilClear(affected, limit, isWarned)
    if (enough <= MIN_MAILS) return null
    const mails = await countMails(models, account._id, since, enough)
    const kind = verdict(affected, mails, limit)
    if (!kind || (kind === 'warning' && isWarned)) return null
    return { kind, reason: limit.reason, affected, mails, limit_percent: limit.percent, at }
  }

  /** Writes the news unless another evaluation did, or the account was resumed since. Returns whether it was written. */
  async #write(account: AccountDoc, news: BrakeNoticeDoc): Promise<boolean> {
    const { kind, ...pause } = news
    const warned = `sending_warned.${news.reason}`
    const unchanged = {
      _id: account._id,
      sending_pause: null,
      sending_counted_from: account.sending_counted_from ?? null,
    }
    const [filter, $set] =
      kind === 'pause'
        ? [unchanged, { sending_pause: pause }]
        : [{ ...unchanged, [warned]: account.sending_warned?.[news.reason] ?? null }, { [warned]: news.at }]
    const update = { $set, $push: { sending_news: news } }
    const { modifiedCount } = await this.#deps.models.accounts.collection.updateOne(filter, update)
    return modifiedCount === 1
  }
}
