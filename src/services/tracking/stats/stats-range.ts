import { GROUP_DAYS, STATS_LIMITS, type StatsInterval, type StatsRequest } from '../../../contract/stats.js'
import { fieldError } from '../../../errors.js'

/** Lengths of buckets, in ms. UTC has no days of other lengths. */
export const INTERVAL_MS: Record<StatsInterval, number> = { hour: 3_600_000, day: 86_400_000 }

type Period = Pick<StatsRequest, 'from' | 'to' | 'interval'>

/** Whole buckets, from `from` up to `to`. */
export interface StatsRange {
  interval: StatsInterval
  from: Date
  to: Date
}

/**
 * The buckets of a request: from the one that `from` is in to the last one that begins before `to`.
 * @throws ApiError `invalid_request` if there are none, or too many.
 */
export function rangeOf({ from, to, interval = 'hour' }: Period, now: Date): StatsRange {
  const { most, usual } = STATS_LIMITS[interval]
  const lengthMs = INTERVAL_MS[interval]
  const end = Math.ceil((to ?? now).getTime() / lengthMs)
  const start = from ? Math.floor(from.getTime() / lengthMs) : end - usual
  if (start < 0) throw fieldError('invalid_request', from ? 'from' : 'to', 'must not be before 1970')
  if (from && from >= (to ?? now)) throw fieldError('invalid_request', 'from', `must be before ${to ? 'to' : 'now'}`)
  if (end - start > most) {
    throw fieldError('invalid_request', 'from', `must be at most ${most} ${interval}s before ${to ? 'to' : 'now'}`)
  }
  return { interval, from: new Date(start * lengthMs), to: new Date(end * lengthMs) }
}

/**
 * The whole days of a request by group.
 * @throws ApiError `invalid_request` if there are none, or too many, or an interval is given.
 */
export function groupDaysOf({ from, to, interval }: Period, now: Date): StatsRange {
  if (interval) throw fieldError('invalid_request', 'interval', 'cannot be combined with group_by')
  const { most, usual } = GROUP_DAYS
  const lengthMs = INTERVAL_MS.day
  const end = Math.ceil((to ?? now).getTime() / lengthMs)
  const start = from ?? new Date(Math.max(0, end - usual) * lengthMs)
  const range = rangeOf({ from: start, to, interval: 'day' }, now)
  if (range.to.getTime() - range.from.getTime() > most * lengthMs) {
    throw fieldError('invalid_request', 'from', `must be at most ${most} days before ${to ? 'to' : 'now'}`)
  }
  return range
}

/** The beginnings of the buckets. */
export function startsOf({ interval, from, to }: StatsRange): Date[] {
  const lengthMs = INTERVAL_MS[interval]
  const count = (to.getTime() - from.getTime()) / lengthMs
  return Array.from({ length: count }, (_none, index) => new Date(from.getTime() + index * lengthMs))
}
