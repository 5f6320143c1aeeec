import type { Models } from '../../models/index.js'
import type { WebhookSubscriptionDoc } from '../../models/webhook.js'
import { findByIds, together } from '../engine/find-together.js'
import { findSuspended, pausedBy } from '../pauses.js'

/** The target of a delivery, and whether it can go now. */
export interface Destination {
  subscription: WebhookSubscriptionDoc
  /** Id of the paused subscription or suspended account; null if it can go. */
  pausedBy: string | null
}

/** Finds subscriptions and what pauses them; null if they are gone. Concurrent calls share queries. */
export function findDestinations(models: Models): (subscriptionId: string) => Promise<Destination | null> {
  return together(async (ids) => {
    const subscriptions = await findByIds<WebhookSubscriptionDoc>(models.subscriptions.collection, ids)
    const accountIds = [...subscriptions.values()].map((subscription) => subscription.account_id)
    const suspended = await findSuspended(models, accountIds)
    return ids.map((id) => {
      const subscription = subscriptions.get(id)
      return subscription ? { subscription, pausedBy: pausedBy(subscription, suspended) } : null
    })
  })
}
