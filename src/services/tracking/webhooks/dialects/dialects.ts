import type { WebhookEventType, WebhookFormat } from '../../../../contract/webhooks.js'
import type { Dialect, Signed, Signing } from './dialect.js'
import { mailgun } from './mailgun.js'
import { postmark } from './postmark.js'
import { reportedIn } from './reported-event.js'
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

/** The body of a delivery in its format, without the parts that differ between attempts. */
export function bodyIn(format: WebhookFormat | undefined, body: string): string {
  return isOther(format) ? JSON.stringify(DIALECTS[format].body(reportedIn(body))) : body
}

/** What an attempt has besides, from a body of {@link bodyIn}. */
export function signIn(format: WebhookFormat | undefined, signing: Signing): Signed {
  return (isOther(format) && DIALECTS[format].sign?.(signing)) || {}
}

const isOther = (format: WebhookFormat | undefined): format is OtherFormat =>
  format !== undefined && format !== 'postline'
