import type { WebhookEventType } from '../../../../contract/webhooks.js'
import type { ReceivedFormat } from './received-request.js'
import type { ReportedEvent } from './reported-event.js'

/** What signs an attempt. */
export interface Signing {
  /** The signing secret of the subscription, as text. */
  secret: string
  eventId: string
  /** The time of the attempt, in Unix seconds. */
  timestamp: number
  body: string
}

/** What an attempt has besides the headers of every request. */
export interface Signed {
  headers?: Record<string, string>
  /** The body, if the signature is a part of it. */
  body?: string
}

/** How another mail API reports events. */
export interface Dialect {
  /** Its names for our types of events. One without a name there is not sent. */
  names: Partial<Record<WebhookEventType, string>>
  /** What the body of an event is as JSON, the same in every attempt. What that API has and we do not, is left out. */
  body(event: ReportedEvent): unknown
  /** Mail that came in, if more is sent of it than {@link body} has. */
  received?: ReceivedFormat
  /** Its signature of an attempt. Left out if it has none. */
  sign?(signing: Signing): Signed
}

/** Whether a bounce is for good: simulated ones say no type. One of an unknown kind is not, so we go on sending to the address. */
export const isPermanent = ({ bounceType }: Pick<ReportedEvent, 'bounceType'>): boolean =>
  bounceType === null || bounceType === 'Permanent'

/** Unix seconds, as integers. */
export const secondsOf = (at: Date) => Math.floor(at.getTime() / 1_000)

/** Values of `metadata` as text, for APIs that know only text. */
export function textsOf(metadata: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(metadata).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return Object.fromEntries(texts)
}

/** Tags without their own name, such as those that programs set over SMTP. */
const LABEL = /^tag(_\d+)?$/

/** Tags as labels, for APIs that know no names: the value of those named `tag`, `tag_2` and so on, and `name:value` of others. */
export function labelsOf(tags: Record<string, string> | null | undefined): string[] {
  return Object.entries(tags ?? {}).map(([name, value]) => (LABEL.test(name) ? value : `${name}:${value}`))
}

/** An object without the fields that are null or undefined. */
export function withoutNulls(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
}
