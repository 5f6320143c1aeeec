import type { Stats, StatsRest } from '../../contract/stats.js'
import { COUNTED_TYPES, type GroupPlace, groupRange } from '../../models/event-count.js'
import type { Models } from '../../models/index.js'
import type { StatsRange } from './stats-range.js'

const COUNTS = [
  ...['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'failed', 'suppressed'],
] as const satisfies (keyof StatsRest)[]

const SUMS = Object.fromEntries(COUNTED_TYPES.map((type) => [type, { $sum: `$counts.${type}` }]))
/** Ties have an order of their own, so that an answer repeats. */
const MOST_SENT = { sent: -1, clicked: -1, _id: 1 } as const

type Group = StatsRest & { _id: string | null }

/** The groups of some days with the most sent mail, and what is counted in no group. The rows of the days are read. */
export async function readGroups(
  { eventCounts }: Pick<Models, 'eventCounts'>,
  place: GroupPlace,
  { from, to }: StatsRange,
  limit: number,
): Promise<Pick<Stats, 'groups' | 'other'>> {
  // The rows of what is in no group have no key.
  const isGroup = { $ne: [{ $ifNull: ['$_id', null] }, null] }
  const top = { $topN: { n: limit, sortBy: MOST_SENT, output: '$$ROOT' } }
  const parts = await eventCounts.collection
    .aggregate<{ _id: boolean; top: Group[] }>([
      { $match: { _id: groupRange(place, from, to) } },
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

const toCounts = (group: Group) => Object.fromEntries(COUNTS.map((name) => [name, group[name]])) as StatsRest
