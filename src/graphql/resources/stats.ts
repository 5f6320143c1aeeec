import { getStats } from '../../operations/stats.js'
import { builder } from '../builder.js'
import { objectIn, outputOf } from '../contract-types.js'
import { runs } from '../resolve.js'

const StatsBucket = outputOf('StatsBucket', 'What happened in an hour or a day.', objectIn(getStats.output, 'buckets'))

const Stats = outputOf('Stats', 'Numbers of messages and events over time.', getStats.output, {
  types: { buckets: [StatsBucket] },
  about: { buckets: 'One for each hour or day, also without events, oldest first.' },
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
      interval: t.arg.string({ description: '`hour` or `day`; `hour` unless told.' }),
      testMode: t.arg.boolean({ description: 'True for mail sent with test keys. Defaults to live mail.' }),
    },
    ...runs(getStats),
  }),
)
