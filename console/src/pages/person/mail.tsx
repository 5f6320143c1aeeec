import { useClient } from 'urql'
import { Link } from 'wouter'
import { BidiIsolate } from '../../components/bidi-isolate'
import { PagedList } from '../../components/paged-list'
import { Panel } from '../../components/panel'
import { Empty } from '../../components/states'
import { StatusBadge } from '../../components/status-badge'
import { Time } from '../../components/time'
import { AccountEventsDocument } from '../../graphql/account-events-operations'
import { useEvents } from '../../graphql/use-events'
import { adviceFor } from '../../lib/advice'
import { eventDetails, explain } from '../../lib/explain-event'
import { toneOf, wordsOf } from '../../lib/status'
import { useThrottled } from '../../lib/throttle'
import { PersonMessagesDocument, type PersonMessagesQuery } from './person-operations'

type Message = NonNullable<PersonMessagesQuery['messages']>['nodes'][number]

/** Every mail to an address, with its life in words. */
export function Mail({ address }: { address: string }) {
  const client = useClient()
  const refresh = useThrottled(
    () => void client.query(PersonMessagesDocument, { address }, { requestPolicy: 'network-only' }).toPromise(),
  )
  const isLost = useEvents(
    AccountEventsDocument,
    {},
    { pick: (result) => result.accountEvents, onEvent: refresh, onOpen: refresh },
  )
  return (
    <Panel
      title="Mail to this address"
      aside={isLost && <span className="badge warn">connection lost, trying again</span>}
    >
      <PagedList
        label="Mail to this address"
        query={PersonMessagesDocument}
        variables={{ address }}
        pick={({ messages }) => messages}
        row={(message) => <Story key={message.id} message={message} />}
        empty={
          <Empty>
            No mail was sent to this address. If one should have been: was it sent to another address, or with another
            account?
          </Empty>
        }
        expected={4}
      />
    </Panel>
  )
}

function Story({ message }: { message: Message }) {
  const { id, subject, status, createdAt, scheduledAt, testMode, events } = message
  return (
    <li className="story">
      <div className="what">
        <StatusBadge status={status} />
        <Link href={`/messages/${id}`}>
          <BidiIsolate text={subject ?? 'No subject'} />
        </Link>
        {testMode && <span className="badge">test</span>}
        <span className="muted">
          <Time at={status === 'SCHEDULED' && scheduledAt ? scheduledAt : createdAt} />
        </span>
      </div>
      <p className="advice">{adviceFor(message)}</p>
      <ol className="steps">
        <li>
          <span className="muted">
            <Time at={createdAt} />
          </span>
          <span>Accepted.</span>
        </li>
        {events.map(({ id: eventId, type, occurredAt, payload }) => (
          <li key={eventId}>
            <span className="muted">
              <Time at={occurredAt} />
            </span>
            <span>
              <span className={`word ${toneOf(type)}`}>{wordsOf(type)}</span>: {explain(type, payload)}{' '}
              <span className="muted">{eventDetails(type, payload)}</span>
            </span>
          </li>
        ))}
      </ol>
    </li>
  )
}
