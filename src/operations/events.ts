import { z } from 'zod'
import { TIMELINE_EVENT_TYPES } from '../models/message.js'
import { TimelineEvent } from './messages.js'
import { operation } from './operation.js'
import { optional } from './schemas.js'

export const liveEvents = operation({
  name: 'events.live',
  kind: 'subscription',
  scope: 'read',
  summary: 'Streams events in the order in which they are recorded: those behind `lastEventId` first, then live ones.',
  errors: ['not_found', 'stream_overflow', 'stream_interrupted'],
  input: z.object({
    message_id: optional(z.string()),
    types: optional(
      z
        .array(z.enum(TIMELINE_EVENT_TYPES), `must be a list of event types (${TIMELINE_EVENT_TYPES.join(', ')})`)
        .max(100, 'names more event types than there are'),
    ),
    // The one name here that is not snake_case: it is the field that SSE clients resume with.
    lastEventId: optional(z.string()),
  }),
  output: TimelineEvent,
  run: ({ caller, services }, { message_id, types, lastEventId }, signal) =>
    services.live.subscribe(
      caller,
      { messageId: message_id, types: types?.length ? types : undefined, after: lastEventId },
      signal,
    ),
})
