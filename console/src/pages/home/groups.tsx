import { Link, useSearchParams } from 'wouter'
import { SelectField } from '../../components/field'
import { Panel } from '../../components/panel'
import { Empty, Failure, SkeletonRows } from '../../components/states'
import { useQuery } from '../../graphql/use-query'
import { withFilter } from '../../lib/with-filter'
import { StatsGroupsDocument, type StatsGroupsQuery } from './groups-operations'
import './groups.css'

type Counts = NonNullable<NonNullable<StatsGroupsQuery['stats']>['other']>

const KINDS = [
  ['tag', 'tag'],
  ['template', 'template'],
  ['link', 'link'],
  ['broadcast', 'broadcast'],
] as const
type Kind = (typeof KINDS)[number][0]

const COLUMNS: readonly [name: Exclude<keyof Counts, '__typename'>, title: string][] = [
  ['sent', 'Sent'],
  ['delivered', 'Delivered'],
  ['opened', 'Opens'],
  ['clicked', 'Clicks'],
  ['bounced', 'Bounced'],
  ['complained', 'Complaints'],
]

/** Which tags, templates, links or broadcasts have the most mail in the range of the chart, in whole days. */
export function Groups({ from, testMode }: { from: string; testMode: boolean }) {
  const [address, setAddress] = useSearchParams()
  const [groupBy] = KINDS.find(([kind]) => kind === address.get('by')) ?? KINDS[0]
  const [{ data, error }, again] = useQuery({ query: StatsGroupsDocument, variables: { groupBy, from, testMode } })
  const groups = data?.stats?.groups
  const other = data?.stats?.other
  const choose = (kind: Kind) =>
    setAddress((old) => withFilter(old, 'by', kind === 'tag' ? '' : kind), { replace: true })
  return (
    <Panel
      title={`Mail by ${groupBy}`}
      aside={<SelectField label="Group by" value={groupBy} onChange={choose} choices={KINDS} />}
      className="wide"
    >
      {error && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
      {!groups && !error && <SkeletonRows count={3} />}
      {groups?.length === 0 && <Empty>No mail of this range has a {groupBy}.</Empty>}
      {groups && groups.length > 0 && (
        <div className="content groups">
          <table>
            <thead>
              <tr>
                <th scope="col">{groupBy}</th>
                {COLUMNS.map(([name, title]) => (
                  <th key={name} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {groups.map(({ key, ...counts }) => (
                <Row key={key} name={<Name kind={groupBy} value={key} />} counts={counts} />
              ))}
              {other && <Row name={<i>all others</i>} counts={other} />}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}

function Row({ name, counts }: { name: React.ReactNode; counts: Counts }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {COLUMNS.map(([column]) => (
        <td key={column}>{counts[column].toLocaleString()}</td>
      ))}
    </tr>
  )
}

/** Templates and broadcasts have pages; links are not followed from here. */
function Name({ kind, value }: { kind: Kind; value: string }) {
  if (kind === 'template') return <Link href={`/templates/${value}`}>{value}</Link>
  if (kind === 'broadcast') return <Link href={`/broadcasts/${value}`}>{value}</Link>
  return value
}
