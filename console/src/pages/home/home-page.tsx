import { useEffect, useRef } from 'react'
import { useClient } from 'urql'
import { Link, useSearchParams } from 'wouter'
import { AccountDocument } from '../../components/account-operations'
import { BidiIsolate } from '../../components/bidi-isolate'
import { BOUND_KEY, KEY_WORDS, May } from '../../components/may'
import { PageHead } from '../../components/page-head'
import { Panel } from '../../components/panel'
import { Pending } from '../../components/pending'
import { Empty, Failure, SkeletonRows } from '../../components/states'
import { StatusBadge } from '../../components/status-badge'
import { Time } from '../../components/time'
import { AccountEventsDocument } from '../../graphql/account-events-operations'
import { StatsDocument } from '../../graphql/stats-operations'
import { useEvents } from '../../graphql/use-events'
import { useQuery } from '../../graphql/use-query'
import { lazyPart } from '../../lib/lazy-part'
import { useMay, useRights } from '../../lib/rights'
import { useThrottled } from '../../lib/throttle'
import { useNow } from '../../lib/use-now'
import { withFilter } from '../../lib/with-filter'
import { attentionItems } from './attention'
import { Figures } from './figures'
import { Groups } from './groups'
import { FeedDocument, type FeedQuery, ForAdminsDocument, HomeDocument } from './home-operations'
import { isTest, rangeOf, todayOf, variablesOf } from './ranges'
import { StartPlaceholder } from './start-placeholder'
import { Volume } from './volume'

/** Only new accounts see it. */
const Start = lazyPart(() => import('./start'))

const MOST_SHOWN = 25
/** Events are counted a moment after they are told. */
const COUNTED_AFTER_MS = 1_500

/** How things stand, what needs attention, and what happens right now. */
export default function HomePage() {
  const { isBound } = useRights()
  const mayRead = useMay('read')
  if (isBound) return <OnlyMail />
  return mayRead ? <Overview /> : <OnlySends />
}

/** For a key that sees nothing but mail of inboxes. */
function OnlyMail() {
  const maySee = useRights().sections.includes('/mail')
  return (
    <>
      <PageHead title="Home" />
      <Empty
        action={
          maySee && (
            <Link href="/mail" className="button main">
              Go to the mail
            </Link>
          )
        }
      >
        {BOUND_KEY}. Sign in with a key without this limit to see how sending goes.
      </Empty>
    </>
  )
}

/** For a key that may see nothing of it. */
function OnlySends() {
  return (
    <>
      <PageHead title="Home" />
      <Empty
        action={
          <Link href="/send" className="button main">
            Send a test
          </Link>
        }
      >
        {KEY_WORDS.send}: it sees neither what was sent nor what became of it. Sign in with a key that may read to see
        that.
      </Empty>
    </>
  )
}

function Overview() {
  const [address, setAddress] = useSearchParams()
  const now = useNow()
  const range = rangeOf(address)
  const [today, charted] = [todayOf(isTest(address), now), variablesOf(range, isTest(address), now)]
  const client = useClient()
  const count = useCounting(() => {
    for (const variables of [today, charted]) {
      void client.query(StatsDocument, variables, { requestPolicy: 'network-only' }).toPromise()
    }
  })
  const set = (name: 'range' | 'mode', value: string) =>
    setAddress((old) => withFilter(old, name, value), { replace: true })
  return (
    <>
      <PageHead title="Home">
        <May scope="send">
          <Link href="/send" className="button main">
            Send a test
          </Link>
        </May>
      </PageHead>
      <div className="home">
        <Pending fallback={<StartPlaceholder />}>
          <Start />
        </Pending>
        <Figures today={today} />
        <Volume
          variables={charted}
          range={range}
          onRange={(name) => set('range', name === '24h' ? '' : name)}
          onMode={(mode) => set('mode', mode)}
        />
        <Feed onEvent={count} />
        <Attention />
        <Groups from={charted.from} testMode={isTest(address)} />
      </div>
    </>
  )
}

