import './broadcasts.css'
import { Link } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { BroadcastStatus } from '../../components/broadcast-status'
import { May, OnlyReads } from '../../components/may'
import { PageHead } from '../../components/page-head'
import { PagedList } from '../../components/paged-list'
import { Empty } from '../../components/states'
import { Time } from '../../components/time'
import { counted } from '../../lib/counted'
import { BroadcastsDocument, type BroadcastsQuery } from './broadcasts-operations'

type Listed = NonNullable<BroadcastsQuery['broadcasts']>['nodes'][number]

/** Mails to everybody in a list. */
export default function BroadcastsPage() {
  const create = (kind: string) => (
    <May scope="admin" instead={kind === 'button' ? null : <OnlyReads />}>
      <Link href="/broadcasts/new" className={kind}>
        New broadcast
      </Link>
    </May>
  )
  return (
    <>
      <PageHead title="Broadcasts">{create('button main')}</PageHead>
      <div className="panel broadcasts">
        <PagedList
          label="Broadcasts"
          query={BroadcastsDocument}
          variables={{}}
          pick={({ broadcasts }) => broadcasts}
          row={(broadcast) => (
            <li key={broadcast.id}>
              <Row broadcast={broadcast} />
            </li>
          )}
          empty={
            <Empty action={create('button')}>A broadcast sends a mail to everybody in a list, like a newsletter.</Empty>
          }
        />
      </div>
    </>
  )
}

function Row({
  broadcast: { id, name, status, counts, testMode, scheduledAt, startedAt, createdAt },
}: {
  broadcast: Listed
}) {
  const hasBegun = startedAt !== null
  return (
    <Link href={`/broadcasts/${id}`} className="row">
      <span>
        <BroadcastStatus status={status} />
      </span>
      <span className="clip">
        {testMode && <span className="badge">test</span>} <BidiIsolate text={name} />
      </span>
      <span className="muted">
        {hasBegun
          ? `${counts.sent.toLocaleString()} of ${counts.total.toLocaleString()} sent`
          : counted(counts.total, 'person', 'people')}
      </span>
      <span className="time">
        <Time at={(status === 'SCHEDULED' ? scheduledAt : startedAt) ?? createdAt} />
      </span>
    </Link>
  )
}
