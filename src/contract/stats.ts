import { z } from 'zod'
import { instant, optional, queryFlag, timestamp } from './fields.js'

export const STATS_INTERVALS = ['hour', 'day'] as const
export const StatsInterval = z.enum(STATS_INTERVALS, 'must be hour or day').meta({ id: 'StatsInterval' })
export type StatsInterval = z.output<typeof StatsInterval>

/** Most buckets of an answer, and how many there are by default. */
export const STATS_LIMITS = {
  hour: { most: 744, usual: 24 },
  day: { most: 400, usual: 30 },
} as const satisfies Record<StatsInterval, { most: number; usual: number }>

export const StatsRequest = z.strictObject({
  from: optional(instant()).meta({
    description: 'Begins with the bucket of this time. Defaults to 24 hours, or 30 days, up to `to`.',
  }),
  to: optional(instant()).meta({ description: 'Ends with the bucket before this time. Defaults to now.' }),
  interval: optional(StatsInterval).meta({ description: 'The length of a bucket. Defaults to `hour`.' }),
  test_mode: queryFlag().meta({ description: 'True for mail sent with test keys. Defaults to live mail.' }),
})
export type StatsRequest = z.output<typeof StatsRequest>

const count = (description: string) => z.int().meta({ description })

export const StatsBucket = z
  .object({
    start: timestamp().meta({ description: 'When it begins: a whole hour or day (UTC).' }),
    accepted: count('Messages accepted in this time, with those that the suppression list stopped.'),
    sent: count('Handed over to the provider.'),
    delivered: count('Deliveries that were reported.'),
    opened: count('Opens, each counted.'),
    clicked: count('Clicks, each counted.'),
    bounced: count('Bounces that were reported.'),
    complained: count('Complaints that were reported.'),
    failed: count('Messages that could not be sent.'),
    suppressed: count('Messages stopped because a recipient is suppressed, or has unsubscribed.'),
  })
  .meta({ id: 'StatsBucket' })
export type StatsBucket = z.output<typeof StatsBucket>

export const Stats = z.object({ buckets: z.array(StatsBucket) }).meta({ id: 'Stats' })
export type Stats = z.output<typeof Stats>
