import type { Models } from '../../../models/index.js'

/**
 * Stops the open deliveries of a subscription or route that is gone. Without its lease, a running attempt records no
 * outcome and schedules no retry.
 */
export async function stopDeliveries(
  { deliveries }: Pick<Models, 'deliveries'>,
  accountId: string,
  subscriptionId: string,
): Promise<void> {
  await deliveries.collection.updateMany(
    {
      account_id: accountId,
      subscription_id: subscriptionId,
      $or: [{ next_at: { $exists: true } }, { held: { $exists: true } }],
    },
    { $unset: { next_at: 1, held: 1, lease: 1, enqueued_at: 1 } },
  )
}
