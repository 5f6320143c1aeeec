import { Link, useSearchParams } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { SelectField } from '../../components/field'
import { Panel } from '../../components/panel'
import { Empty, Failure, SkeletonRows } from '../../components/states'
import { useNames } from '../../graphql/use-names'
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

/** The groups that are objects of the account, by the beginnings of the addresses of their pages. */
const HAVE_PAGES: Partial<Record<Kind, string>> = { template: '/templates/', broadcast: '/broadcasts/' }

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
  const nameOf = useNames(HAVE_PAGES[groupBy] && groups ? groups.map(({ key }) => key) : [])
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
                <Row key={key} name={<Name page={HAVE_PAGES[groupBy]} id={key} name={nameOf(key)} />} counts={counts} />
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

/** Links are not followed from here. */
function Name({ page, id, name }: { page: string | undefined; id: string; name: string }) {
  const shown = <BidiIsolate text={name} />
  return page ? <Link href={page + id}>{shown}</Link> : shown
}
