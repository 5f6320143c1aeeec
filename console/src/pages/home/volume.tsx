import { Chart } from '../../components/chart'
import type { ChartSeries } from '../../components/chart-props'
import { SelectField } from '../../components/field'
import { Panel } from '../../components/panel'
import { Failure } from '../../components/states'
import { StatsDocument, type StatsQuery, type StatsQueryVariables } from '../../graphql/stats-operations'
import { useQuery } from '../../graphql/use-query'
import { RANGES } from './ranges'

type Bucket = NonNullable<StatsQuery['stats']>['buckets'][number]

interface VolumeProps {
  variables: StatsQueryVariables
  range: (typeof RANGES)[number]
  onRange: (name: string) => void
  onMode: (mode: '' | 'test') => void
}

/** The mail of the last hours or days, drawn. */
export function Volume({ variables, range, onRange, onMode }: VolumeProps) {
  const [{ data, error }, again] = useQuery({ query: StatsDocument, variables })
  const buckets = data?.stats?.buckets ?? []
  const { interval, title } = range
  const series = seriesOf(buckets)
  return (
    <Panel
      title={`Mail by ${interval}`}
      aside={
        <div className="choices">
          <SelectField
            label="Range"
            value={range.name}
            onChange={onRange}
            choices={RANGES.map((one) => [one.name, one.title] as const)}
          />
          <SelectField
            label="Mode"
            value={variables.testMode ? 'test' : ''}
            onChange={onMode}
            choices={[
              ['', 'live'],
              ['test', 'test'],
            ]}
          />
        </div>
      }
      className="wide"
    >
      <div className="content">
        {error && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
        <Chart
          label={`Mail by ${interval}`}
          summary={`${title}: ${series.map(({ label, values }) => `${total(values)} ${label.toLowerCase()}`).join(', ')}.`}
          times={buckets.map(({ start }) => start)}
          interval={interval}
          series={series}
        />
      </div>
    </Panel>
  )
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0).toLocaleString()

const seriesOf = (buckets: readonly Bucket[]): ChartSeries[] => [
  { label: 'Accepted', color: 'accent', shape: 'bars', values: buckets.map(({ accepted }) => accepted) },
  { label: 'Delivered', color: 'good', shape: 'line', values: buckets.map(({ delivered }) => delivered) },
  { label: 'Bounced', color: 'bad', shape: 'line', values: buckets.map(({ bounced }) => bounced) },
  { label: 'Complaints', color: 'warn', shape: 'line', values: buckets.map(({ complained }) => complained) },
]
