import { AccountDocument } from '../../components/account-operations'
import { Panel } from '../../components/panel'
import { Failure, Skeleton } from '../../components/states'
import { StatsDocument, type StatsQuery, type StatsQueryVariables } from '../../graphql/stats-operations'
import { useQuery } from '../../graphql/use-query'
import { inDollars } from '../../lib/money'
import { HomeDocument } from './home-operations'

type Bucket = NonNullable<StatsQuery['stats']>['buckets'][number]
type Count = Exclude<keyof Bucket, 'start' | '__typename'>

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

/** Today in figures, and what the month has come to. */
export function Figures({ today }: { today: StatsQueryVariables }) {
  const [{ data: stats, error }, again] = useQuery({ query: StatsDocument, variables: today })
  const [{ data: home }] = useQuery({ query: HomeDocument })
  const [{ data: whose }] = useQuery({ query: AccountDocument })
  const buckets = stats?.stats?.buckets
  const sum = (name: Count) => buckets?.reduce((total, bucket) => total + bucket[name], 0)
  const sent = sum('sent')
  const usage = home?.usage
  return (
    <Panel
      title="Today"
      aside={
        <span>
          {today.testMode && <span className="badge">test mail</span>}{' '}
          {whose?.account?.sandboxMode && <span className="badge warn">sandbox: no verified domain yet</span>}
        </span>
      }
      className="wide"
    >
      <div className="content">
        {error && !stats && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
        <dl className="figures">
          <Figure name="Accepted" value={sum('accepted')?.toLocaleString()} />
          <Figure name="Delivered" value={shareOf(sum('delivered'), sent)} />
          <Figure name="Bounced" value={shareOf(sum('bounced'), sent)} />
          <Figure name="Complaints" value={shareOf(sum('complained'), sent)} />
          <Figure name="Recipients this month" value={usage?.totalSendCount.toLocaleString()} />
          <Figure name="Cost this month" value={usage && inDollars(usage.totalCostMicros)} />
        </dl>
      </div>
    </Panel>
  )
}

function Figure({ name, value }: { name: string; value: string | null | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value ?? <Skeleton width="64px" />}</dd>
    </div>
  )
}

/** A number of messages with its share of those that were sent. Undefined while it is not known. */
function shareOf(count: number | undefined, sent: number | undefined): string | undefined {
  if (count === undefined || sent === undefined) return undefined
  // Reports of yesterday's mail come today: more may be delivered than were sent.
  if (sent === 0 || count > sent) return count.toLocaleString()
  return `${count.toLocaleString()} (${percent.format(count / sent)})`
}
