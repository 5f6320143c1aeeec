import { useState } from 'react'
import { Code, Copyable } from '../../components/copyable'
import { Panel } from '../../components/panel'
import { Failure, Skeleton, SkeletonRows } from '../../components/states'
import { useQuery } from '../../graphql/use-query'
import { download } from '../../lib/download'
import { type DnsSetupQuery, ZonefileDocument } from './domain-operations'
import { findingOf, purposeOf, taskOf } from './words'

export type Setup = NonNullable<DnsSetupQuery['domainDnsSetup']>
type SetupRecord = Setup['records'][number]

interface RecordsProps {
  setup: Setup | null | undefined
  /** How many rows there will be, while they are loaded. */
  expected: number
}

/** The records to publish, as they are entered where the domain is managed. */
export function Records({ setup, expected }: RecordsProps) {
  return (
    <Panel title="DNS records" aside={setup && <Host setup={setup} />} className="wide in-columns records">
      <div className="row titles" aria-hidden="true">
        <span>Type</span>
        <span>{setup?.provider.recordNameLabel ?? <Skeleton width="48px" />}</span>
        <span>{setup?.provider.recordValueLabel}</span>
        <span>In DNS</span>
      </div>
      {!setup && <SkeletonRows count={expected} />}
      <ul>
        {setup?.records.map((record) => (
          <li key={`${record.type} ${record.name}`}>
            <OneRecord record={record} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function OneRecord({ record }: { record: SetupRecord }) {
  const { type, host, value, status } = record
  const [tone, finding] = findingOf(status)
  return (
    <div className="row">
      <span className="mono">{type}</span>
      <span className="whole">
        <Copyable text={host} what="name" />
      </span>
      <span className="whole">
        <Copyable text={value} what="value" />
      </span>
      <span>
        <span className={`badge ${tone}`}>{finding}</span>
      </span>
      <span className="purpose whole">{purposeOf(record)}</span>
    </div>
  )
}

/** Where the domain is managed, with ways there. */
function Host({ setup: { provider, zoneApex } }: { setup: Setup }) {
  return (
    <span className="muted">
      {provider.id === 'unknown' ? 'Names are relative to ' : `Managed at ${provider.name}, in the zone `}
      <strong>{zoneApex}</strong>
      {provider.dashboardUrl && (
        <>
          {' · '}
          <a href={provider.dashboardUrl} target="_blank" rel="noreferrer">
            Open {provider.name}
          </a>
        </>
      )}
      {provider.docsUrl && (
        <>
          {' · '}
          <a href={provider.docsUrl} target="_blank" rel="noreferrer">
            Its instructions
          </a>
        </>
      )}
    </span>
  )
}

/** What is still to do, and what to mind there. */
export function Task({ setup: { provider, records } }: { setup: Setup }) {
  const place = provider.id === 'unknown' ? 'the company where your domain is managed' : provider.name
  return (
    <>
      <p>{taskOf(records, place)}</p>
      {provider.unproxyHint && <p className="muted">{provider.unproxyHint}</p>}
      <p className="muted">
        It can take from a minute to an hour until others see a new record. A click on a name or a value copies it.
      </p>
    </>
  )
}

/** The records as a file that many hosts can import. */
export function Zonefile({ id, domain }: { id: string; domain: string }) {
  const [isOpen, setOpen] = useState(false)
  const [{ data, error }] = useQuery({ query: ZonefileDocument, variables: { id }, pause: !isOpen })
  const text = data?.domainZonefile
  return (
    <section className="panel wide" aria-label="Zone file">
      <details className="content" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>All records as a zone file, which many companies can import</summary>
        <div className="stack zone">
          {error && <Failure error={error} />}
          {isOpen && !text && !error && <SkeletonRows count={4} />}
          {text && (
            <>
              <Code text={text} label="Zone file" />
              <div>
                <button type="button" className="button" onClick={() => download(`${domain}.zone`, text)}>
                  Download
                </button>
              </div>
            </>
          )}
        </div>
      </details>
    </section>
  )
}
