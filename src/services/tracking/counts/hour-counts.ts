import type { mongo } from 'mongoose'
import { groupBy } from '../../../lib/collections/group-by.js'
import type { EventDoc } from '../../../models/event.js'
import { countedAs, type EventCountDoc, type EventsOfHour, hourCountId, hourOf } from '../../../models/event-count.js'
import { countsExpireAt } from './counts-expire-at.js'

/*
 * Events are counted by hour in the row that numbers them, as far as they are of the latest hour of their account: the
 * transaction changes that row anyway, so a message that comes alone takes one command less. When a later hour begins,
 * what was counted there moves to a separate row.
 */

/** Events of an hour of an account. */
export interface HourCount extends EventsOfHour {
  accountId: string
}

const MODES = ['live', 'test'] as const

/** The counts of events, by account and hour. */
export function hourCountsOf(
  events: readonly Pick<EventDoc, 'account_id' | 'type' | 'test_mode' | 'created_at'>[],
): HourCount[] {
  const byHour = groupBy(events, ({ account_id, created_at }) => hourCountId(account_id, created_at))
  return [...byHour.values()].map((own) => {
    const { account_id: accountId, created_at } = own[0]!
    const count: HourCount = { accountId, hour: hourOf(created_at) }
    for (const { type, test_mode } of own) {
      const mode = test_mode ? 'test' : 'live'
      const name = countedAs(type)
      count[mode] = { ...count[mode], [name]: (count[mode]?.[name] ?? 0) + 1 }
    }
    return count
  })
}

/** The latest of the hours of one account. */
export const latestOf = (counts: readonly HourCount[]): HourCount =>
  counts.reduce((latest, count) => (count.hour > latest.hour ? count : latest))

/** The stages of an update that count an hour in `latest`, unless a later hour is counted there. */
export function countInLatest(count: HourCount): mongo.Document[] {
  const hour = { $literal: count.hour }
  const isCounted = { $eq: ['$latest.hour', hour] }
  const added = fieldsOf(count).map(([field, number]) => {
    const path = `$latest.${field}`
    return [`latest.${field}`, { $cond: [isCounted, { $add: [{ $ifNull: [path, 0] }, number] }, path] }]
  })
  return [
    // No hour at all is before every other.
    { $set: { latest: { $cond: [{ $lt: ['$latest.hour', hour] }, { hour }, '$latest'] } } },
    { $set: Object.fromEntries(added) },
  ]
}

/**
 * What {@link countInLatest} leaves to be counted in separate rows.
 * @param counts of one account.
 * @param before what `latest` was before.
 */
export function countsOutsideLatestHour(counts: readonly HourCount[], before: EventsOfHour | undefined): HourCount[] {
  const latest = latestOf(counts)
  if (before && before.hour > latest.hour) return [...counts]
  const others = counts.filter((count) => count !== latest)
  return before && before.hour < latest.hour ? [...others, { accountId: latest.accountId, ...before }] : others
}

/** The update that counts an hour in a separate row. */
export function hourUpdate(count: HourCount): mongo.AnyBulkWriteOperation<EventCountDoc> {
  const at = new Date(`${count.hour}:00Z`)
  const update = { $inc: Object.fromEntries(fieldsOf(count)), $setOnInsert: { expires_at: countsExpireAt(at) } }
  return { updateOne: { filter: { _id: hourCountId(count.accountId, at) }, update, upsert: true } }
}

const fieldsOf = (count: EventsOfHour): [string, number][] =>
  MODES.flatMap((mode) =>
    Object.entries(count[mode] ?? {}).map(([type, number]): [string, number] => [`${mode}.${type}`, number]),
  )
