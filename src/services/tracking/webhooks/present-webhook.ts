import type { Webhook, WebhookAttempt, WebhookDelivery, WebhookWithSecret } from '../../../contract/webhooks.js'
import { idTime } from '../../../ids.js'
import { standardSecretOf } from '../../../lib/http/webhook-signature.js'
import type { DeliveryAttemptDoc, WebhookDeliveryDoc, WebhookSubscriptionDoc } from '../../../models/webhook.js'
import type { Sealer } from '../../platform/encryption/sealer.js'
import { WEBHOOK_SECRET } from '../../platform/encryption/secret-fields.js'
import { isoTime, isoTimeOrNull } from '../../platform/timestamps.js'
import { bodyIn } from './dialects/dialects.js'
import { verificationKey } from './verification-key.js'

/** @param sealer opens the secret, of which the public key is made. */
export function presentSubscription(subscription: WebhookSubscriptionDoc, sealer: Sealer): Webhook {
  return {
    id: subscription._id,
    account_id: subscription.account_id,
    endpoint_url: subscription.endpoint_url,
    event_types: subscription.event_types,
    format: subscription.format ?? 'postline',
    verification_key: verificationKey(subscription, WEBHOOK_SECRET, sealer),
    is_active: subscription.is_active,
    test_mode: subscription.test_mode ?? false,
    created_at: isoTime(subscription.created_at),
  }
}

export function presentWithSecret(
  subscription: WebhookSubscriptionDoc,
  sealer: Sealer,
  secret: string,
): WebhookWithSecret {
  return {
    ...presentSubscription(subscription, sealer),
    signing_secret: secret,
    standard_secret: standardSecretOf(secret),
  }
}

/** @param body the body in our own format; null if it is no longer stored. */
export function presentDelivery(delivery: WebhookDeliveryDoc, body: string | null): WebhookDelivery {
  return {
    id: delivery._id,
    subscription_id: delivery.subscription_id,
    event_id: delivery.event_id,
    event_type: delivery.event_type,
    message_id: delivery.message_id,
    status: delivery.status,
    attempt_count: delivery.attempt_count,
    round: delivery.round,
    response_status: delivery.response_status,
    next_retry_at: isoTimeOrNull(delivery.next_retry_at),
    created_at: isoTime(idTime(delivery._id)),
    attempts: delivery.attempts.map(presentAttempt),
    payload: body === null ? null : bodyIn(delivery.format, body),
  }
}

function presentAttempt(attempt: DeliveryAttemptDoc): WebhookAttempt {
  return {
    attempted_at: isoTime(attempt.attempted_at),
    response_status: attempt.response_status,
    error: attempt.error,
    duration_ms: attempt.duration_ms,
    request_headers: attempt.request_headers ?? [],
    response_headers: attempt.response_headers ?? [],
    response_body: attempt.response_body,
  }
}
