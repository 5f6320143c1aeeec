import type { TimelineEventType } from '../../contract/events.js'
import { splitAddress } from '../../lib/mail/addresses.js'
import type { MailContent } from '../../models/message.js'
import { firstLink } from './first-link.js'

/** An event of a simulated send, after `sent`. */
export interface SimulatedEvent {
  type: TimelineEventType
  payload: Record<string, unknown>
}

/** A mail that is simulated, for one of its recipients. */
interface Simulation {
  recipient: string
  /** As in the `sent` event. */
  providerMessageId: string
  sentAt: Date
  content: Pick<MailContent, 'html' | 'text'>
}

type Outcome = (simulation: Simulation) => SimulatedEvent[]

const detailed = (type: TimelineEventType, detail: string): SimulatedEvent => ({ type, payload: { detail } })

const deliver: Outcome = () => [detailed('delivered', 'Simulated delivery: no mail was sent.')]
const bounce: Outcome = () => [detailed('bounced', 'Simulated bounce: the test recipient asked for it.')]
const complain: Outcome = () => [detailed('complained', 'Simulated complaint: the test recipient asked for it.')]

/** An event with the payload that SES would give it, and the `detail` that all simulated ones have. */
function likeSes(
  type: TimelineEventType,
  notificationType: string,
  { recipient, providerMessageId, sentAt }: Simulation,
  facts: Record<string, unknown>,
): SimulatedEvent {
  const mail = { messageId: providerMessageId, timestamp: sentAt.toISOString(), destination: [recipient] }
  const detail = 'Simulated: the test recipient asked for it.'
  return { type, payload: { detail, notificationType, mail, ...facts } }
}

const bounceAs = (kind: { type: string; subType: string; status: string; reply: string }): Outcome => {
  const { type, subType, status, reply } = kind
  return (simulation) => {
    const { recipient: emailAddress, sentAt } = simulation
    const bouncedRecipients = [{ emailAddress, action: 'failed', status, diagnosticCode: `smtp; ${reply}` }]
    const timestamp = sentAt.toISOString()
    const facts = { bounce: { timestamp, bounceType: type, bounceSubType: subType, bouncedRecipients } }
    return [likeSes('bounced', 'Bounce', simulation, facts)]
  }
}

/** The plain names keep the flat payload of all simulated events; this one has what SES says. */
const complainOfAbuse: Outcome = (simulation) => {
  const { recipient: emailAddress, sentAt } = simulation
  const complaint = {
    timestamp: sentAt.toISOString(),
    complaintFeedbackType: 'abuse',
    complainedRecipients: [{ emailAddress }],
  }
  return [likeSes('complained', 'Complaint', simulation, { complaint })]
}

/** Reserved for documentation (RFC 5737). */
const CLIENT = { ipAddress: '192.0.2.1', userAgent: 'Simulated' }

const open: Outcome = (simulation) => {
  const timestamp = simulation.sentAt.toISOString()
  return [...deliver(simulation), likeSes('opened', 'Open', simulation, { open: { timestamp, ...CLIENT } })]
}

const click: Outcome = (simulation) => {
  const link = firstLink(simulation.content) ?? 'https://example.com/'
  const click = { timestamp: simulation.sentAt.toISOString(), link, ...CLIENT }
  return [...open(simulation), likeSes('clicked', 'Click', simulation, { click })]
}

const delay: Outcome = (simulation) => {
  const { recipient: emailAddress, sentAt } = simulation
  const diagnosticCode = 'smtp; 451 4.4.1 The simulated server is not available'
  const facts = {
    deliveryDelay: {
      timestamp: sentAt.toISOString(),
      delayType: 'TransientCommunicationFailure',
      delayedRecipients: [{ emailAddress, status: '4.4.1', diagnosticCode }],
    },
  }
  return [likeSes('delivery_delayed', 'DeliveryDelay', simulation, facts), ...deliver(simulation)]
}

/** By local part. All others are delivered. */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  bounced: bounce,
  bounce,
  complained: complain,
  complaint: complain,
  'complained-abuse': complainOfAbuse,
  'bounced-hard': bounceAs({
    type: 'Permanent',
    subType: 'NoEmail',
    status: '5.1.1',
    reply: '550 5.1.1 There is no such mailbox',
  }),
  'bounced-soft': bounceAs({
    type: 'Transient',
    subType: 'MailboxFull',
    status: '4.2.2',
    reply: '452 4.2.2 The mailbox is full',
  }),
  delayed: delay,
  opened: open,
  clicked: click,
}

/** What happens to a simulated mail at a recipient, in order. The local part decides, in any case. */
export function simulatedEvents(simulation: Simulation): SimulatedEvent[] {
  const local = splitAddress(simulation.recipient).local.toLowerCase()
  return (Object.hasOwn(OUTCOMES, local) ? OUTCOMES[local]! : deliver)(simulation)
}
