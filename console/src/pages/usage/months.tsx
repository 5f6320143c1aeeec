import { useSearchParams } from 'wouter'
import { Chart } from '../../components/chart'
import { SelectField } from '../../components/field'
import { Panel } from '../../components/panel'
import { Failure, Skeleton } from '../../components/states'
import { StatsDocument } from '../../graphql/stats-operations'
import { useQuery } from '../../graphql/use-query'
import { counted } from '../../lib/counted'
import { inDollars } from '../../lib/money'
import { useNow } from '../../lib/use-now'
import { endOfMonth, lastMonths, nameOfMonth, startOfMonth } from './calendar'
import { type MonthUsageFragment, UsageYearDocument, type UsageYearQueryVariables } from './usage-operations'

/** The last months beside each other, and one of them by day. */
export function Months() {
  const [address, setAddress] = useSearchParams()
  const months = lastMonths(useNow())
  const current = months.at(-1)!
  const month = months.find((one) => one === address.get('month')) ?? current
  const [{ data, error }, again] = useQuery({ query: UsageYearDocument, variables: variablesOf(months) })
  const year = Object.values(data ?? {}).filter(isUsage)
  const chosen = year.find(({ period }) => period === month)
  const choose = (next: string) => setAddress(next === current ? {} : { month: next }, { replace: true })
  return (
    <>
      <Panel
        title={nameOfMonth(month)}
        aside={
          <SelectField
            label="Month (UTC)"
            value={month}
            onChange={choose}
            choices={months.toReversed().map((one) => [one, nameOfMonth(one)] as const)}
          />
        }
      >
        <div className="content stack">
          {error && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
          <dl className="figures">
            <div>
              <dt>Recipients</dt>
              <dd>{chosen ? chosen.totalSendCount.toLocaleString() : <Skeleton width="64px" />}</dd>
            </div>
            <div>
              <dt>Cost</dt>
              <dd>{chosen ? inDollars(chosen.totalCostMicros) : <Skeleton width="64px" />}</dd>
            </div>
          </dl>
          <Days month={month} isCurrent={month === current} />
        </div>
      </Panel>
      <Panel title="Last 12 months">
        <div className="content year">
          <Chart
            label="Recipients by month"
            summary={`${nameOfMonth(current)}: ${counted(year.find(({ period }) => period === current)?.totalSendCount ?? 0, 'recipient')}.`}
            times={year.map(({ period }) => startOfMonth(period))}
            interval="month"
            series={[
              {
                ...{ label: 'Recipients', color: 'accent', shape: 'bars' },
                values: year.map(({ totalSendCount }) => totalSendCount),
              },
            ]}
          />
          <Chart
            label="Cost by month"
            summary={`Cost of each of the last 12 months.`}
            times={year.map(({ period }) => startOfMonth(period))}
            interval="month"
            format={inDollars}
            series={[
              {
                ...{ label: 'Cost', color: 'good', shape: 'bars' },
                values: year.map(({ totalCostMicros }) => totalCostMicros),
              },
            ]}
          />
        </div>
      </Panel>
    </>
  )
}

function Days({ month, isCurrent }: { month: string; isCurrent: boolean }) {
  const variables = { interval: 'day', from: startOfMonth(month), ...(!isCurrent && { to: endOfMonth(month) }) }
  const [{ data }] = useQuery({ query: StatsDocument, variables })
  const buckets = data?.stats?.buckets ?? []
  const values = buckets.map(({ accepted }) => accepted)
  const total = values.reduce((sum, value) => sum + value, 0)
  return (
    <Chart
      label="Messages by day"
      summary={`${nameOfMonth(month)}: ${counted(total, 'message')} accepted. A message to several people counts once here.`}
      times={buckets.map(({ start }) => start)}
      interval="day"
      series={[{ label: 'Messages', color: 'accent', shape: 'bars', values }]}
    />
  )
}

const isUsage = (value: unknown): value is MonthUsageFragment =>
  typeof (value as MonthUsageFragment)?.period === 'string'

const variablesOf = (months: string[]) =>
  Object.fromEntries(months.map((month, index) => [`p${index}`, month])) as unknown as UsageYearQueryVariables
