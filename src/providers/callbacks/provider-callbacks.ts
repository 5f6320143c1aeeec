import type { TimelineEventType } from '../../contract/events.js'
import type { CallbackDoc } from '../../models/callback.js'

/** A provider's notification about a mail. */
export interface Notification {
  /** The provider's type, such as `Bounce` or `Rendering Failure`. */
  type: string
  /** The provider's id of the mail; null if the notification has none. */
  providerMessageId: string | null
  /** The message id from the mail's tag; null without a tag. */
  taggedMessageId: string | null
}

/** A verified callback. */
export interface VerifiedCallback extends Pick<CallbackDoc, 'provider' | 'source'> {
  /** The id of its delivery, the same in every attempt. If null, callbacks with equal bodies count as one. */
  deliveryId: string | null
  /** The exact text of the notification. */
  body: string
  notification: Notification
}

/** Why a recipient is put on the suppression list. */
export type SuppressionReason = 'hard_bounce' | 'complaint'

/** The timeline event of a notification. */
export interface ProviderEvent {
  type: TimelineEventType
  /** The same id no matter how, or how often, the provider reports the event. */
  providerEventId: string
  payload: Record<string, unknown>
  occurredAt: Date
  /**
   * True if the event comes without its own time. It then counts as happening after `sent`, whatever `occurredAt` says.
   */
  isAfterSent: boolean
  /** Recipients to suppress. */
  suppress: { recipient: string; reason: SuppressionReason }[]
}

/**
 * An event that a stranger reports, such as a server that had the mail last. It is trusted only as far as the message
 * is known to have the recipient: see `settleReport`.
 */
export interface ReportedEvent extends Pick<ProviderEvent, 'type' | 'occurredAt' | 'isAfterSent'> {
  /** The addresses by which it names the one recipient that it is about; the first that is one counts. */
  addresses: string[]
  /** The rest of the event, for a recipient (normalized) of the message; null if it names none. */
  of(recipient: string | null, mail: { messageId: string }): Pick<ProviderEvent, 'providerEventId' | 'payload'>
  /** The reason to suppress its recipient; null for none. */
  suppresses: SuppressionReason | null
  /** Whether it is about the only recipient of a message, whatever its addresses are. */
  mayBeAnybody: boolean
}

/** The effects of a notification. */
export interface NotificationEffects {
  /** Empty for types without an event, such as `Send`. */
  events: (ProviderEvent | ReportedEvent)[]
  /** Recipients to unsubscribe from marketing mail. */
  unsubscribe: string[]
}

/** Reads the callbacks of a provider. */
export interface ProviderCallbacks {
  /**
   * Verifies a callback and reads it. Until the signature is checked, nothing is trusted and only the certificate is
   * fetched.
   * @param isSigned whether it has the valid signature of this deployment.
   * @returns null if it is not about a mail, such as the confirmation of a subscription.
   * @throws ApiError `invalid_signature`; `invalid_request` if it is genuine but not a notification;
   *   `provider_unavailable` if the provider must send it again.
   */
  open(rawBody: Buffer, options: { isSigned: boolean }): Promise<VerifiedCallback | null>
  /**
   * Interprets a stored body; null if it is not a notification. A body that takes too much time or memory to read has
   * no effects.
   * @param receivedAt used if the notification has no time.
   */
  interpret(body: string, receivedAt: Date): Promise<NotificationEffects | null>
  /** When the provider accepted the mail that a stored body is about; null if the body does not say. */
  acceptedAt(body: string): Date | null
  /** Whether a type of notification is documented. */
  isKnown(type: string): boolean
  /** Closes connections. Idempotent. */
  close(): Promise<void>
}
