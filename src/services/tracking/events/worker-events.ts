import { createHash } from 'node:crypto'
import type { TimelineEventType } from '../../../contract/events.js'
import { idTime, type NewId } from '../../../ids.js'
import type { EventDoc } from '../../../models/event.js'
import { type EventMessage, eventRow } from './event-row.js'

/** An event of the send pipeline. */
export interface WorkerEvent {
  type: TimelineEventType
  payload: Record<string, unknown>
  occurredAt: Date
  /** Distinguishes events of the same type, if a message can have several. */
  occurrence?: string
}

/**
 * The row of an event of the send pipeline, due for fan-out. Its `provider_event_id` is derived from message and type,
 * so a step that runs twice records it once.
 */
export function workerEventDoc(
  newId: NewId,
  message: EventMessage,
  { type, payload, occurredAt, occurrence }: WorkerEvent,
): EventDoc {
  const id = newId('event')
  const identity = occurrence === undefined ? `${message._id}:${type}` : `${message._id}:${type}:${occurrence}`
  const providerEventId = `wkr_${createHash('sha256').update(identity).digest('hex')}`
  return eventRow(id, idTime(id), message, { type, source: 'worker', providerEventId, payload, occurredAt })
}
