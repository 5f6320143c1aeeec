import type { Models } from '../../models/index.js'
import type { WebhookSubscriptionDoc } from '../../models/webhook.js'
import { findByIds, together } from '../engine/find-together.js'
import { findSuspended, pausedBy } from '../pauses.js'

/** Where a delivery goes, and whether it may go now. */
export interface Destination {
  subscription: WebhookSubscriptionDoc
  /** Id of the paused subscription or the suspended account that it waits for; null when it may go. */
  pausedBy: string | null
}

/** Finds subscriptions with what pauses them; null for one that is gone. Those who ask together share the queries. */
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
