import type { OperatorDeps, ServiceDeps } from '../deps.js'
import type { Quotas } from '../platform/quotas.js'
import { CallbackService } from './callbacks/callback-service.js'
import { CallbackSignature } from './callbacks/callback-signature.js'
import { CallbackStore } from './callbacks/callback-store.js'
import { AcceptedCounter } from './counts/accepted-counter.js'
import { DeadLetterService } from './dead-letters/dead-letter-service.js'
import { EngagementRecorder } from './engagement/engagement-recorder.js'
import { EngagementService } from './engagement/engagement-service.js'
import { EngagementStatus } from './engagement/engagement-status.js'
import { loadLinkSigner } from './engagement/link-signer.js'
import { MailDecorator } from './engagement/mail-decorator.js'
import { StatsService } from './stats/stats-service.js'
import { DeliveryLog } from './webhooks/delivery-log.js'
import { WebhookLock } from './webhooks/webhook-lock.js'
import { WebhookService } from './webhooks/webhook-service.js'

/*
 * What becomes of a message: callbacks of providers become events, events its status and timeline, and these go to
 * webhooks, live streams and statistics. Tracked links, pixels and unsubscribe links are made and recognized here.
 *
 * Services: `callbacks`, `callbackSignature` and `callbackStore` (reports as they arrive, stored before they are answered),
 * `engagement`, `engagement…`, `linkSigner` and `mailDecorator` (tracked links), `acceptedCounter` and `stats` (counts),
 * `webhooks`, `webhookLock` and `deliveryLog` (endpoints, changes of several of them, and what was delivered to them),
 * `deadLetters` (work that failed for good).
 */

export type TrackingCollaborators = ReturnType<typeof trackingCollaborators>

/** What services and workers share. */
export function trackingCollaborators(
  deps: Pick<ServiceDeps, 'clock' | 'config' | 'conveyor' | 'log' | 'models' | 'newId' | 'sealer'>,
) {
  const linkSigner = loadLinkSigner(deps)
  return {
    callbackSignature: new CallbackSignature(deps),
    callbackStore: new CallbackStore(deps),
    engagementRecorder: new EngagementRecorder(deps),
    engagementStatus: new EngagementStatus(deps),
    linkSigner,
    mailDecorator: new MailDecorator({ ...deps, linkSigner }),
  }
}

/** The services of an operator. */
export const trackingOperatorServices = (deps: Pick<OperatorDeps, 'models' | 'work'>) => ({
  deadLetters: new DeadLetterService(deps),
})

/** The other services. */
export const trackingServices = (
  deps: Pick<
    ServiceDeps,
    'callbackSources' | 'clock' | 'conveyor' | 'http' | 'log' | 'metrics' | 'models' | 'newId' | 'sealer'
  > &
    TrackingCollaborators & { quotas: Quotas },
) => ({
  acceptedCounter: new AcceptedCounter(deps),
  callbacks: new CallbackService(deps),
  deliveryLog: new DeliveryLog(deps),
  engagement: new EngagementService(deps),
  stats: new StatsService(deps),
  webhooks: new WebhookService(deps),
  webhookLock: new WebhookLock(deps),
})
