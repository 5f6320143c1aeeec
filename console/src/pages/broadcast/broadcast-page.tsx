import '../broadcasts/broadcasts.css'
import { Fragment, useState } from 'react'
import { Link } from 'wouter'
import { BroadcastStatus } from '../../components/broadcast-status'
import { Copyable } from '../../components/copyable'
import { Panel } from '../../components/panel'
import { Pending } from '../../components/pending'
import { Empty, Failure, NotFound, Skeleton, SkeletonRows } from '../../components/states'
import { Time } from '../../components/time'
import { AccountEventsDocument } from '../../graphql/account-events-operations'
import { useEvents } from '../../graphql/use-events'
import { useQuery } from '../../graphql/use-query'
import { lazyPart } from '../../lib/lazy-part'
import { useThrottled } from '../../lib/throttle'
import { useTitle } from '../../lib/use-title'
import { Actions } from './actions'
import {
  BroadcastDocument,
  BroadcastNamesDocument,
  BroadcastProgressDocument,
  type BroadcastProgressSubscription,
  BroadcastTemplateDocument,
} from './broadcast-operations'
import type { FoundBroadcast } from './found-broadcast'
import { MailPreview } from './mail-preview'
import { Progress } from './progress'
import { senderOf } from './words'

const Recipients = lazyPart(() => import('./recipients'))

type Latest = BroadcastProgressSubscription['broadcastProgress']

/** A broadcast: what it says, how far it is, and what can be done with it. */
export default function BroadcastPage({ id }: { id: string }) {
  const [{ data, error, fetching }, again] = useQuery({ query: BroadcastDocument, variables: { id } })
  const refresh = () => again({ requestPolicy: 'network-only' })
  useTitle(data?.broadcast?.name ?? 'Broadcast')
  if (error && !data?.broadcast) return <Failure error={error} retry={refresh} />
  if (data?.broadcast) return <Found stored={data.broadcast} refresh={refresh} />
  return fetching ? (
    <Skeleton width="240px" />
  ) : (
    <NotFound what="broadcast" href="/broadcasts" action="Show all broadcasts" />
  )
}

function Found({ stored, refresh }: { stored: FoundBroadcast; refresh: () => void }) {
  const { id } = stored
  const [latest, setLatest] = useState<Latest | null>(null)
  const isLost = useEvents(
    BroadcastProgressDocument,
    { id },
    {
      ends: true,
      onEvent: ({ broadcastProgress }) => {
        setLatest(broadcastProgress)
        // What a broadcast has beside its progress changes with its status.
        if (broadcastProgress.status !== stored.status) refresh()
      },
      onOpen: (isAgain) => {
        if (isAgain) refresh()
      },
    },
  )
  // Whichever is newer: an action answers before the stream tells of it, and the stream ends before the last reports.
  const isNewer = latest !== null && latest.updatedAt >= stored.updatedAt && !isOver(stored.status)
  const broadcast = isNewer ? { ...stored, ...latest } : stored
  return (
    <>
      <div className="page-head">
        <h1>{broadcast.name}</h1>
        <BroadcastStatus status={broadcast.status} />
        {broadcast.testMode && <span className="badge">test</span>}
        <Actions broadcast={broadcast} onChanged={refresh} />
      </div>
      {isLost && <p className="notice">The connection is lost. The numbers catch up when it is back.</p>}
      {isOver(stored.status) && <Reports onReport={refresh} />}
      <div className="broadcast">
        <div className="stack">
          <Progress broadcast={broadcast} />
          <Facts broadcast={broadcast} />
        </div>
        <Content broadcast={broadcast} />
      </div>
      {broadcast.startedAt !== null && (
        <Pending fallback={<SkeletonRows count={4} />}>
          <Recipients id={id} tracksClicks={broadcast.tracking.clicks} />
        </Pending>
      )}
    </>
  )
}

const isOver = (status: FoundBroadcast['status']) => status === 'SENT' || status === 'CANCELED'

/** Follows the reports that come in when everything is sent: deliveries, bounces, opens. */
function Reports({ onReport }: { onReport: () => void }) {
  const refresh = useThrottled(onReport)
  useEvents(AccountEventsDocument, {}, { pick: (result) => result.accountEvents, onEvent: refresh, onOpen: refresh })
  return null
}

function Facts({ broadcast }: { broadcast: FoundBroadcast }) {
  const { id, listId, replyTo, throttlePerMinute, scheduledAt, startedAt, finishedAt, createdAt } = broadcast
  const [{ data }] = useQuery({ query: BroadcastNamesDocument, variables: { listId } })
  const times = [
    ['Created', createdAt],
    ['Scheduled for', scheduledAt],
    ['Started', startedAt],
    ['Ended', finishedAt],
  ] as const
  return (
    <Panel title="Details">
      <dl className="facts content">
        <dt>To the list</dt>
        <dd>
          <Link href={`/contacts/lists/${listId}`}>{data?.contactList?.name ?? listId}</Link>
        </dd>
        <dt>From</dt>
        <dd>{senderOf(broadcast)}</dd>
        {replyTo.length > 0 && (
          <>
            <dt>Replies to</dt>
            <dd>{replyTo.join(', ')}</dd>
          </>
        )}
        {throttlePerMinute !== null && (
          <>
            <dt>Speed</dt>
            <dd>at most {throttlePerMinute.toLocaleString()} a minute</dd>
          </>
        )}
        {times.map(
          ([name, at]) =>
            at !== null && (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>
                  <Time at={at} />
                </dd>
              </Fragment>
            ),
        )}
        <dt>Id</dt>
        <dd>
          <Copyable text={id} what="id" />
        </dd>
      </dl>
    </Panel>
  )
}

function Content({ broadcast: { id, listId, templateId } }: { broadcast: FoundBroadcast }) {
  const [{ data }] = useQuery({
    query: BroadcastTemplateDocument,
    variables: { id: templateId ?? '' },
    pause: templateId === null,
  })
  const template = data?.template
  return (
    <Panel
      title="The mail"
      aside={template && <Link href={`/templates/${template.id}`}>Template: {template.name}</Link>}
    >
      <div className="content">
        {templateId !== null && data && !template ? (
          <Empty>The template was deleted.</Empty>
        ) : (
          <MailPreview id={id} listId={listId} />
        )}
      </div>
    </Panel>
  )
}
