import { type ReactNode, useState } from 'react'
import type { DeliveryStatus, EventType } from '../graphql/enums'
import { useQuery } from '../graphql/use-query'
import { useWrite } from '../graphql/use-write'
import { type Tone, wordsOf } from '../lib/status'
import { Code } from './copyable'
import { DeliveryDocument, type DeliveryQuery, RedeliverDocument } from './delivery-operations'
import { May } from './may'
import { Empty, Failure, SkeletonRows } from './states'
import { Time } from './time'

/** The delivery of one event to one webhook, as queries of pages ask for it. */
export interface Delivery {
  id: string
  subscriptionId: string
  eventType: EventType
  status: DeliveryStatus
  attemptCount: number
  responseStatus: number | null
  nextRetryAt: string | null
  createdAt: string
}

const TONES: Record<DeliveryStatus, Tone> = { PENDING: 'info', SUCCEEDED: 'good', FAILED: 'warn', EXHAUSTED: 'bad' }

/** What the statuses mean, in words. */
export const DELIVERY_WORDS: Record<DeliveryStatus, string> = {
  PENDING: 'under way',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed, will retry',
  EXHAUSTED: 'given up',
}

interface DeliveryViewProps {
  delivery: Delivery
  isTest?: boolean
  /** Where it went, or what it was about. */
  children: ReactNode
  refresh: () => void
}

/** One delivery on a line, which opens to its requests and their responses. */
export function DeliveryView({ delivery, isTest = false, children, refresh }: DeliveryViewProps) {
  const { status, eventType, attemptCount, responseStatus, nextRetryAt, createdAt } = delivery
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="what">
        <span className={`badge ${TONES[status]}`}>{DELIVERY_WORDS[status]}</span>
        <strong>{wordsOf(eventType)}</strong>
        {isTest && <span className="badge">test event</span>}
        <span className="muted">
          {attemptCount > 0 && `${responseStatus ?? 'no answer'} · `}
          {attemptCount} {attemptCount === 1 ? 'attempt' : 'attempts'}
          {nextRetryAt !== null && (
            <>
              , next at <Time at={nextRetryAt} precise />
            </>
          )}
        </span>
        <span className="time">
          <Time at={createdAt} />
        </span>
      </summary>
      {isOpen && (
        <div className="stack">
          {children}
          {/* Attempts may have come since it was opened. */}
          <Requests key={`${status} ${attemptCount}`} delivery={delivery} refresh={refresh} />
        </div>
      )}
    </details>
  )
}

type Attempt = NonNullable<DeliveryQuery['webhookDelivery']>['attempts'][number]

function Requests({ delivery, refresh }: Pick<DeliveryViewProps, 'delivery' | 'refresh'>) {
  const ids = { webhookId: delivery.subscriptionId, deliveryId: delivery.id }
  const [{ data, error }, again] = useQuery({ query: DeliveryDocument, variables: ids })
  const [isBusy, redeliver] = useWrite(RedeliverDocument)
  const onRedeliver = async () => {
    const words = { done: 'It is being delivered again.', failed: 'Not delivered again' }
    if (await redeliver(ids, words)) refresh()
  }
  const found = data?.webhookDelivery
  return (
    <>
      <May scope="admin">
        <div>
          <button type="button" className="button small" disabled={isBusy} onClick={() => void onRedeliver()}>
            Deliver again
          </button>
        </div>
      </May>
      {error && <Failure error={error} retry={() => again({ requestPolicy: 'network-only' })} />}
      {!data && !error && <SkeletonRows count={2} />}
      {data && !found && <Empty>Its webhook was deleted, and its log with it.</Empty>}
      {found?.attempts.map((attempt) => (
        <AttemptView key={attempt.attemptedAt} attempt={attempt} />
      ))}
      {found?.payload && (
        <details>
          <summary>Payload</summary>
          <Code text={readable(found.payload)} label="Payload" />
        </details>
      )}
    </>
  )
}

function AttemptView({ attempt }: { attempt: Attempt }) {
  const { attemptedAt, responseStatus, responseBody, error, durationMs, requestHeaders, responseHeaders } = attempt
  return (
    <div>
      <p>
        <Time at={attemptedAt} precise /> · {responseStatus ?? error ?? 'no answer'} · {durationMs} ms
      </p>
      {responseBody && <Code text={responseBody} label="Response" />}
      <details>
        <summary>Headers</summary>
        <Code text={inLines(requestHeaders)} label="Headers of the request" />
        {responseHeaders.length > 0 && <Code text={inLines(responseHeaders)} label="Headers of the response" />}
      </details>
    </div>
  )
}

const inLines = (headers: Attempt['requestHeaders']) => headers.map(({ name, value }) => `${name}: ${value}`).join('\n')

/** Indented, for reading. */
function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
