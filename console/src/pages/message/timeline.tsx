import { useRef } from 'react'
import { Code } from '../../components/copyable'
import { Time } from '../../components/time'
import { eventDetails, explain } from '../../lib/explain-event'
import { toneOf, wordsOf } from '../../lib/status'
import { laterBy } from '../../lib/time'
import type { EventFragment, MessageQuery } from './message-operations'

export type TimelineEvent = EventFragment

interface TimelineProps {
  message: NonNullable<MessageQuery['message']>
  /** Events that arrived since, maybe the same. */
  live: TimelineEvent[]
}

/** The life of a message, drawn from top to bottom. */
export function Timeline({ message, live }: TimelineProps) {
  const { createdAt, scheduledAt, status, events: stored } = message
  const known = useRef(new Set(stored.map(({ id }) => id)))
  const missing = live.filter(({ id }) => !stored.some((event) => event.id === id))
  const events = [...stored, ...missing].sort((one, other) => (one.occurredAt < other.occurredAt ? -1 : 1))
  return (
    <ol className="timeline">
      <li className="quiet">
        <div className="what">
          <strong>accepted</strong>
          <span className="muted">
            <Time at={createdAt} precise />
          </span>
        </div>
        <span className="muted">{acceptedAs(status, scheduledAt !== null)}</span>
      </li>
      {events.map((event) => (
        <Step key={event.id} event={event} since={createdAt} isFresh={!known.current.has(event.id)} />
      ))}
      {status === 'CANCELED' && (
        <li className="quiet">
          <strong>canceled</strong>
          <span className="muted">It will not be sent.</span>
        </li>
      )}
    </ol>
  )
}

function acceptedAs(status: string, isScheduled: boolean): string {
  if (status === 'SCHEDULED') return 'Stored. It waits for its time.'
  if (status === 'QUEUED' && !isScheduled) return 'Stored. A worker hands it over in a moment.'
  return 'Stored.'
}

function Step({ event, since, isFresh }: { event: TimelineEvent; since: string; isFresh: boolean }) {
  const { type, occurredAt, payload, source } = event
  const more = eventDetails(type, payload)
  return (
    <li className={`${toneOf(type)} ${isFresh ? 'fresh' : ''}`}>
      <div className="what">
        <strong>{wordsOf(type)}</strong>
        <span className="muted">
          {laterBy(since, occurredAt)} · <Time at={occurredAt} precise />
        </span>
      </div>
      <span>{explain(type, payload)}</span>
      {more !== null && <span className="mono">{more}</span>}
      <details>
        <summary>Event from {source}</summary>
        <Code text={JSON.stringify(event, null, 2)} label={`Event ${wordsOf(type)}`} />
      </details>
    </li>
  )
}
