import { retryDelayMs } from '../../lib/concurrency/retry-schedule.js'
import type { DeliveryAttemptDoc, WebhookDeliveryDoc, WebhookSubscriptionDoc } from '../../models/webhook.js'

/** Most attempts of a round. */
export const MAX_ATTEMPTS = 12
/** The last attempt of a round must start within this time after the first one, without pauses. */
const WINDOW_MS = 24 * 3_600_000
const JITTER = 0.25
/** Longest wait that an endpoint can ask for. */
const MAX_ASKED_MS = 3_600_000
/** Statuses with which an endpoint can ask for one (RFC 6585 4, RFC 9110 15.6.4). */
const ASKING = [429, 503]
/** With this status an endpoint says that it is gone for good. */
const GONE = 410
/** Attempts that the log keeps: those of three rounds. */
const KEPT_ATTEMPTS = 36

/** What decides when the next attempt is. */
export interface RetryContext {
  /** Delay after a first failed attempt, before jitter, in ms. */
  baseMs: number
  /** Uniform in [0, 1). */
  random: () => number
  /** How long the endpoint asked to wait, in ms; null if it did not. */
  askedMs?: number | null
}

type Progress = Pick<
  WebhookDeliveryDoc,
  'attempt_count' | 'round_attempts' | 'round_started_at' | 'paused_base_ms' | 'attempts'
>
type Pauses = Pick<WebhookSubscriptionDoc, 'paused_total_ms'>

/** The changes to a delivery. A `next_at` of null means that nothing is left to do. */
export interface DeliveryOutcome {
  changes: Partial<WebhookDeliveryDoc> & Pick<WebhookDeliveryDoc, 'status'>
  nextAt: Date | null
}

/**
 * The result of an attempt: any 2xx is a success. Otherwise the next attempt is scheduled, unless it would be the
 * thirteenth or too late. An endpoint can move it by Retry-After, but not to an earlier time: that would use up the
 * attempts of a day within minutes.
 */
export function outcomeOf(
  delivery: Progress,
  { paused_total_ms }: Pauses,
  attempt: DeliveryAttemptDoc,
  now: Date,
  chance: RetryContext,
): DeliveryOutcome {
  const roundAttempts = delivery.round_attempts + 1
  const progress = {
    attempt_count: delivery.attempt_count + 1,
    round_attempts: roundAttempts,
    round_started_at: delivery.round_started_at ?? attempt.attempted_at,
    paused_base_ms: delivery.round_started_at ? delivery.paused_base_ms : paused_total_ms,
    response_status: attempt.response_status,
    attempts: [...delivery.attempts, attempt].slice(-KEPT_ATTEMPTS),
  }
  if (isSuccess(attempt)) return { changes: { ...progress, status: 'succeeded', next_retry_at: null }, nextAt: null }
  const nextAt = new Date(now.getTime() + delayMs(roundAttempts, attempt, chance))
  if (roundAttempts >= MAX_ATTEMPTS || isTooLate(progress, { paused_total_ms }, nextAt)) {
    return { changes: { ...progress, ...EXHAUSTED }, nextAt: null }
  }
  return { changes: { ...progress, status: 'failed', next_retry_at: nextAt }, nextAt }
}

function delayMs(
  roundAttempts: number,
  { response_status }: DeliveryAttemptDoc,
  { baseMs, random, askedMs }: RetryContext,
): number {
  const ownMs = retryDelayMs(roundAttempts, { baseMs, jitter: JITTER, random })
  if (response_status === null || !ASKING.includes(response_status)) return ownMs
  return Math.max(ownMs, Math.min(askedMs ?? 0, MAX_ASKED_MS))
}

const EXHAUSTED = { status: 'exhausted', next_retry_at: null } as const

/** The outcome of a delivery whose next attempt comes too late; null if it can still be made. */
export function outcomeIfTooLate(delivery: Progress, subscription: Pauses, now: Date): DeliveryOutcome | null {
  return isTooLate(delivery, subscription, now) ? { changes: EXHAUSTED, nextAt: null } : null
}

/** Whether an endpoint accepted the event. */
export function isSuccess({ response_status }: Pick<DeliveryAttemptDoc, 'response_status'>): boolean {
  return response_status !== null && response_status >= 200 && response_status < 300
}

/** Whether an endpoint says that it wants no more requests. */
export function isGone({ response_status }: Pick<DeliveryAttemptDoc, 'response_status'>): boolean {
  return response_status === GONE
}

function isTooLate(
  { round_started_at, paused_base_ms }: Pick<Progress, 'round_started_at' | 'paused_base_ms'>,
  { paused_total_ms }: Pauses,
  at: Date,
): boolean {
  if (!round_started_at) return false
  const pausedMs = Math.max(0, paused_total_ms - paused_base_ms)
  return at.getTime() - round_started_at.getTime() - pausedMs >= WINDOW_MS
}
