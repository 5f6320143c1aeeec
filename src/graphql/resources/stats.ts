import { getStats } from '../../operations/stats.js'
import { builder } from '../builder.js'
import { objectIn, outputOf } from '../contract-types.js'
import { runs } from '../resolve.js'

const StatsBucket = outputOf('StatsBucket', 'What happened in an hour or a day.', objectIn(getStats.output, 'buckets'))

const StatsGroup = outputOf(
  'StatsGroup',
  'What happened to the mail with a tag, of a template or broadcast, or with a link.',
  objectIn(getStats.output, 'groups'),
)
const UngroupedStats = outputOf(
  'UngroupedStats',
  'Events that are counted in no group.',
  objectIn(getStats.output, 'other'),
)

const Stats = outputOf('Stats', 'Numbers of messages and events, over time or by group.', getStats.output, {
  types: { buckets: [StatsBucket], groups: [StatsGroup], other: UngroupedStats },
  about: {
    buckets: 'One for each hour or day, also without events, oldest first. Empty with `groupBy`.',
    groups: 'Those with the most sent mail first, then those with the most clicks. Null without `groupBy`.',
  },
})

builder.queryField('stats', (t) =>
  t.field({
    type: Stats,
    args: {
      from: t.arg({
        type: 'DateTime',
        description: 'Begins with the bucket of this time. Defaults to 24 hours, or 30 days, up to `to`.',
      }),
      to: t.arg({ type: 'DateTime', description: 'Ends with the bucket before this time. Defaults to now.' }),
      interval: t.arg.string({
        description: '`hour` or `day`; `hour` by default. Cannot be combined with `groupBy`.',
      }),
      groupBy: t.arg.string({ description: '`tag`, `template`, `link` or `broadcast`, instead of over time.' }),
      limit: t.arg.int({
        description: 'Most groups: 1 to 100, by default 25. Values out of range are clamped. Only with `groupBy`.',
      }),
      testMode: t.arg.boolean({ description: 'True for mail sent with test keys. Defaults to live mail.' }),
    },
    ...runs(getStats),
  }),
)
