import type { Stats, UngroupedStats } from '../../../contract/stats.js'
import {
  dayField,
  firstDayOf,
  type GroupSet,
  groupsId,
  groupsRange,
  nextFirstDay,
  ungroupedRange,
} from '../../../models/event-count.js'
import type { Models } from '../../../models/index.js'
import { type StatsRange, startsOf } from './stats-range.js'

const COUNTS = [
  ...['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'failed', 'suppressed'],
] as const satisfies (keyof UngroupedStats)[]

const SUMS = Object.fromEntries(COUNTS.map((type) => [type, { $sum: `$counts.${type}` }]))
/** Ties have a fixed order, so that an answer repeats. */
const MOST_SENT = { sent: -1, clicked: -1, _id: 1 } as const

type Group = UngroupedStats & { _id: string | null }

/**
 * The groups of some days with the most sent mail, and what is counted in no group. A row of a group has several days: of
 * most rows their sums are read, of those at both ends of the range single days.
 */
export async function readGroups(
  { eventCounts }: Pick<Models, 'eventCounts'>,
  set: GroupSet,
  { from, to }: StatsRange,
  limit: number,
): Promise<Pick<Stats, 'groups' | 'other'>> {
  // The rows of what is in no group have no key.
  const isGroup = { $ne: [{ $ifNull: ['$_id', null] }, null] }
  const top = { $topN: { n: limit, sortBy: MOST_SENT, output: '$$ROOT' } }
  const { collection } = eventCounts
  const others = rowsOf(set, from, to).map((pipeline) => ({
    $unionWith: { coll: collection.collectionName, pipeline },
  }))
  const parts = await collection
    .aggregate<{ _id: boolean; top: Group[] }>([
      { $match: { _id: ungroupedRange(set, from, to) } },
      ...others,
      { $group: { _id: '$key', ...SUMS } },
      { $group: { _id: isGroup, top } },
    ])
    .toArray()
  const topOf = (isOf: boolean) => parts.find(({ _id }) => _id === isOf)?.top ?? []
  const rest = topOf(false).map(toCounts)[0]
  return {
    groups: topOf(true).map((group) => ({ key: group._id!, ...toCounts(group) })),
    other: rest && Object.values(rest).some((count) => count > 0) ? rest : null,
  }
}

/** Pipelines for the rows of the groups of some days, each with the sums of its days in `counts`. */
function rowsOf(set: GroupSet, from: Date, to: Date): object[][] {
  const pipelines: object[][] = []
  const wholeFrom = firstDayOf(from) < from ? nextFirstDay(from) : from
  const wholeTo = firstDayOf(to)
  if (wholeFrom < wholeTo) pipelines.push([{ $match: { _id: groupsRange(set, wholeFrom, wholeTo) } }])
  const ends = [
    { start: from, end: wholeFrom < to ? wholeFrom : to },
    { start: wholeTo > from ? wholeTo : wholeFrom, end: to },
  ]
  for (const { start, end } of ends) if (start < end) pipelines.push(partOfRow(set, start, end))
  return pipelines
}

/** A pipeline for the groups of days that are a part of a row. */
function partOfRow(set: GroupSet, from: Date, to: Date): object[] {
  const days = startsOf({ interval: 'day', from, to }).map(dayField)
  const _id = { $gte: groupsId(set, from), $lt: groupsId(set, nextFirstDay(from)) }
  const counts = Object.fromEntries(COUNTS.map((type) => [type, { $sum: days.map((day) => `$days.${day}.${type}`) }]))
  return [
    { $match: { _id, $or: days.map((day) => ({ [`days.${day}`]: { $exists: true } })) } },
    { $project: { key: 1, counts } },
  ]
}

const toCounts = (group: Group) => Object.fromEntries(COUNTS.map((name) => [name, group[name]])) as UngroupedStats
