import { z } from 'zod'
import type { StatsBucket } from '../../contract/stats.js'
import { fieldError } from '../../errors.js'
import { getStats } from '../../operations/stats.js'
import type { CompatRoute } from '../common/api.js'
import { timeOf } from './form-values.js'

const HOUR_MS = 3_600_000
const UNITS = { h: HOUR_MS, d: 24 * HOUR_MS, m: 30 * 24 * HOUR_MS } as const

const text = () => z.string().optional()
const Query = z.strictObject({
  event: z.union([z.string(), z.array(z.string())], 'is required'),
  start: text(),
  end: text(),
  resolution: z.enum(['hour', 'day'], 'must be hour or day').default('day'),
  duration: text(),
})

/** What each event has counted. What is not told apart here is left out. */
const COUNTS = {
  accepted: ({ accepted }) => ({ outgoing: accepted, total: accepted }),
  delivered: ({ delivered }) => ({ total: delivered }),
  failed: ({ bounced, failed, suppressed }) => ({
    permanent: { bounce: bounced, 'suppress-bounce': suppressed, total: bounced + failed + suppressed },
  }),
  opened: ({ opened }) => ({ total: opened }),
  clicked: ({ clicked }) => ({ total: clicked }),
  complained: ({ complained }) => ({ total: complained }),
} as const satisfies Record<string, (bucket: StatsBucket) => object>
type Counted = keyof typeof COUNTS
const EVENTS = Object.keys(COUNTS) as Counted[]

/** Numbers of the account by hour or day (UTC). */
export const stats: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/v3/stats/total',
    operation: getStats,
    names: [
      ['from', 'start'],
      ['to', 'end'],
    ],
    answer: async ({ query, run }) => {
      const { event, start, end, resolution, duration } = query(Query)
      const events = [event].flat().map(countedOf)
      const to = timeOf(end)
      const from = duration === undefined ? timeOf(start) : before(to, duration)
      const { buckets } = await run(getStats, {
        interval: resolution,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      })
      const at = (bucket?: StatsBucket) => (bucket ? new Date(bucket.start).toUTCString() : null)
      return {
        start: at(buckets[0]),
        end: at(buckets.at(-1)),
        resolution,
        stats: buckets.map((bucket) => ({
          time: at(bucket),
          ...Object.fromEntries(events.map((name) => [name, COUNTS[name](bucket)])),
        })),
      }
    },
  },
]

function countedOf(event: string): Counted {
  const counted = EVENTS.find((each) => each === event)
  if (counted) return counted
  throw fieldError('invalid_request', 'event', `must be of ${EVENTS.join(', ')}`)
}

/** The beginning of a time like `7d` that ends then, or now. */
function before(end: string | undefined, duration: string): string {
  const [, count, unit] = /^(\d{1,4})([hdm])$/.exec(duration) ?? []
  const time = end === undefined ? Date.now() : Date.parse(end)
  if (count === undefined || Number.isNaN(time))
    throw fieldError('invalid_request', 'duration', 'must be like 24h, 7d or 1m')
  return new Date(time - Number(count) * UNITS[unit as keyof typeof UNITS]).toISOString()
}
