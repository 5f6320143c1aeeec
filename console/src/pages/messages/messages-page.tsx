import { useEffect, useRef, useState } from 'react'
import { useQuery } from 'urql'
import { Link, useLocation, useSearchParams } from 'wouter'
import { Field } from '../../components/field'
import { Empty, Failure, SkeletonRows } from '../../components/states'
import { StatusBadge } from '../../components/status-badge'
import { Time } from '../../components/time'
import {
  AccountEventsDocument,
  MessagesDocument,
  type MessagesQuery,
  type MessagesQueryVariables,
} from '../../graphql/operations'
import { useEvents } from '../../graphql/use-events'
import { STATUSES, wordsOf } from '../../lib/status'
import { useThrottled } from '../../lib/throttle'
import { useTitle } from '../../lib/use-title'
import { type FilterName, hasFilters, variablesOf, withFilter } from './filters'

const TYPING_MS = 250
const MESSAGE_ID = /^msg_[0-9a-z]{26}$/

type ListedMessage = NonNullable<MessagesQuery['messages']>['nodes'][number]

/** Every message, found by what the address asks for. */
export default function MessagesPage() {
  useTitle('Messages')
  const [address, setAddress] = useSearchParams()
  const set = (name: FilterName, value: string) => setAddress((old) => withFilter(old, name, value), { replace: true })
  const variables = variablesOf(address)
  const key = JSON.stringify(variables)
  return (
    <>
      <div className="page-head">
        <h1>Messages</h1>
        <div className="actions">
          <Link href="/send" className="button main">
            Send a test
          </Link>
        </div>
      </div>
      <Filters address={address} onChange={set} />
      {/* Another search begins with its first page. */}
      <List key={key} variables={variables} isFiltered={hasFilters(address)} onClear={() => setAddress({})} />
    </>
  )
}

function Filters({
  address,
  onChange,
}: {
  address: URLSearchParams
  onChange: (name: FilterName, value: string) => void
}) {
  const value = (name: FilterName) => address.get(name) ?? ''
  return (
    <search className="filters">
      <SearchField value={value('search')} onChange={(text) => onChange('search', text)} />
      <Field label="Status">
        {({ id }) => (
          <select
            id={id}
            className="input"
            value={value('status')}
            onChange={(e) => onChange('status', e.target.value)}
          >
            <option value="">All</option>
            {STATUSES.map((status) => (
              <option key={status} value={status.toLowerCase()}>
                {wordsOf(status)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Mode">
        {({ id }) => (
          <select id={id} className="input" value={value('mode')} onChange={(e) => onChange('mode', e.target.value)}>
            <option value="">All</option>
            <option value="live">live</option>
            <option value="test">test</option>
          </select>
        )}
      </Field>
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} label={name === 'from' ? 'From' : 'To'}>
          {({ id }) => (
            <input
              id={id}
              type="date"
              className="input"
              value={value(name)}
              onChange={(e) => onChange(name, e.target.value)}
            />
          )}
        </Field>
      ))}
    </search>
  )
}

/** Searches when the reader stops typing. An id opens its message. */
function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value)
  const [, go] = useLocation()
  const sent = useRef(value)
  useEffect(() => {
    // The address has changed by itself: a link, or the way back.
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      onChange(text)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [text, onChange])
  return (
    <Field label="Search: words of the subject, an address, or an id">
      {({ id }) => (
        <input
          id={id}
          type="search"
          className="input"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Escape') currentTarget.blur()
            if (key === 'Enter' && MESSAGE_ID.test(text.trim())) go(`/messages/${text.trim()}`)
          }}
        />
      )}
    </Field>
  )
}

interface ListProps {
  variables: MessagesQueryVariables
  isFiltered: boolean
  onClear: () => void
}

function List({ variables, isFiltered, onClear }: ListProps) {
  const [cursors, setCursors] = useState<(string | null)[]>([null])
  const [{ data, error, fetching }, again] = useQuery({ query: MessagesDocument, variables })
  const refresh = useThrottled(() => again({ requestPolicy: 'network-only' }))
  const isLost = useEvents(
    AccountEventsDocument,
    {},
    {
      pick: (result) => result.accountEvents,
      onEvent: refresh,
      onOpen: refresh,
    },
  )
  const isEmpty = !fetching && data?.messages?.nodes.length === 0
  return (
    <section className="panel messages" aria-label="Messages">
      {isLost && <p className="notice">The connection is lost. This list is brought up to date when it is back.</p>}
      {error && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
      {!data && !error && <SkeletonRows count={12} />}
      {isEmpty && (isFiltered ? <NothingFound onClear={onClear} /> : <NoMessages />)}
      {data?.messages &&
        cursors.map((after, index) => (
          <Page
            key={after}
            variables={{ ...variables, after }}
            isLast={index === cursors.length - 1}
            onMore={(cursor) => setCursors([...cursors, cursor])}
          />
        ))}
    </section>
  )
}

interface PageProps {
  variables: MessagesQueryVariables
  isLast: boolean
  onMore: (cursor: string) => void
}

function Page({ variables, isLast, onMore }: PageProps) {
  const isFirst = variables.after === null
  const { after: _after, ...firstPage } = variables
  const [{ data, error }] = useQuery({
    query: MessagesDocument,
    variables: isFirst ? firstPage : variables,
    // The list itself keeps the first page up to date.
    requestPolicy: 'cache-first',
  })
  if (error) return <Failure error={error} />
  if (!data?.messages) return <SkeletonRows count={3} />
  const { nodes, pageInfo } = data.messages
  const { hasNextPage, endCursor } = pageInfo
  return (
    <>
      <ul>
        {nodes.map((message) => (
          <li key={message.id}>
            <Row message={message} />
          </li>
        ))}
      </ul>
      {isLast && hasNextPage && endCursor && (
        <div className="more">
          <button type="button" className="button" onClick={() => onMore(endCursor)}>
            Show more
          </button>
        </div>
      )}
    </>
  )
}

function Row({ message }: { message: ListedMessage }) {
  const { id, to, cc, subject, status, createdAt, scheduledAt, testMode } = message
  return (
    <Link href={`/messages/${id}`} className="row">
      <span className="badge-cell">
        <StatusBadge status={status} />
      </span>
      <span className="clip">{[...to, ...cc].join(', ')}</span>
      <span className="subject clip">
        {testMode && <span className="badge">test</span>} {subject ?? <span className="muted">no subject</span>}
      </span>
      <span className="time">
        <Time at={status === 'SCHEDULED' && scheduledAt ? scheduledAt : createdAt} />
      </span>
    </Link>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      action={
        <button type="button" className="button" onClick={onClear}>
          Show all messages
        </button>
      }
    >
      No message matches. The search finds whole words: of the subject, and of addresses.
    </Empty>
  )
}

function NoMessages() {
  return (
    <Empty
      action={
        <Link href="/send" className="button">
          Send a test
        </Link>
      }
    >
      No mail has been sent yet.
    </Empty>
  )
}
