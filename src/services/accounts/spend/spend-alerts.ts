import type { SpendAlertDoc, UsageDoc } from '../../../models/usage.js'
import type { ServiceDeps } from '../../deps.js'

const AT_A_TIME = 100
/** If an alert is still unsent after this, its process died. */
const LEFT_MS = 5_000

/** What sends mail of the service itself. It is in `sending`, which stands above accounts. */
export interface AlertMail {
  /** Sends a mail once for each key. Returns whether it is new. */
  send(mail: { key: string; to: string; subject: string; text: string; onBehalfOf: string }): Promise<boolean>
}

type AlertDeps = Pick<ServiceDeps, 'models' | 'clock' | 'log' | 'metrics'> & { systemMail: AlertMail }

/**
 * Reports that a soft limit is reached: by mail to the owner, in the log and as a metric. Once for each limit and
 * month.
 */
export class SpendAlerts {
  readonly #deps: AlertDeps

  constructor(deps: AlertDeps) {
    this.#deps = deps
  }

  /** Sends the alerts of a row in the background. If this fails, the sweep does it. */
  notifySoon(usageId: string): void {
    void this.#tell(usageId).catch((error) =>
      this.#deps.log.warn({ err: error, usage: usageId }, 'a spend alert could not be mailed; the sweep will do it'),
    )
  }

  /** Sends alerts that were left unsent. */
  async notifyPending(): Promise<void> {
    const { models, clock } = this.#deps
    const before = new Date(clock.now().getTime() - LEFT_MS)
    const rows = await models.usage.collection
      .find({ alert_due_at: { $lt: before } }, { projection: { _id: 1 } })
      .limit(AT_A_TIME)
      .toArray()
    for (const { _id } of rows) await this.#tell(_id)
  }

  async #tell(usageId: string): Promise<void> {
    const { models, log, metrics } = this.#deps
    const usage = await models.usage.collection.findOne({ _id: usageId })
    if (!usage?.alert_due_at) return
    const account = await models.accounts.collection.findOne({ _id: usage.account_id })
    for (const alert of usage.alerts) {
      if (!account) break
      const isNew = await this.#deps.systemMail.send({
        key: `spend-alert:${usageId}:${alert.cap_id}:${alert.limit_micros}`,
        to: account.owner_email,
        onBehalfOf: usage.account_id,
        ...words(usage, alert),
      })
      if (!isNew) continue
      log.warn({ accountId: usage.account_id, period: usage.period, ...alert }, 'a soft spend limit is reached')
      metrics.softLimitReached()
    }
    // Unless another alert was added in the meantime.
    const filter = { _id: usageId, alert_due_at: usage.alert_due_at }
    await models.usage.collection.updateOne(filter, { $unset: { alert_due_at: 1 } })
  }
}

/** At least two decimals, and more if needed: one mail costs less than a cent. */
const dollars = (micros: number) => `$${(micros / 1_000_000).toFixed(6).replace(/0{1,4}$/, '')}`

function words({ period }: UsageDoc, { key_id, limit_micros, spent_micros }: SpendAlertDoc) {
  const whose = key_id ? `The API key ${key_id}` : 'Your account'
  return {
    subject: `Spending in ${period} has reached ${dollars(limit_micros)}`,
    text: [
      `${whose} has spent ${dollars(spent_micros)} in ${period} (UTC), and has reached the soft limit of ${dollars(limit_micros)}.`,
      'This limit blocks nothing: mail is still being sent. To block it at some amount, set a hard limit with PUT /v1/spend-caps.',
      'You get this mail once for each limit and month.',
    ].join('\n\n'),
  }
}
