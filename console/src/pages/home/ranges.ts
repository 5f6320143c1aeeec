import type { ChartInterval } from '../../components/chart-props'
import type { StatsQueryVariables } from '../../graphql/stats-operations'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Range {
  name: string
  title: string
  interval: Exclude<ChartInterval, 'month'>
  /** How many hours or days it has, with the present one. */
  count: number
}

/** What the chart may show, by the name in the address. */
export const RANGES: readonly [Range, ...Range[]] = [
  { name: '24h', title: 'Last 24 hours', interval: 'hour', count: 24 },
  { name: '7d', title: 'Last 7 days', interval: 'hour', count: 168 },
  { name: '30d', title: 'Last 30 days', interval: 'day', count: 30 },
  { name: '90d', title: 'Last 90 days', interval: 'day', count: 90 },
]

/** The range that an address names; the first one for any other word. */
export const rangeOf = (address: URLSearchParams): Range =>
  RANGES.find(({ name }) => name === address.get('range')) ?? RANGES[0]

/** Whether an address asks for simulated mail. */
export const isTest = (address: URLSearchParams) => address.get('mode') === 'test'

/** What to ask the API for a range. The same for a whole hour or day. */
export function variablesOf({ interval, count }: Range, testMode: boolean, now: number) {
  const lengthMs = interval === 'hour' ? HOUR_MS : DAY_MS
  const first = (Math.floor(now / lengthMs) - count + 1) * lengthMs
  return { interval, from: new Date(first).toISOString(), testMode } satisfies StatsQueryVariables
}

/** What to ask the API for the day of the reader. */
export function todayOf(testMode: boolean, now: number): StatsQueryVariables {
  const midnight = new Date(now)
  midnight.setHours(0, 0, 0, 0)
  return { interval: 'hour', from: midnight.toISOString(), testMode }
}
