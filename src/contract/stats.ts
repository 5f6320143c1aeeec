import { z } from 'zod'
import { instant, optional, optionalLimit, queryFlag, timestamp } from './fields.js'

export const STATS_INTERVALS = ['hour', 'day'] as const
export const StatsInterval = z.enum(STATS_INTERVALS, 'must be hour or day').meta({ id: 'StatsInterval' })
export type StatsInterval = z.output<typeof StatsInterval>

/** Most buckets of an answer, and how many there are by default. */
export const STATS_LIMITS = {
  hour: { most: 744, usual: 24 },
  day: { most: 400, usual: 30 },
} as const satisfies Record<StatsInterval, { most: number; usual: number }>

export const StatsGroupBy = z
  .enum(['tag', 'template', 'link', 'broadcast'], 'must be one of tag, template, link, broadcast')
  .meta({ id: 'StatsGroupBy' })
export type StatsGroupBy = z.output<typeof StatsGroupBy>

/** Most days of an answer by group, and how many there are by default. */
export const GROUP_DAYS = { most: 92, usual: 30 } as const

/** How many groups there are at most in an answer, unless the request tells. */
export const USUAL_GROUPS = 25

export const StatsRequest = z.strictObject({
  from: optional(instant()).meta({
    description: 'Begins with the bucket of this time. Defaults to 24 hours, or 30 days, up to `to`.',
  }),
  to: optional(instant()).meta({ description: 'Ends with the bucket before this time. Defaults to now.' }),
  interval: optional(StatsInterval).meta({
    description: 'The length of a bucket. Defaults to `hour`. Cannot be combined with `group_by`.',
  }),
  group_by: optional(StatsGroupBy).meta({
    description:
      'Counts events by tag, template, link or broadcast instead of over time: whole days (UTC), at most 92, by default 30.',
  }),
  limit: optionalLimit().meta({
    description:
      'Most groups: 1 to 100. Defaults to 25. Values out of range are clamped. Only with `group_by`: without it, there is ' +
      'one bucket for each hour or day.',
  }),
  test_mode: queryFlag().meta({ description: 'True for mail sent with test keys. Defaults to live mail.' }),
})
export type StatsRequest = z.output<typeof StatsRequest>

const count = (description: string) => z.int().meta({ description })

/** What happened to mail. */
const eventCounts = {
  sent: count('Handed over to the provider.'),
  delivered: count('Deliveries that were reported.'),
  opened: count('Opens, each counted.'),
  clicked: count('Clicks, each counted.'),
  bounced: count('Bounces that were reported.'),
  complained: count('Complaints that were reported.'),
  failed: count('Messages that could not be sent.'),
  suppressed: count('Messages stopped because a recipient is suppressed, or has unsubscribed.'),
}

export const StatsBucket = z
  .object({
    start: timestamp().meta({ description: 'When it begins: a whole hour or day (UTC).' }),
    accepted: count('Messages accepted in this time, with those that the suppression list stopped.'),
    ...eventCounts,
  })
  .meta({ id: 'StatsBucket' })
export type StatsBucket = z.output<typeof StatsBucket>

export const StatsGroup = z
  .object({
    key: z.string().meta({
      description:
        'The tag as `name:value`, the id of the template or broadcast, or the link without its query and fragment.',
    }),
    ...eventCounts,
  })
  .meta({ id: 'StatsGroup' })
export type StatsGroup = z.output<typeof StatsGroup>

export const UngroupedStats = z.object(eventCounts).meta({ id: 'UngroupedStats' })
export type UngroupedStats = z.output<typeof UngroupedStats>

export const Stats = z
  .object({
    buckets: z.array(StatsBucket).meta({
      description: 'One for each hour or day, also without events, oldest first. Empty with `group_by`.',
    }),
    groups: z.array(StatsGroup).nullable().meta({
      description: 'Those with the most sent mail first, then those with the most clicks. Null without `group_by`.',
    }),
    other: UngroupedStats.nullable().meta({
      description:
        'Events that are counted in no group, because their day had more than 500 of them. Null if there are none.',
    }),
  })
  .meta({ id: 'Stats' })
export type Stats = z.output<typeof Stats>
