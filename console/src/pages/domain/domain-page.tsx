import './domain.css'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { ConfirmButton } from '../../components/confirm-button'
import { Copyable } from '../../components/copyable'
import { May, OnlyReads } from '../../components/may'
import { Panel } from '../../components/panel'
import { Pending } from '../../components/pending'
import { Empty, Failure, NotFound, Skeleton, SkeletonRows } from '../../components/states'
import { Time } from '../../components/time'
import { useQuery } from '../../graphql/use-query'
import { useWrite } from '../../graphql/use-write'
import { lazyPart } from '../../lib/lazy-part'
import { usePolling } from '../../lib/use-polling'
import { useTitle } from '../../lib/use-title'
import { DeleteDomainDocument, DnsSetupDocument, DomainDocument, type DomainQuery } from './domain-operations'
import { Logo } from './logo'
import { isNeeded } from './needed-records'
import { Records, Task, Zonefile } from './records'
import { LinkHost, Receiving, SecondSignature, SenderName } from './settings'
import { type Checking, Progress, useChecking } from './verification'
import { stateOf } from './words'

const ReportsPanel = lazyPart(() => import('./reports/reports-panel'))
const TlsPanel = lazyPart(() => import('./reports/tls-panel'))

type FoundDomain = NonNullable<DomainQuery['domain']>

/** How often an unverified domain is looked at, for what others do to it, in ms. */
const WATCH_MS = 5_000

/** One domain: what to publish, what is there, and how its mail looks. */
export default function DomainPage({ id }: { id: string }) {
  const [{ data, error, fetching }, again] = useQuery({ query: DomainDocument, variables: { id } })
  const refresh = () => again({ requestPolicy: 'network-only' })
  const domain = data?.domain
  useTitle(domain?.domain ?? 'Domain')
  usePolling(refresh, domain?.fullyVerified === false, WATCH_MS)
  if (error && !domain) return <Failure error={error} retry={refresh} />
  if (domain?.sandbox) return <BuiltIn domain={domain} />
  if (domain) return <Found domain={domain} />
  return fetching ? <SkeletonRows count={8} /> : <NotFound what="domain" href="/domains" action="Show all domains" />
}

function Found({ domain }: { domain: FoundDomain }) {
  const { id, fullyVerified, dnsRecords } = domain
  const checking = useChecking(id, fullyVerified)
  const [{ data, error }, again] = useQuery({ query: DnsSetupDocument, variables: { id } })
  const retry = () => again({ requestPolicy: 'network-only' })
  const setup = data?.domainDnsSetup
  useOnChange(
    [
      checking.looks,
      domain.dkimStatus,
      domain.spfStatus,
      domain.dmarcStatus,
      domain.links?.status,
      domain.ed25519Status,
    ].join(),
    retry,
  )
  const records = setup?.records ?? []
  const needed = records.filter(isNeeded)
  return (
    <>
      <Head domain={domain} checking={checking} />
      <div className="domain">
        <section className="panel wide" aria-label="Where it stands">
          <div className="content stack">
            {fullyVerified ? (
              <p>
                Ready: you can send from any address @{domain.domain}. Keep the records where they are; without them, it
                cannot send.
              </p>
            ) : (
              setup && <Task setup={setup} />
            )}
            {!setup && !error && <Skeleton width="60%" />}
            {domain.warnings.map((warning) => (
              <p key={warning} className="notice" role="alert">
                {warning}
              </p>
            ))}
            {setup && (
              <Progress
                checking={checking}
                found={needed.filter(({ status }) => status === 'verified').length}
                needed={needed.length}
              />
            )}
          </div>
        </section>
        {error && !setup ? (
          <div className="wide">
            <Failure error={error} retry={retry} />
          </div>
        ) : (
          <Records setup={setup} expected={dnsRecords.length} />
        )}
        <Zonefile id={id} domain={domain.domain} />
        <SenderName domain={domain} />
        <Receiving domain={domain} setup={setup} />
        <SecondSignature domain={domain} />
        {setup?.links && <LinkHost domain={domain} links={setup.links} />}
        <Pending>
          <ReportsPanel domain={domain.domain} />
          <TlsPanel domain={domain.domain} />
        </Pending>
        <Logo domain={domain} />
        <Details domain={domain} />
      </div>
    </>
  )
}

/** Calls something when a text is another one than before, not at first. */
function useOnChange(text: string, callback: () => void): void {
  const known = useRef(text)
  const latest = useRef(callback)
  latest.current = callback
  useEffect(() => {
    if (known.current === text) return
    known.current = text
    latest.current()
  }, [text])
}

function Head({ domain, checking }: { domain: FoundDomain; checking: Checking }) {
  const { id, domain: name } = domain
  const [, remove] = useWrite(DeleteDomainDocument, ['DomainConnection'])
  const [, go] = useLocation()
  const [tone, state] = stateOf(domain)
  const onDelete = async () => {
    if (await remove({ id }, { done: 'Deleted. It can no longer send mail.', failed: 'Not deleted' })) go('/domains')
  }
  return (
    <div className="page-head">
      <h1>{name}</h1>
      <span className={`badge ${tone}`}>{state}</span>
      <div className="actions">
        <May scope="admin" instead={<OnlyReads />}>
          <button type="button" className="button main" disabled={checking.isBusy} onClick={checking.start}>
            Check the records
          </button>
        </May>
        <ConfirmButton
          label="Delete"
          title={`Delete ${name}?`}
          action="Delete the domain"
          decline="Keep it"
          onConfirm={() => void onDelete()}
        >
          Mail from its addresses is refused from then on, also mail that is already scheduled. To use it again, you add
          and verify it anew, perhaps with other records.
        </ConfirmButton>
      </div>
    </div>
  )
}

function Details({ domain: { id, mailFromDomain, createdAt } }: { domain: FoundDomain }) {
  return (
    <Panel title="Details" className="wide">
      <dl className="facts content">
        <dt>Id</dt>
        <dd>
          <Copyable text={id} what="id" />
        </dd>
        <dt>Return path</dt>
        <dd>
          <Copyable text={mailFromDomain} what="return path" />{' '}
          <span className="muted">Where mail that cannot be delivered comes back to. Readers do not see it.</span>
        </dd>
        <dt>Added</dt>
        <dd>
          <Time at={createdAt} />
        </dd>
      </dl>
    </Panel>
  )
}

function BuiltIn({ domain: { domain } }: { domain: FoundDomain }) {
  return (
    <>
      <div className="page-head">
        <h1>{domain}</h1>
        <span className="badge">built in</span>
      </div>
      <Empty
        action={
          <Link href="/domains" className="button">
            Show your domains
          </Link>
        }
      >
        The domain of the shared sender, for trying out before you have your own domain. It needs no records, and there
        is nothing to set.
      </Empty>
    </>
  )
}
