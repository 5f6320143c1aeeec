import { useLayoutEffect, useRef } from 'react'
import { useClient } from 'urql'
import { Link, useLocation, useSearchParams } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { DayRange } from '../../components/day-range'
import { SelectField } from '../../components/field'
import { May } from '../../components/may'
import { PageHead } from '../../components/page-head'
import { PagedList } from '../../components/paged-list'
import { SearchField } from '../../components/search-field'
import { Empty } from '../../components/states'
import { StatusBadge } from '../../components/status-badge'
import { Time } from '../../components/time'
import { AccountEventsDocument } from '../../graphql/account-events-operations'
import { useEvents } from '../../graphql/use-events'
import { addressIn, personPath } from '../../lib/person'
import { STATUSES, wordsOf } from '../../lib/status'
import { useThrottled } from '../../lib/throttle'
import { hasFilters, withFilter } from '../../lib/with-filter'
import { exportQuery, FILTERS, type FilterName, variablesOf } from './filters'
import { MessagesDocument, type MessagesQuery, type MessagesQueryVariables } from './messages-operations'

const MODES = [
  ['', 'All'],
  ['live', 'live'],
  ['test', 'test'],
] as const
const MESSAGE_ID = /^msg_[0-9a-z]{26}$/
/** Filters that few readers use. */
const MORE = [
  ['tag', 'Tag', 'order, or order:8471'],
  ['template', 'Template', 'tmpl_…'],
  ['broadcast', 'Broadcast', 'bc_…'],
  ['key', 'API key', 'key_…'],
] as const

type ListedMessage = NonNullable<MessagesQuery['messages']>['nodes'][number]

/** Every message, found by what the address asks for. */
export default function MessagesPage() {
  const [address, setAddress] = useSearchParams()
  const set = (name: FilterName, value: string) => setAddress((old) => withFilter(old, name, value), { replace: true })
  const variables = variablesOf(address)
  return (
    <>
      <PageHead title="Messages">
        {(['csv', 'ndjson'] as const).map((format) => (
          <a
            key={format}
            className="button"
            href={`/v1/messages/export.${format}?${exportQuery(variables)}`}
            download={`messages.${format}`}
          >
            Export {format.toUpperCase()}
          </a>
        ))}
        <May scope="send">
          <Link href="/send" className="button main">
            Send a test
          </Link>
        </May>
      </PageHead>
      <Filters address={address} onChange={set} />
      <Person search={address.get('search') ?? ''} />
      <List variables={variables} isFiltered={hasFilters(address, FILTERS)} onClear={() => setAddress({})} />
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
  const [, go] = useLocation()
  const value = (name: FilterName) => address.get(name) ?? ''
  const more = useRef<HTMLDetailsElement>(null)
  const hasMore = MORE.some(([name]) => value(name) !== '')
  // It opens for a filter that is set. It does not close under who empties the last one.
  useLayoutEffect(() => {
    if (hasMore && more.current) more.current.open = true
  }, [hasMore])
  return (
    <search className="filters">
      <SearchField
        label="Search: the subject, an address, an id or an idempotency key"
        value={value('search')}
        onChange={(text) => onChange('search', text)}
        onEnter={(text) => MESSAGE_ID.test(text) && go(`/messages/${text}`)}
      />
      <SelectField
        label="Status"
        value={value('status')}
        onChange={(status) => onChange('status', status)}
        choices={[['', 'All'], ...STATUSES.map((status) => [status.toLowerCase(), wordsOf(status)] as const)]}
      />
      <SelectField label="Mode" value={value('mode')} onChange={(mode) => onChange('mode', mode)} choices={MODES} />
      <DayRange label="Sent between" from={value('from')} to={value('to')} onChange={onChange} />
      <details ref={more} className="more-filters">
        <summary>More filters</summary>
        <div>
          {MORE.map(([name, label, placeholder]) => (
            <SearchField
              key={name}
              label={label}
              placeholder={placeholder}
              value={value(name)}
              onChange={(text) => onChange(name, text)}
            />
          ))}
        </div>
      </details>
    </search>
  )
}

/** For those who look for somebody's mail. */
function Person({ search }: { search: string }) {
  const person = addressIn(search)
  if (person === null) return null
  return (
    <p className="hint">
      <Link href={personPath(person)}>Every mail to {person}, and why one may not have arrived</Link>
    </p>
  )
}

interface ListProps {
  variables: MessagesQueryVariables
  isFiltered: boolean
  onClear: () => void
}

function List({ variables, isFiltered, onClear }: ListProps) {
  const client = useClient()
  const refresh = useThrottled(
    () => void client.query(MessagesDocument, variables, { requestPolicy: 'network-only' }).toPromise(),
  )
  const isLost = useEvents(
    AccountEventsDocument,
    {},
    {
      pick: (result) => result.accountEvents,
      onEvent: refresh,
      onOpen: refresh,
    },
  )
  return (
    <div className="panel messages">
      {isLost && <p className="notice">The connection is lost. This list is brought up to date when it is back.</p>}
      <PagedList
        // Another search begins with its first page.
        key={JSON.stringify(variables)}
        label="Messages"
        query={MessagesDocument}
        variables={variables}
        pick={({ messages }) => messages}
        row={(message) => (
          <li key={message.id}>
            <Row message={message} />
          </li>
        )}
        empty={isFiltered ? <NothingFound onClear={onClear} /> : <NoMessages />}
        expected={12}
      />
    </div>
  )
}

function Row({ message }: { message: ListedMessage }) {
  const { id, to, cc, subject, status, createdAt, scheduledAt, testMode } = message
  return (
    <Link href={`/messages/${id}`} className="row">
      <span className="badge-cell">
        <StatusBadge status={status} />
      </span>
      <span className="clip">
        <BidiIsolate text={[...to, ...cc].join(', ')} />
      </span>
      <span className="subject clip">
        {testMode && <span className="badge">test</span>}{' '}
        {subject === null ? <span className="muted">no subject</span> : <BidiIsolate text={subject} />}
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
      No message matches. The search finds beginnings of words of the subject, addresses of recipients and senders, and
      ids and idempotency keys as a whole.
    </Empty>
  )
}

function NoMessages() {
  return (
    <Empty
      action={
        <May scope="send">
          <Link href="/send" className="button">
            Send a test
          </Link>
        </May>
      }
    >
      No mail has been sent yet.
    </Empty>
  )
}
