import type { mongo } from 'mongoose'
import { idFloor } from '../../../ids.js'
import type { PoolDoc } from '../../../models/billing.js'
import type { Models } from '../../../models/index.js'
import { SENT_INDEX } from '../../../models/message.js'
import type { UsageDoc } from '../../../models/usage.js'
import { periodOf, usageIdOf } from '../spend/grant.js'

/*
 * How much of a pool is used.
 *
 * Usage is counted by calendar month, but a pool begins with a period of the subscription, at any second of a month. So a
 * pool stores how much of its first month was used before it began; from then on, what is used follows from the months.
 */

type Counted = Pick<Models, 'connection' | 'messages' | 'usage'>

const DAY_MS = 86_400_000
/** Holds of messages that are being written are not this old. */
const RECENT_MS = 10 * 60_000

/** The pool of a subscription that begins at `start`, now or in the past. */
export async function openPool(
  models: Counted,
  accountId: string,
  { subscriptionId, start, now }: { subscriptionId: string; start: Date; now: Date },
): Promise<PoolDoc> {
  const used_before = await usedBefore(models, accountId, start, now)
  return { subscription_id: subscriptionId, start, used_before }
}

/** Recipients of live mail that was accepted in a pool. */
export async function usedOf({ usage }: Counted, accountId: string, { start, used_before }: PoolDoc): Promise<number> {
  const from = usageIdOf(accountId, periodOf(start))
  const rows = await usage.collection
    // Ids sort by month; `;` follows `:`.
    .find({ _id: { $gte: from, $lt: `${accountId};` } }, { projection: { count: 1 } })
    .toArray()
  const used = rows.reduce((sum, { count }) => sum + count, -used_before)
  // What was charged before the pool may be given back later.
  return Math.max(0, used)
}

/**
 * What the month of `start` was charged before it: all of the month, without what has been charged since. What is new is
 * counted in the same snapshot as the month, and what is old, and changes no more, day by day before it.
 */
async function usedBefore(models: Counted, accountId: string, start: Date, now: Date): Promise<number> {
  const cut = new Date(Math.max(start.getTime(), now.getTime() - RECENT_MS))
  let old = 0
  for (let from = start; from < cut; ) {
    const to = new Date(Math.min(from.getTime() + DAY_MS, cut.getTime()))
    old += await countCharged(models, { accountId, start, from, to })
    from = to
  }
  const snapshot = { readConcern: { level: 'snapshot' } } as const
  return models.connection.transaction(async (session) => {
    const month = await models.usage.collection.findOne({ _id: usageIdOf(accountId, periodOf(start)) }, { session })
    if (!month) return 0
    const recent = await countCharged(models, { accountId, start, from: cut, session })
    return month.count - old - recent - (await countUnwritten(models, month, cut, session))
  }, snapshot)
}

interface Range {
  accountId: string
  /** Charges from then on, in the month of it. */
  start: Date
  /** Messages accepted in this time or, if they are older than `start`, sent in it: scheduled mail is charged when due. */
  from: Date
  to?: Date
  session?: mongo.ClientSession
}

/** Recipients of the messages of a range that were charged. */
async function countCharged({ messages }: Counted, { accountId, start, from, to, session }: Range): Promise<number> {
  const charged = {
    account_id: accountId,
    'charge.period': periodOf(start),
    'charge.state': 'charged',
    'charge.at': { $gte: start },
  }
  const ids = { $gte: idFloor('message', from), ...(to && { $lt: idFloor('message', to) }) }
  const sent = { _id: { $lt: idFloor('message', start) }, sent_at: { $gte: from, ...(to && { $lt: to }) } }
  const sum = async (filter: object, hint: object) => {
    const count = { $group: { _id: null, count: { $sum: '$charge.count' } } }
    const stages = [{ $match: { ...charged, ...filter } }, count]
    const [total] = await messages.collection
      .aggregate<{ count: number }>(stages, { hint, ...(session && { session }) })
      .toArray()
    return total?.count ?? 0
  }
  return (await sum({ _id: ids }, { account_id: 1, _id: -1 })) + (await sum(sent, SENT_INDEX))
}

/** Recipients of grants since a time whose messages are not written yet. */
async function countUnwritten(
  { messages }: Counted,
  { account_id, holds }: UsageDoc,
  since: Date,
  session: mongo.ClientSession,
) {
  const held = holds
    .filter(({ at }) => at >= since)
    .flatMap(({ id, grants }) => grants.map((grant) => ({ ...grant, hold: id })))
  const ids = held.map(({ message_id }) => message_id)
  const written = await messages.collection
    .find({ account_id, _id: { $in: ids } }, { projection: { 'charge.hold': 1 }, session })
    .toArray()
  const holdOf = new Map(written.map(({ _id, charge }) => [_id, charge?.hold]))
  const unwritten = held.filter(({ message_id, hold }) => holdOf.get(message_id) !== hold)
  return unwritten.reduce((sum, { count }) => sum + count, 0)
}
