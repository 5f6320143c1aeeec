import { useMutation, useQuery } from 'urql'
import { Code, Copyable } from '../../components/copyable'
import { Empty, Failure, SkeletonRows } from '../../components/states'
import { Time } from '../../components/time'
import { tell } from '../../components/toasts'
import { problemOf } from '../../graphql/problem'
import { type Tone, wordsOf } from '../../lib/status'
import { usePolling } from '../../lib/use-polling'
import {
  type DeliveryStatus,
  MessageDeliveriesDocument,
  type MessageDeliveriesQuery,
  RedeliverDocument,
} from './message-operations'

type Delivery = NonNullable<MessageDeliveriesQuery['message']>['webhookDeliveries'][number]

const TONES: Record<DeliveryStatus, Tone> = { PENDING: 'info', SUCCEEDED: 'good', FAILED: 'warn', EXHAUSTED: 'bad' }

/** What webhooks were told about a message, and what they answered. */
export function Deliveries({ id }: { id: string }) {
  const [{ data, error }, again] = useQuery({ query: MessageDeliveriesDocument, variables: { id } })
  const refresh = () => again({ requestPolicy: 'network-only' })
  const deliveries = data?.message?.webhookDeliveries
  usePolling(refresh, deliveries?.some(({ status }) => status === 'PENDING') ?? false)
  const urls = new Map(data?.webhooks?.nodes.map((webhook) => [webhook.id, webhook.endpointUrl]))
  if (error && !deliveries) return <Failure error={error} retry={refresh} />
  if (!deliveries) return <SkeletonRows count={3} />
  if (deliveries.length === 0) {
    return <Empty>No webhook was told about this message. Webhooks get events that happen after they were made.</Empty>
  }
  return (
    <ul>
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="delivery">
          <OneDelivery delivery={delivery} url={urls.get(delivery.subscriptionId)} refresh={refresh} />
        </li>
      ))}
    </ul>
  )
}

interface OneDeliveryProps {
  delivery: Delivery
  url: string | undefined
  refresh: () => void
}

function OneDelivery({ delivery, url, refresh }: OneDeliveryProps) {
  const { id, subscriptionId, eventType, status, attemptCount, nextRetryAt, payload, attempts } = delivery
  const [{ fetching }, redeliver] = useMutation(RedeliverDocument)
  const onRedeliver = async () => {
    const { error } = await redeliver({ webhookId: subscriptionId, deliveryId: id })
    if (error) tell(`Not delivered again: ${problemOf(error).message}`, { isBad: true })
    else refresh()
  }
  return (
    <>
      <div className="what">
        <span className={`badge ${TONES[status]}`}>{status.toLowerCase()}</span>
        <strong>{wordsOf(eventType)}</strong>
        <span className="muted">
          {attemptCount} {attemptCount === 1 ? 'attempt' : 'attempts'}
        </span>
        {nextRetryAt !== null && (
          <span className="muted">
            next at <Time at={nextRetryAt} />
          </span>
        )}
        <button type="button" className="button small" disabled={fetching} onClick={() => void onRedeliver()}>
          Deliver again
        </button>
      </div>
      <Copyable text={url ?? subscriptionId} what="address of the webhook" />
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
