import type { ReactNode } from 'react'
import type { DeliveryStatus, EventType } from '../graphql/enums'
import { useWrite } from '../graphql/use-write'
import { type Tone, wordsOf } from '../lib/status'
import { Code } from './copyable'
import { RedeliverDocument } from './delivery-operations'
import { May } from './may'
import { Time } from './time'

/** The delivery of one event to one webhook, as queries of pages ask for it. */
export interface Delivery {
  id: string
  subscriptionId: string
  eventType: EventType
  status: DeliveryStatus
  attemptCount: number
  nextRetryAt: string | null
  createdAt: string
  payload: string | null
  attempts: readonly {
    attemptedAt: string
    responseStatus: number | null
    responseBody: string | null
    error: string | null
    durationMs: number
  }[]
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
  /** Where it went, or what it was about. */
  children: ReactNode
  refresh: () => void
}

/** One delivery, with its attempts, its payload and a button that delivers it again. */
export function DeliveryView({ delivery, children, refresh }: DeliveryViewProps) {
  const { id, subscriptionId, eventType, status, attemptCount, nextRetryAt, payload, attempts } = delivery
  const [isBusy, redeliver] = useWrite(RedeliverDocument)
  const onRedeliver = async () => {
    const words = { done: 'It is being delivered again.', failed: 'Not delivered again' }
    if (await redeliver({ webhookId: subscriptionId, deliveryId: id }, words)) refresh()
  }
  return (
    <>
      <div className="what">
        <span className={`badge ${TONES[status]}`}>{DELIVERY_WORDS[status]}</span>
        <strong>{wordsOf(eventType)}</strong>
        <span className="muted">
          {attemptCount} {attemptCount === 1 ? 'attempt' : 'attempts'}
        </span>
        {nextRetryAt !== null && (
          <span className="muted">
            next at <Time at={nextRetryAt} precise />
          </span>
        )}
        <May scope="admin">
          <button type="button" className="button small" disabled={isBusy} onClick={() => void onRedeliver()}>
            Deliver again
          </button>
        </May>
      </div>
      {children}
      {attempts.map(({ attemptedAt, responseStatus, responseBody, error, durationMs }) => (
        <div key={attemptedAt}>
          <p>
            <Time at={attemptedAt} precise /> · {responseStatus ?? error ?? 'no answer'} · {durationMs} ms
          </p>
          {responseBody && <Code text={responseBody} label="Response" />}
        </div>
      ))}
      {payload !== null && (
        <details>
          <summary>Payload</summary>
          <Code text={readable(payload)} label="Payload" />
        </details>
      )}
    </>
  )
}

/** Indented, for reading. */
function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
