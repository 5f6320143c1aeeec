import type { WebhookEventType, WebhookFormat } from '../../../../contract/webhooks.js'
import type { Dialect, Signed, Signing } from './dialect.js'
import { mailgun } from './mailgun.js'
import { postmark } from './postmark.js'
import { loggedRequest, type ReceivedFormat } from './received-request.js'
import { reportedIn } from './reported-event.js'
import { mailOfPayload } from './reported-mail.js'
import { resend } from './resend.js'
import { sendgrid } from './sendgrid.js'

/*
 * Webhooks as other mail APIs send them, for handlers that were written for these.
 *
 * Only our own body is stored, once for all subscriptions. That of another format is made of it when it is sent or shown: it
 * takes some microseconds, where another stored body would take a write, and whatever is erased from one body would have to
 * be erased from each.
 */

/** A format that is not our own. */
export type OtherFormat = Exclude<WebhookFormat, 'postline'>

export const DIALECTS: Readonly<Record<OtherFormat, Dialect>> = { resend, postmark, sendgrid, mailgun }

/** Whether a format has a counterpart of a type of events. Without one, they are not sent. */
export function reports(format: WebhookFormat | undefined, type: WebhookEventType): boolean {
  return !isOther(format) || DIALECTS[format].names[type] !== undefined
}

/** The body of a delivery in its format, without the parts that differ between attempts, and without files. */
export function bodyIn(format: WebhookFormat | undefined, body: string): string {
  if (!isOther(format)) return body
  const { received, body: bodyOf } = DIALECTS[format]
  const event = reportedIn(body)
  if (event.type !== 'email.received' || !received) return JSON.stringify(bodyOf(event))
  return loggedRequest(received.requestOf(mailOfPayload(event.payload), null))
}

/** How a format hands over mail that came in; undefined if its body says it all. */
export function receivedFormat(format: WebhookFormat | undefined, type: WebhookEventType): ReceivedFormat | undefined {
  return isOther(format) && type === 'email.received' ? DIALECTS[format].received : undefined
}

/** What an attempt has besides, from a body of {@link bodyIn}. */
export function signIn(format: WebhookFormat | undefined, signing: Signing): Signed {
  return (isOther(format) && DIALECTS[format].sign?.(signing)) || {}
}

const isOther = (format: WebhookFormat | undefined): format is OtherFormat =>
  format !== undefined && format !== 'postline'
