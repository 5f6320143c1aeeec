import type { TimelineEvent as TimelineEventRow } from '../../contract/events.js'
import { liveEvents } from '../../operations/events.js'
import { eventDetails } from '../../services/tracking/events/event-details.js'
import { builder } from '../builder.js'
import { outputOf } from '../contract-types.js'
import { EventType } from '../enums.js'
import { detailsType, EventDetails } from '../event-details.js'
import { streams } from '../resolve.js'

/** An entry of a timeline. */
export const TimelineEvent = outputOf('TimelineEvent', 'Something that happened to a message.', liveEvents.output, {
  types: { provider_event_id: 'String' },
  about: { type: 'What happened.' },
  more: (t) => ({
    details: t.field({
      type: EventDetails,
      complexity: { field: 0, multiplier: 1 },
      description: 'What the payload says, in the same form from every source.',
      resolve: (event: TimelineEventRow) => ({ ...eventDetails(event), __typename: detailsType(event.type) }),
    }),
  }),
})

const after = 'Id of the last event you saw. The stream continues with the next one.'

builder.subscriptionFields((t) => ({
  messageTimeline: t.field({
    type: TimelineEvent,
    args: {
      messageId: t.arg({ type: 'ID', required: true, description: 'The message.' }),
      after: t.arg({ type: 'ID', description: `${after} If omitted, the whole timeline, then live events.` }),
    },
    description:
      'The timeline of a message in order of recording: existing events, then live ones. Ends a minute after a terminal event (bounced, complained, failed, suppressed) if no other follows.',
    ...streams(liveEvents, { after: 'lastEventId' }),
  }),
  accountEvents: t.field({
    type: TimelineEvent,
    args: {
      types: t.arg({ type: [EventType], description: 'Only these types. All if empty or omitted.' }),
      after: t.arg({ type: 'ID', description: `${after} If omitted, live events only.` }),
    },
    description: 'Events of all messages of the account in order of recording.',
    ...streams(liveEvents, { after: 'lastEventId' }),
  }),
}))
