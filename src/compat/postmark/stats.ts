import { z } from 'zod'
import type { StatsBucket } from '../../contract/stats.js'
import { getStats } from '../../operations/stats.js'
import type { CompatCall, CompatRoute } from '../common/api.js'
import { fromTime, queryText, refuseGiven, toTime } from './fields.js'

const Query = z.strictObject({
  tag: queryText(),
  fromDate: queryText(),
  toDate: queryText(),
  messageStream: queryText(),
})

type Counted = 'sent' | 'bounced' | 'complained' | 'opened' | 'clicked'

/** Numbers by day (UTC), of the last 30 days unless the request sets a period. */
export const stats: readonly CompatRoute[] = [
  {
    method: 'GET',
    path: '/stats/outbound',
    operation: getStats,
    answer: async (call) => overview(await bucketsOf(call)),
  },
  daily('/stats/outbound/sends', 'sent', 'Sent'),
  daily('/stats/outbound/bounces', 'bounced', 'Bounced'),
  daily('/stats/outbound/spam', 'complained', 'SpamComplaint'),
  daily('/stats/outbound/opens', 'opened', 'Opens'),
  daily('/stats/outbound/clicks', 'clicked', 'Clicks'),
]

function daily(path: string, counted: Counted, name: string): CompatRoute {
  return {
    method: 'GET',
    path,
    operation: getStats,
    answer: async (call) => {
      const buckets = await bucketsOf(call)
      const days = buckets.map((bucket) => ({ Date: bucket.start.slice(0, 10), [name]: bucket[counted] }))
      return { Days: days.filter((day) => day[name] !== 0), [name]: sum(buckets, counted) }
    },
  }
}

async function bucketsOf({ query, run }: CompatCall): Promise<StatsBucket[]> {
  const { fromDate: from, toDate: to, ...others } = query(Query)
  refuseGiven(others, ['tag', 'messageStream'], 'Use GET /v1/stats with group_by=tag.')
  const range = { ...(from !== undefined && { from: fromTime(from) }), ...(to !== undefined && { to: toTime(to) }) }
  return (await run(getStats, { interval: 'day', ...range })).buckets
}

const sum = (buckets: readonly StatsBucket[], counted: Counted) =>
  buckets.reduce((total, bucket) => total + bucket[counted], 0)

/** What we do not count, such as opens by person, is left out. */
function overview(buckets: readonly StatsBucket[]) {
  const [sent, bounced, complained] = [sum(buckets, 'sent'), sum(buckets, 'bounced'), sum(buckets, 'complained')]
  const percent = (part: number) => (sent === 0 ? 0 : Math.round((part / sent) * 100_000) / 1_000)
  return {
    Sent: sent,
    Bounced: bounced,
    BounceRate: percent(bounced),
    SpamComplaints: complained,
    SpamComplaintsRate: percent(complained),
    Opens: sum(buckets, 'opened'),
    TotalClicks: sum(buckets, 'clicked'),
  }
}
