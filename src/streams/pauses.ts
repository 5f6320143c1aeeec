import { ID_PREFIXES } from '../ids.js'
import { exists } from '../models/exists.js'
import type { Models } from '../models/index.js'
import type { WebhookSubscriptionDoc } from '../models/webhook.js'

/*
 * Who pauses work: an account that is suspended or paused for sending, or a webhook subscription or inbound
 * route that is paused. Their rows are not due until the pause is over.
 */

/** Distinguishes rows that wait for an account to send again from those that wait for its suspension to end. */
const SENDING = '/sending'

/** What live mail of an account that is paused for sending is paused by. */
export const sendingPauseOf = (accountId: string): string => `${accountId}${SENDING}`

/** Those of the accounts that are suspended at present. */
export async function findSuspended({ accounts }: Models, accountIds: string[]): Promise<Set<string>> {
  const filter = { _id: { $in: [...new Set(accountIds)] }, suspended_at: { $ne: null } }
  const rows = await accounts.collection.find(filter, { projection: { _id: 1 } }).toArray()
  return new Set(rows.map((row) => row._id))
}

/** What pauses the deliveries of a subscription: the id of its account or its own. Null when they may go. */
export function pausedBy(
  subscription: Pick<WebhookSubscriptionDoc, '_id' | 'account_id' | 'is_active'>,
  suspended: ReadonlySet<string>,
): string | null {
  if (suspended.has(subscription.account_id)) return subscription.account_id
  return subscription.is_active ? null : subscription._id
}

/**
 * Whether rows that this account or subscription paused may go on. Those of one that is gone may go on too: their worker
 * closes them.
 */
export async function isPauseOver(
  { accounts, subscriptions, inboundRoutes }: Models,
  pausedById: string,
): Promise<boolean> {
  if (!pausedById.startsWith(ID_PREFIXES.account)) {
    const paused = { _id: pausedById, is_active: false }
    const endpoint = pausedById.startsWith(ID_PREFIXES.inboundRoute)
      ? exists(inboundRoutes.collection, paused)
      : exists(subscriptions.collection, paused)
    return !(await endpoint)
  }
  const pause = pausedById.endsWith(SENDING)
    ? { _id: pausedById.slice(0, -SENDING.length), sending_pause: { $ne: null } }
    : { _id: pausedById, suspended_at: { $ne: null } }
  return !(await exists(accounts.collection, pause))
}
