import { ID_PREFIXES } from '../ids.js'
import type { Models } from '../models/index.js'
import type { WebhookSubscriptionDoc } from '../models/webhook.js'

/*
 * Who pauses work: an account that is suspended, or a webhook subscription that is paused. Their rows are not due
 * until the pause is over.
 */

/** Those of the accounts that are suspended at present. */
export async function findSuspended({ accounts }: Models, accountIds: string[]): Promise<Set<string>> {
  const filter = { _id: { $in: [...new Set(accountIds)] }, suspended_at: { $ne: null } }
  const rows = await accounts.collection.find(filter, { projection: { _id: 1 } }).toArray()
  return new Set(rows.map((row) => row._id))
}

/** What pauses the deliveries of a subscription: the id of its account or its own. Null when they may go. */
export function pausedBy(subscription: WebhookSubscriptionDoc, suspended: ReadonlySet<string>): string | null {
  if (suspended.has(subscription.account_id)) return subscription.account_id
  return subscription.is_active ? null : subscription._id
}

/**
 * Whether rows that this account or subscription paused may go on. Those of one that is gone may go on too: their worker
 * closes them.
 */
export async function isPauseOver({ accounts, subscriptions }: Models, pausedById: string): Promise<boolean> {
  const pause = pausedById.startsWith(ID_PREFIXES.account)
    ? await accounts.exists({ _id: pausedById, suspended_at: { $ne: null } })
    : await subscriptions.exists({ _id: pausedById, is_active: false })
  return pause === null
}
