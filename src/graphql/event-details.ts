import type { z } from 'zod'
import { EVENT_DETAILS, ReportedRecipient } from '../contract/event-details.js'
import type { TimelineEventType } from '../contract/events.js'
import { builder } from './builder.js'
import { outputOf } from './contract-types.js'

const Recipient = outputOf('ReportedRecipient', 'A recipient that an event is about.', ReportedRecipient)

/** The name of the type with the details of a type of events: `delivery_delayed` → `DeliveryDelayedDetails`. */
export const detailsType = (type: TimelineEventType): string =>
  `${`_${type}`.replaceAll(/_(.)/g, (_match, letter: string) => letter.toUpperCase())}Details`

const types = {
  bounced_recipients: [Recipient],
  delayed_recipients: [Recipient],
  // Not an id of ours.
  provider_message_id: 'String',
}

const members = Object.entries(EVENT_DETAILS).map(([type, schema]: [string, z.ZodObject]) =>
  outputOf(detailsType(type as TimelineEventType), `What an event of the type ${type.toUpperCase()} says.`, schema, {
    types,
  }),
)

/** What an event says, by its type. */
export const EventDetails = builder.unionType('EventDetails', {
  description: 'The details of an event, by its type. Fields that its source does not report are null.',
  types: members,
  resolveType: (details) => (details as unknown as { __typename: string }).__typename,
})
