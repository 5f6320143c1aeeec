import { EventStreamRequest, TimelineEvent } from '../contract/events.js'
import { operation } from './operation.js'

export const liveEvents = operation({
  name: 'events.live',
  kind: 'subscription',
  scope: 'read',
  summary: 'Streams events in the order of recording: those after `lastEventId` first, then live ones.',
  errors: ['not_found', 'stream_overflow', 'stream_interrupted'],
  input: EventStreamRequest,
  output: TimelineEvent,
  run: ({ caller, services }, request, signal) => services.eventStreams.subscribe(caller, request, signal),
})
