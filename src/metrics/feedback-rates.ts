import type { Clock } from '../clock.js'
import { RollingCount } from '../lib/collections/rolling-count.js'
import { BRAKE_REASONS } from '../models/account.js'
import type { Models } from '../models/index.js'
import { WINDOW_MS } from '../services/sending/brakes/sending-brakes.js'
import { countAllAffected, countAllMails } from '../services/sending/brakes/sent-mail.js'
import type { Metrics } from './metrics.js'

export interface FeedbackRatesOptions {
  metrics: Pick<Metrics, 'feedback'>
  models: Pick<Models, 'messages' | 'accounts'>
  clock: Clock
}

/** Measures how much of the live mail of all accounts is reported as spam or bounces, and which accounts are paused. */
export class FeedbackRates {
  readonly gauges: readonly { reset(): void }[]
  readonly #options: FeedbackRatesOptions
  readonly #mails: RollingCount

  constructor(options: FeedbackRatesOptions) {
    this.#options = options
    const { complaints, bounces, pausedAccounts } = options.metrics.feedback
    this.gauges = [complaints, bounces, pausedAccounts]
    this.#mails = new RollingCount((from, to) => countAllMails(options.models, from, to))
  }

  async measure(): Promise<void> {
    const { metrics, models, clock } = this.#options
    const { complaints, bounces, pausedAccounts } = metrics.feedback
    const now = clock.now()
    const [mails, affected] = await Promise.all([
      this.#mails.before(now),
      countAllAffected(models, new Date(now.getTime() - WINDOW_MS), now),
    ])
    complaints.set(mails && affected.complaints / mails)
    bounces.set(mails && affected.bounces / mails)
    for (const reason of BRAKE_REASONS) {
      pausedAccounts.set(
        { reason },
        await models.accounts.collection.countDocuments({ 'sending_pause.reason': reason }),
      )
    }
  }
}
