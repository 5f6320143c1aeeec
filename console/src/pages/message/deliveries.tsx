import { Link } from 'wouter'
import { DeliveryView } from '../../components/delivery'
import { Empty, Failure, SkeletonRows } from '../../components/states'
import { useQuery } from '../../graphql/use-query'
import { usePolling } from '../../lib/use-polling'
import { MessageDeliveriesDocument } from './message-operations'

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
          <DeliveryView delivery={delivery} refresh={refresh}>
            <Link href={`/webhooks/${delivery.subscriptionId}`} className="clip mono">
              {urls.get(delivery.subscriptionId) ?? delivery.subscriptionId}
            </Link>
          </DeliveryView>
        </li>
      ))}
    </ul>
  )
}
