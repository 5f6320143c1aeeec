import { idTime } from '../../ids.js'
import type {
  DeliveryAttemptDoc,
  DeliveryStatus,
  WebhookDeliveryDoc,
  WebhookEventType,
  WebhookSubscriptionDoc,
} from '../../models/webhook.js'
import { isoTime, isoTimeOrNull } from '../timestamps.js'

/** A subscription without its secret. */
export interface SubscriptionView {
  id: string
  account_id: string
  endpoint_url: string
  event_types: WebhookEventType[]
  is_active: boolean
  created_at: string
}

/** A subscription with its secret, on create and rotate. */
export type SubscriptionWithSecret = SubscriptionView & { signing_secret: string }

export interface AttemptView {
  attempted_at: string
  response_status: number | null
  error: string | null
  duration_ms: number
  response_body: string | null
}

/** An entry of the delivery log. */
export interface DeliveryView {
  id: string
  subscription_id: string
  event_id: string
  event_type: WebhookEventType
  status: DeliveryStatus
  attempt_count: number
  round: number
  response_status: number | null
  next_retry_at: string | null
  created_at: string
  attempts: AttemptView[]
  /** The exact body, the same in every attempt. */
  payload: string | null
}

export function presentSubscription(subscription: WebhookSubscriptionDoc): SubscriptionView {
  return {
    id: subscription._id,
    account_id: subscription.account_id,
    endpoint_url: subscription.endpoint_url,
    event_types: subscription.event_types,
    is_active: subscription.is_active,
    created_at: isoTime(subscription.created_at),
  }
}

export function presentWithSecret(subscription: WebhookSubscriptionDoc): SubscriptionWithSecret {
  return { ...presentSubscription(subscription), signing_secret: subscription.signing_secret }
}

/** @param payload the body; null if it is no longer stored. */
export function presentDelivery(delivery: WebhookDeliveryDoc, payload: string | null): DeliveryView {
  return {
    id: delivery._id,
    subscription_id: delivery.subscription_id,
    event_id: delivery.event_id,
    event_type: delivery.event_type,
    status: delivery.status,
    attempt_count: delivery.attempt_count,
    round: delivery.round,
    response_status: delivery.response_status,
    next_retry_at: isoTimeOrNull(delivery.next_retry_at),
    created_at: isoTime(idTime(delivery._id)),
    attempts: delivery.attempts.map(presentAttempt),
    payload,
  }
}

function presentAttempt(attempt: DeliveryAttemptDoc): AttemptView {
  return {
    attempted_at: isoTime(attempt.attempted_at),
    response_status: attempt.response_status,
    error: attempt.error,
    duration_ms: attempt.duration_ms,
    response_body: attempt.response_body,
  }
}
