import { type ReactNode, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { ConfirmButton } from '../../components/confirm-button'
import { Copyable } from '../../components/copyable'
import { May, OnlyReads } from '../../components/may'
import { Panel } from '../../components/panel'
import { People } from '../../components/people'
import { Failure, NotFound, Skeleton } from '../../components/states'
import { StatusBadge } from '../../components/status-badge'
import { Tabs } from '../../components/tabs'
import { Time } from '../../components/time'
import { useEvents } from '../../graphql/use-events'
import { useQuery } from '../../graphql/use-query'
import { useWrite } from '../../graphql/use-write'
import { useSendKey } from '../../lib/send-key'
import { useThrottled } from '../../lib/throttle'
import { useTitle } from '../../lib/use-title'
import { Deliveries } from './deliveries'
import { Headers, Html, Source, Text } from './mail-views'
import {
  CancelMessageDocument,
  MessageContentDocument,
  MessageDocument,
  type MessageQuery,
  MessageTimelineDocument,
  ResendMessageDocument,
} from './message-operations'
import { Timeline, type TimelineEvent } from './timeline'

type FoundMessage = NonNullable<MessageQuery['message']>

/** One message: its life, its mail, and what was told about it. */
export default function MessagePage({ id }: { id: string }) {
  const [{ data, error, fetching }, again] = useQuery({ query: MessageDocument, variables: { id } })
  const retry = () => again({ requestPolicy: 'network-only' })
  useTitle(data?.message?.subject ?? 'Message')
  if (error && !data?.message) return <Failure error={error} retry={retry} />
  if (data?.message) return <Found message={data.message} refresh={retry} />
  return fetching ? (
    <Loading />
  ) : (
    <NotFound what="message" href="/messages" action="Show all messages">
      It may belong to another account than the one you are signed in to.
    </NotFound>
  )
}

function Found({ message, refresh }: { message: FoundMessage; refresh: () => void }) {
  const { id } = message
  const [live, setLive] = useState<TimelineEvent[]>([])
  const [isCanceling, setCanceling] = useState(false)
  const refreshSoon = useThrottled(refresh)
  const isLost = useEvents(
    MessageTimelineDocument,
    { messageId: id },
    {
      ends: true,
      pick: (result) => result.messageTimeline,
      onEvent: ({ messageTimeline: event }) => {
        setLive((known) => (known.some((each) => each.id === event.id) ? known : [...known, event]))
        if (!message.events.some((each) => each.id === event.id)) refreshSoon()
      },
      onOpen: (isAgain) => {
        if (isAgain) refresh()
      },
    },
  )
  const status = isCanceling ? 'CANCELED' : message.status
  return (
    <>
      <div className="page-head">
        <h1>
          <BidiIsolate text={message.subject ?? 'No subject'} />
        </h1>
        <StatusBadge status={status} />
        {message.testMode && <span className="badge">test</span>}
        <Actions message={message} status={status} onCanceling={setCanceling} />
      </div>
      {isLost && <p className="notice">The connection is lost. The timeline catches up when it is back.</p>}
      <div className="message">
        <div className="stack">
          <Panel title="Timeline">
            <Timeline message={message} live={live} />
          </Panel>
          <Facts message={message} />
        </div>
        <Views id={id} />
      </div>
    </>
  )
}

interface ActionsProps {
  message: FoundMessage
  status: FoundMessage['status']
  onCanceling: (isCanceling: boolean) => void
}

function Actions({ message, status, onCanceling }: ActionsProps) {
  const { id } = message
  const [, cancel] = useWrite(CancelMessageDocument)
  const [isResending, resend] = useWrite(ResendMessageDocument)
  const keyFor = useSendKey<{ id: string }>()
  const [, go] = useLocation()
  // Whoever could still get it: without its content it cannot be sent again.
  const [{ data }] = useQuery({ query: MessageContentDocument, variables: { id }, requestPolicy: 'cache-first' })
  const recipients = [...message.to, ...message.cc, ...(data?.message?.content?.bcc ?? [])]

  const onCancel = async () => {
    // Shown at once, and taken back if the API refuses.
    onCanceling(true)
    if (!(await cancel({ id }, { done: 'Canceled. It will not be sent.', failed: 'Not canceled' }))) onCanceling(false)
  }
  const onResend = async () => {
    const words = { done: 'Sent again. This is the new message.', failed: 'Not sent again' }
    const sent = await resend({ id, idempotencyKey: keyFor({ id }) }, words)
    if (sent?.resendMessage) go(`/messages/${sent.resendMessage.id}`)
  }
  return (
    <div className="actions">
      {status === 'SCHEDULED' && (
        <ConfirmButton
          scope="send"
          label="Cancel"
          title="Cancel this message?"
          action="Cancel the message"
          decline="Keep it"
          onConfirm={() => void onCancel()}
        >
          It will not be sent. This cannot be undone.
        </ConfirmButton>
      )}
      <May scope="send" instead={<OnlyReads />}>
        {null}
      </May>
      <ConfirmButton
        scope="send"
        label="Send again"
        className="button"
        isDisabled={isResending}
        title="Send this message again?"
        action={message.testMode ? 'Send the test again' : 'Send again'}
        decline="Do not send"
        onConfirm={() => void onResend()}
      >
        “<BidiIsolate text={message.subject ?? 'No subject'} />” goes to <BidiIsolate text={recipients.join(', ')} />{' '}
        once more, as a new message.{' '}
        {message.testMode ? 'It is a test: nothing really leaves.' : 'It is live: they get it for real.'}
      </ConfirmButton>
    </div>
  )
}

function Facts({ message }: { message: FoundMessage }) {
  const { id, from, to, cc, createdAt, scheduledAt, idempotencyKey, providerMessageId, messageType } = message
  const tags = Object.entries((message.tags ?? {}) as Record<string, string>)
  return (
    <Panel title="Details">
      <dl className="facts content">
        <dt>Id</dt>
        <dd>
          <Copyable text={id} what="id" />
        </dd>
        {from !== null && <Fact name="From" value={<BidiIsolate text={from} />} />}
        <Fact name="To" value={<People recipients={to} />} />
        {cc.length > 0 && <Fact name="Cc" value={<People recipients={cc} />} />}
        <Fact name="Type" value={messageType.toLowerCase()} />
        <dt>Accepted</dt>
        <dd>
          <Time at={createdAt} />
        </dd>
        {scheduledAt !== null && (
          <>
            <dt>Scheduled for</dt>
            <dd>
              <Time at={scheduledAt} />
            </dd>
          </>
        )}
        {tags.length > 0 && (
          <Fact name="Tags" value={<BidiIsolate text={tags.map((tag) => tag.join(': ')).join(', ')} />} />
        )}
        <dt>Idempotency key</dt>
        <dd>
          <Copyable text={idempotencyKey} what="idempotency key" />
        </dd>
        {providerMessageId !== null && (
          <>
            <dt>Provider’s id</dt>
            <dd>
              <Copyable text={providerMessageId} what="id of the provider" />
            </dd>
          </>
        )}
      </dl>
    </Panel>
  )
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

function Views({ id }: { id: string }) {
  const [address, setAddress] = useSearchParams()
  const views = [
    { name: 'preview', title: 'Preview', content: () => <Html id={id} /> },
    { name: 'text', title: 'Text', content: () => <Text id={id} /> },
    { name: 'source', title: 'HTML source', content: () => <Source id={id} /> },
    { name: 'headers', title: 'Headers', content: () => <Headers id={id} /> },
    { name: 'webhooks', title: 'Webhooks', content: () => <Deliveries id={id} /> },
  ]
  // A mail without HTML has nothing to preview.
  const [{ data }] = useQuery({ query: MessageContentDocument, variables: { id }, requestPolicy: 'cache-first' })
  const usual = data?.message?.content?.bodyHtml === null ? 'text' : 'preview'
  const chosen = views.find(({ name }) => name === address.get('view'))?.name ?? usual
  return (
    <section className="panel" aria-label="Mail">
      <Tabs
        label="Views of the mail"
        items={views}
        chosen={chosen}
        onChoose={(view) => setAddress(view === usual ? {} : { view }, { replace: true })}
      />
    </section>
  )
}

function Loading() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">Loading</span>
      <div className="page-head">
        <Skeleton width="240px" />
      </div>
    </div>
  )
}
