import type { AccountDoc, BrakeNoticeDoc } from '../../../models/account.js'
import type { AuditLog } from '../../accounts/audit/audit-log.js'
import type { ServiceDeps } from '../../deps.js'
import { isoTime } from '../../platform/timestamps.js'
import type { SystemMail } from '../system-mail/system-mail.js'
import { ADVICE, figures } from './sending-pause.js'

const AT_A_TIME = 100
/** If a notice is still unsent after this, its process died. */
const LEFT_MS = 5_000

type NewsDeps = Pick<ServiceDeps, 'models' | 'clock' | 'log'> & {
  systemMail: Pick<SystemMail, 'send'>
  auditLog: Pick<AuditLog, 'recordOnce'>
}

/**
 * Tells owners by mail that their account was paused or is close to it, and writes the audit entry of a pause. Each
 * once, even if a process dies on the way.
 */
export class BrakeNotices {
  readonly #deps: NewsDeps

  constructor(deps: NewsDeps) {
    this.#deps = deps
  }

  /** Sends the notices on an account's row, in the background. If this fails, the sweep does it. */
  notifySoon(accountId: string): void {
    void this.#tell(accountId).catch((err) =>
      this.#deps.log.warn({ err, accountId }, 'an owner could not be told about bounces or complaints; the sweep will'),
    )
  }

  /** Sends notices that were left unsent. */
  async notifyPending(): Promise<void> {
    const { models, clock } = this.#deps
    const before = new Date(clock.now().getTime() - LEFT_MS)
    const rows = await models.accounts.collection
      .find({ 'sending_news.at': { $lt: before } }, { projection: { _id: 1 } })
      .limit(AT_A_TIME)
      .toArray()
    for (const { _id } of rows) await this.#tell(_id)
  }

  async #tell(accountId: string): Promise<void> {
    const { models } = this.#deps
    const account = await models.accounts.collection.findOne({ _id: accountId })
    for (const news of account?.sending_news ?? []) {
      await this.#tellOwner(account!, news)
      await models.accounts.collection.updateOne({ _id: accountId }, { $pull: { sending_news: news } })
    }
  }

  async #tellOwner({ _id: accountId, owner_email }: AccountDoc, news: BrakeNoticeDoc): Promise<void> {
    const { log, systemMail, auditLog } = this.#deps
    const key = `sending-${news.kind}:${accountId}:${news.reason}:${isoTime(news.at)}`
    if (news.kind === 'pause') {
      const actor = { type: 'service' as const, id: null }
      await auditLog.recordOnce({ accountId, actor, operation: 'accounts.pauseSending', target: accountId }, key)
    }
    const isNew = await systemMail.send({ key, to: owner_email, onBehalfOf: accountId, ...words(news) })
    if (isNew) log.warn({ accountId, ...news }, 'an account exceeds its limit of bounces or complaints')
  }
}

const SUBJECTS: Record<BrakeNoticeDoc['kind'], Record<BrakeNoticeDoc['reason'], string>> = {
  pause: {
    complaints: 'Sending is paused: too much of your mail is reported as spam',
    bounces: 'Sending is paused: too much of your mail bounces',
  },
  warning: {
    complaints: 'Your mail is being reported as spam',
    bounces: 'Much of your mail bounces',
  },
}

function words(news: BrakeNoticeDoc): { subject: string; text: string } {
  const { kind, reason, limit_percent, at } = news
  const consequences =
    kind === 'pause'
      ? [
          `The limit is ${limit_percent}%, so your account has not been able to send live mail since ${isoTime(at)}. Mail that was accepted before waits. Everything else works.`,
          `${ADVICE[reason]} Then ask the operator of this service to resume the account.`,
        ]
      : [
          `Above ${limit_percent}%, your account is paused for sending. Until then, mail is sent as before.`,
          ADVICE[reason],
        ]
  return { subject: SUBJECTS[kind][reason], text: [`${figures(news)}.`, ...consequences].join('\n\n') }
}
