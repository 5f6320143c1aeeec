import type { Secret } from '../../components/secret-props'
import type { DeliveryStatus, EventType, WebhookFormat } from '../../graphql/enums'
import { type Tone, wordsOf } from '../../lib/status'

/** The events that webhooks can be told about, with what each means. */
export const EVENTS: readonly (readonly [type: EventType, meaning: string])[] = [
  ['SENT', 'a mail was handed to the mail provider'],
  ['DELIVERED', 'the recipient’s server took it'],
  ['DELIVERY_DELAYED', 'the recipient’s server does not take it yet'],
  ['BOUNCED', 'the recipient’s server refused it'],
  ['COMPLAINED', 'the recipient reported it as spam'],
  ['FAILED', 'it was not sent'],
  ['OPENED', 'somebody opened it'],
  ['CLICKED', 'somebody followed a link in it'],
  ['EMAIL_RECEIVED', 'a mail came in'],
]

/** The formats of requests, with what each means. */
export const FORMATS: readonly (readonly [format: WebhookFormat, title: string])[] = [
  ['POSTLINE', 'Postline'],
  ['RESEND', 'Resend'],
  ['POSTMARK', 'Postmark'],
  ['SENDGRID', 'SendGrid'],
  ['MAILGUN', 'Mailgun'],
]

/** The name of a format. */
export const titleOf = (format: WebhookFormat) => FORMATS.find(([name]) => name === format)?.[1] ?? format

/** What a format means for the code that receives the requests. */
export const FORMAT_HINTS: Record<WebhookFormat, string> = {
  POSTLINE: 'Requests as our documentation describes them.',
  RESEND: 'A handler for Resend takes them. Its secret is the one for libraries of Standard Webhooks.',
  POSTMARK:
    'A handler for Postmark takes them. Postmark signs nothing, so check our signature. It has no events for sent, delayed and failed mail.',
  SENDGRID: 'A handler for SendGrid takes them. It needs the verification key, which is shown when this is saved.',
  MAILGUN: 'A handler for Mailgun takes them, with the signing secret as its key.',
}

/** What a webhook is told about, in a few words. */
export function eventsInWords(types: readonly EventType[]): string {
  if (types.length === 0) return 'all events'
  return types.length <= 3 ? types.map(wordsOf).join(', ') : `${types.length} kinds of events`
}

/** How many deliveries went wrong, of those whose end is known. */
export interface FailureRate {
  failed: number
  finished: number
}

/** The failure rate of the newest deliveries. */
export function failureRateOf(deliveries: readonly { status: DeliveryStatus }[]): FailureRate {
  const finished = deliveries.filter(({ status }) => status !== 'PENDING')
  return { failed: finished.filter(({ status }) => status !== 'SUCCEEDED').length, finished: finished.length }
}

/** A failure rate as a sentence. */
export function rateInWords({ failed, finished }: FailureRate): string {
  if (finished === 0) return 'nothing delivered yet'
  if (finished === 1) return failed === 0 ? 'the last one succeeded' : 'the last one failed'
  if (failed === 0) return `all of the last ${finished} succeeded`
  return `${failed} of the last ${finished} failed (${Math.round((100 * failed) / finished)}%)`
}

/** Where a webhook stands, by the newest of its deliveries. */
export function stateOf(isActive: boolean, deliveries: readonly { status: DeliveryStatus }[]): [Tone, string] {
  if (!isActive) return ['warn', 'paused']
  const latest = deliveries.find(({ status }) => status !== 'PENDING')
  return latest && latest.status !== 'SUCCEEDED' ? ['bad', 'failing'] : ['good', 'active']
}

/** Both forms of a secret that signs requests, and the key that checks them, if the format has one. */
export const secretsOf = (made: {
  signingSecret: string
  standardSecret: string
  verificationKey?: string | null
}): Secret[] => [
  { label: 'Signing secret', text: made.signingSecret },
  { label: 'The same for libraries of Standard Webhooks', text: made.standardSecret },
  ...(made.verificationKey ? [{ label: 'Verification key', text: made.verificationKey }] : []),
]

/** Queries with one of these types show webhooks. */
export const WEBHOOK_TYPES = ['Webhook', 'WebhookConnection'] as const

/** Whether handlers for events of a format cannot read mail that came in, so that only those get it who name it. */
export const hasOwnHandlerForMail = (format: WebhookFormat) => format !== 'POSTLINE' && format !== 'RESEND'
