import type { mongo } from 'mongoose'
import { Group } from '../lib/group.js'
import type { Models } from '../models/index.js'
import type { WebhookSubscriptionDoc } from '../models/webhook.js'

const MAX_BATCH = 500

/**
 * Finds rows by their id; those who ask together share a query. Nothing is kept: an answer is never older
 * than its question.
 */
export function findTogether<T extends { _id: string }>(collection: unknown): (id: string) => Promise<T | null> {
  const group = new Group<string, T | null>(
    async (ids) => {
      const rows = await findByIds<T>(collection, ids)
      return ids.map((id) => rows.get(id) ?? null)
    },
    { maxItems: MAX_BATCH },
  )
  return (id) => group.add(id)
}

/** Where a delivery goes, and whether it may go now. */
export interface Destination {
  subscription: WebhookSubscriptionDoc
  /** Id of the paused subscription or the suspended account that it waits for; null when it may go. */
  holder: string | null
}

/** Finds subscriptions with what holds them back. Null when a subscription is gone. */
export function findDestinations(models: Models): (subscriptionId: string) => Promise<Destination | null> {
  const group = new Group<string, Destination | null>(
    async (ids) => {
      const subscriptions = await findByIds<WebhookSubscriptionDoc>(models.subscriptions.collection, ids)
      const suspended = await findSuspended(
        models,
        [...subscriptions.values()].map((subscription) => subscription.account_id),
      )
      return ids.map((id) => {
        const subscription = subscriptions.get(id)
        return subscription ? { subscription, holder: holderOf(subscription, suspended) } : null
      })
    },
    { maxItems: MAX_BATCH },
  )
  return (id) => group.add(id)
}

/** Those of the accounts that are suspended at present. */
export async function findSuspended(models: Models, accountIds: string[]): Promise<Set<string>> {
  const filter = { _id: { $in: [...new Set(accountIds)] }, suspended_at: { $ne: null } }
  const rows = await models.accounts.collection.find(filter as object, { projection: { _id: 1 } }).toArray()
  return new Set(rows.map((row) => String(row._id)))
}

/** Who holds the deliveries of a subscription; null when nobody does. */
export function holderOf(subscription: WebhookSubscriptionDoc, suspended: ReadonlySet<string>): string | null {
  if (suspended.has(subscription.account_id)) return subscription.account_id
  return subscription.is_active ? null : subscription._id
}

async function findByIds<T extends { _id: string }>(collection: unknown, ids: string[]): Promise<Map<string, T>> {
  const filter = { _id: { $in: [...new Set(ids)] as never[] } }
  const rows = (await (collection as mongo.Collection).find(filter).toArray()) as unknown as T[]
  return new Map(rows.map((row) => [row._id, row]))
}
