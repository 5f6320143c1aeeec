import { ID_PREFIXES } from '../../ids.js'
import type { InboundRouteDoc } from '../../models/inbound-route.js'
import type { Models } from '../../models/index.js'
import { type LookUp, lookUp, WORKER_BATCHING } from '../../models/look-up.js'
import { reviseCounter } from '../../models/revisions.js'
import type { WebhookSubscriptionDoc } from '../../models/webhook.js'
import { ROUTE_SECRET, type SecretField, WEBHOOK_SECRET } from '../../services/platform/encryption/secret-fields.js'
import { amongRefs, type RowRef } from '../engine/work-rows.js'
import { findSuspended, pausedBy } from '../pauses.js'

/** What deliveries need to know of a subscription, or of an inbound route. */
export type Endpoint = Pick<
  WebhookSubscriptionDoc & InboundRouteDoc,
  '_id' | 'account_id' | 'endpoint_url' | 'signing_secret' | 'is_active' | 'paused_at' | 'paused_total_ms' | 'failing'
>

/** The target of a delivery, and whether it can go now. */
export interface Destination {
  endpoint: Endpoint
  /** Where its secret is stored. */
  secretField: SecretField
  /** Id of the paused endpoint or suspended account; null if it can go. */
  pausedBy: string | null
}

/** Whether an endpoint is that of an inbound route. */
export const isRoute = (endpointId: string) => endpointId.startsWith(ID_PREFIXES.inboundRoute)

/** Finds endpoints and what pauses them; null if they are gone. Concurrent calls share queries. */
export function findDestinations(models: Models): LookUp<RowRef, Destination | null> {
  return lookUp(async (refs: RowRef[]) => {
    const ofRoutes = refs.filter(({ id }) => isRoute(id))
    const others = refs.filter(({ id }) => !isRoute(id))
    // Most deliveries are to subscriptions alone.
    const found: Endpoint[][] = await Promise.all([
      others.length === 0 ? [] : models.subscriptions.collection.find(amongRefs(others)).toArray(),
      ofRoutes.length === 0 ? [] : models.inboundRoutes.collection.find(amongRefs(ofRoutes)).toArray(),
    ])
    const endpoints = new Map(found.flat().map((endpoint) => [endpoint._id, endpoint]))
    const accountIds = [...endpoints.values()].map((endpoint) => endpoint.account_id)
    const suspended = await findSuspended(models, accountIds)
    return refs.map(({ id }) => {
      const endpoint = endpoints.get(id)
      // A route that forwards to an address by now has no URL.
      if (!endpoint?.endpoint_url) return null
      const secretField = isRoute(id) ? ROUTE_SECRET : WEBHOOK_SECRET
      return { endpoint, secretField, pausedBy: pausedBy(endpoint, suspended) }
    })
  }, WORKER_BATCHING)
}

/** Changes an endpoint, of a subscription or of a route. */
export async function updateEndpoint(
  models: Pick<Models, 'eventSequences' | 'subscriptions' | 'inboundRoutes'>,
  filter: { _id: string; account_id: string; endpoint_url?: string },
  stage: Record<string, unknown>,
): Promise<void> {
  const { subscriptions, inboundRoutes } = models
  const update = [{ $set: stage }]
  if (isRoute(filter._id)) await inboundRoutes.collection.updateOne(filter, update)
  else {
    await subscriptions.collection.updateOne(filter, update)
    await reviseCounter(models, filter.account_id)
  }
}
