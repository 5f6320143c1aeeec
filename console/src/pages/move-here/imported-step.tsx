import { Link } from 'wouter'
import { Copyable } from '../../components/copyable'
import { Panel } from '../../components/panel'
import { Empty, Failure, SkeletonRows } from '../../components/states'
import { useQuery } from '../../graphql/use-query'
import { counted } from '../../lib/counted'
import { usePolling } from '../../lib/use-polling'
import { findingOf, stateOf } from '../domain/words'
import { ArrivedDocument, type ArrivedQuery } from './move-here-operations'
import { openRecords } from './open-records'

const LOOK_EVERY_MS = 10_000
/** Up to so many domains have their records open. */
const MOST_OPEN = 3

type ArrivedDomain = NonNullable<ArrivedQuery['domains']>['nodes'][number]

/** What is here now. It is looked at again and again, because an import runs elsewhere. */
export function ImportedStep() {
  const [{ data, error }, again] = useQuery({ query: ArrivedDocument })
  const look = () => again({ requestPolicy: 'network-only' })
  usePolling(look, true, LOOK_EVERY_MS)
  // Nor the domain to try receiving with has moved here.
  const domains = data?.domains?.nodes.filter(
    ({ sandbox, domain }) => !sandbox && domain !== 'inbox.postline.localhost',
  )
  const open = domains?.filter(({ fullyVerified }) => !fullyVerified).length ?? 0
  return (
    <Panel title="3. See what has arrived" className="arrived">
      {error && <Failure error={error} retry={look} />}
      {!domains && !error && <SkeletonRows count={4} />}
      {data && <Counts data={data} />}
      {domains?.length === 0 && <Empty>No domain yet. Those that an import brings appear here.</Empty>}
      {domains && domains.length > 0 && (
        <ul aria-label="Domains">
          {domains.map((domain) => (
            <li key={domain.id}>
              <Domain domain={domain} isOpen={open <= MOST_OPEN} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const KINDS = [
  ['templates', 'template', '/templates'],
  ['contactLists', 'list', '/contacts?view=lists'],
  ['contacts', 'contact', '/contacts'],
  ['suppressions', 'suppression', '/suppressions'],
  ['webhooks', 'webhook', '/webhooks'],
] as const

/** The longest list that is counted. */
const MOST_COUNTED = 10_000

function Counts({ data }: { data: ArrivedQuery }) {
  return (
    <ul className="counts content" aria-label="Counts">
      {KINDS.map(([kind, one, href]) => {
        const count = data[kind]?.totalCount ?? 0
        return (
          <li key={kind}>
            <Link href={href}>
              {counted(count, one)}
              {count === MOST_COUNTED && ' or more'}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function Domain({ domain, isOpen }: { domain: ArrivedDomain; isOpen: boolean }) {
  const [tone, state] = stateOf(domain)
  const records = openRecords(domain)
  return (
    <div className="content stack">
      <div className="what">
        <span className={`badge ${tone}`}>{state}</span>
        <Link href={`/domains/${domain.id}`}>{domain.domain}</Link>
        {records.length === 0 && <span className="muted">It can send.</span>}
      </div>
      {records.length > 0 && (
        <details open={isOpen}>
          <summary>{counted(records.length, 'record')} to publish. The old ones stay beside them</summary>
          <ul className="in-columns" aria-label={`Records of ${domain.domain}`}>
            {records.map(({ type, name, value, status }) => (
              <li key={`${type} ${name}`} className="row">
                <span className="mono">{type}</span>
                <span className="whole">
                  <Copyable text={name} what="name" />
                </span>
                <span className="whole">
                  <Copyable text={value} what="value" />
                </span>
                <span>
                  <span className={`badge ${findingOf(status)[0]}`}>{findingOf(status)[1]}</span>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
