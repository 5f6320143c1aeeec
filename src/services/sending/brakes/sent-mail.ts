import { BRAKE_REASONS, type BrakeReason } from '../../../models/account.js'
import type { Models } from '../../../models/index.js'
import { type FeedbackFlag, SENT_INDEX } from '../../../models/message.js'

/*
 * Counts of sent live mail. All are read from indexes alone. A mail counts by the time of its hand-over, and once,
 * however often it bounces or is reported.
 */

type LedgerPart = Pick<Models, 'messages'>

const FLAGS: Record<BrakeReason, FeedbackFlag> = { complaints: 'complained', bounces: 'bounced' }

/** Of all accounts: a query of an index must name its first field, or it reads the whole index and the messages. */
const ANY = { $gte: '' }

const indexOf = (flag: FeedbackFlag) => ({ account_id: 1, [flag]: 1, sent_at: 1 })

/** The mails of an account since a time, counted up to `limit`. */
export function countMails({ messages }: LedgerPart, accountId: string, since: Date, limit: number): Promise<number> {
  const filter = { account_id: accountId, sent_at: { $gte: since } }
  return messages.collection.countDocuments(filter, { limit, hint: SENT_INDEX })
}

/** Those of the mails of an account that were reported as spam or bounced. */
export function countAffected(
  { messages }: LedgerPart,
  accountId: string,
  reason: BrakeReason,
  since: Date,
): Promise<number> {
  const flag = FLAGS[reason]
  const filter = { account_id: accountId, [flag]: true, sent_at: { $gte: since } }
  return messages.collection.countDocuments(filter, { hint: indexOf(flag) })
}

/** The accounts with at least so many affected mails since a time. Takes one step for each account and affected mail. */
export async function accountsAffected(
  { messages }: LedgerPart,
  reason: BrakeReason,
  since: Date,
  fewest: number,
): Promise<string[]> {
  const flag = FLAGS[reason]
  const rows = await messages.collection
    .aggregate<{ _id: string }>(
      [
        { $match: { account_id: ANY, [flag]: true, sent_at: { $gte: since } } },
        { $group: { _id: '$account_id', count: { $sum: 1 } } },
        { $match: { count: { $gte: fewest } } },
        { $project: { _id: 1 } },
      ],
      { hint: indexOf(flag) },
    )
    .toArray()
  return rows.map(({ _id }) => _id)
}

/** The mails of all accounts in a period. */
export function countAllMails({ messages }: LedgerPart, from: Date, to: Date): Promise<number> {
  return messages.collection.countDocuments({ account_id: ANY, sent_at: { $gte: from, $lt: to } }, { hint: SENT_INDEX })
}

/** Those of the mails of all accounts in a period that were reported as spam or bounced, by reason. */
export async function countAllAffected(ledger: LedgerPart, from: Date, to: Date): Promise<Record<BrakeReason, number>> {
  const count = (flag: FeedbackFlag) =>
    ledger.messages.collection.countDocuments(
      { account_id: ANY, [flag]: true, sent_at: { $gte: from, $lt: to } },
      { hint: indexOf(flag) },
    )
  const [complaints = 0, bounces = 0] = await Promise.all(BRAKE_REASONS.map((reason) => count(FLAGS[reason])))
  return { complaints, bounces }
}
