import type { EventSource } from '../../../contract/events.js'
import { idTime, type NewId } from '../../../ids.js'
import type { EventDoc } from '../../../models/event.js'
import type { ProviderEvent } from '../../../providers/callbacks/provider-callbacks.js'
import { type EventMessage, eventRow } from './event-row.js'

/** The row of an event reported by a provider, due for fan-out. */
export function providerEventDoc(
  newId: NewId,
  message: EventMessage,
  source: EventSource,
  event: Omit<ProviderEvent, 'isAfterSent'>,
): EventDoc {
  const id = newId('event')
  return eventRow(id, idTime(id), message, { ...event, source })
}