/** A function that counts soon, and again when the last events are counted, too. */
function useCounting(callback: () => void): () => void {
  const soon = useThrottled(callback)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    soon()
    clearTimeout(timer.current)
    timer.current = setTimeout(soon, COUNTED_AFTER_MS)
  }
}

function Attention() {
  const [{ data, error }, again] = useQuery({ query: HomeDocument })
  const [{ data: whose }] = useQuery({ query: AccountDocument })
  // Without its own error.
  const [{ data: waiting }] = useQuery({ query: ForAdminsDocument, pause: !useMay('admin') })
  const concerns = data && attentionItems(whose?.account ?? null, data, waiting)
  return (
    <Panel title="Needs attention">
      {error && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
      {!concerns && !error && <SkeletonRows count={3} />}
      {concerns?.length === 0 && (
        <Empty>Nothing. Failing webhooks, unverified domains, approvals and dead letters appear here.</Empty>
      )}
      <ul className="attention">
        {concerns?.map(({ key, tone, title, advice, href }) => (
          <li key={key}>
            <span>
              <span className={`badge ${tone}`}>{tone === 'bad' ? 'act now' : 'look'}</span>{' '}
              {href ? <Link href={href}>{title}</Link> : title}
            </span>
            <span className="muted">{advice}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Feed({ onEvent }: { onEvent: () => void }) {
  const [{ data, error }, again] = useQuery({ query: FeedDocument })
  const refresh = useThrottled(() => again({ requestPolicy: 'network-only' }))
  const isLost = useEvents(
    AccountEventsDocument,
    {},
    {
      pick: (result) => result.accountEvents,
      onEvent: () => {
        refresh()
        onEvent()
      },
      onOpen: (isAgain) => {
        refresh()
        if (isAgain) onEvent()
      },
    },
  )
  const entries = data?.messages && entriesOf(data)
  const isFresh = useFresh(entries)
  return (
    <Panel
      title="Live"
      aside={isLost && <span className="badge warn">connection lost, trying again</span>}
      className="feed"
    >
      {error && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
      {!entries && !error && <SkeletonRows count={8} />}
      {entries?.length === 0 && (
        <Empty
          action={
            <May scope="send">
              <Link href="/send" className="button">
                Send a test
              </Link>
            </May>
          }
        >
          What happens to your mail appears here while it happens.
        </Empty>
      )}
      <ul>
        {entries?.map(({ key, state, message, at }) => (
          <li key={key} className={isFresh(key) ? 'fresh' : undefined}>
            <Link href={`/messages/${message.id}`} className="row">
              <span>
                <StatusBadge status={state} />
              </span>
              <span className="clip">
                <BidiIsolate text={message.to.join(', ')} />{' '}
                <span className="muted">
                  <BidiIsolate text={message.subject ?? ''} />
                </span>
              </span>
              <span className="time">
                <Time at={at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type FeedMessage = NonNullable<FeedQuery['messages']>['nodes'][number]

/** What happened to the newest messages, the latest first. A message without events stands for its acceptance. */
function entriesOf({ messages }: FeedQuery) {
  const entries = (messages?.nodes ?? []).flatMap((message: FeedMessage) => [
    ...message.events.map(({ id, type, occurredAt }) => ({ key: id, state: type, message, at: occurredAt })),
    ...(message.events.length === 0
      ? [{ key: message.id, state: message.status, message, at: message.createdAt }]
      : []),
  ])
  return entries.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, MOST_SHOWN)
}

/** Tells what has appeared since the first look. */
function useFresh(entries: { key: string }[] | null | undefined): (key: string) => boolean {
  const first = useRef<Set<string> | null>(null)
  if (entries && !first.current) first.current = new Set(entries.map(({ key }) => key))
  return (key) => first.current?.has(key) === false
}
