import type { EventDoc } from '../../../models/event.js'
import type { Models } from '../../../models/index.js'
import { DuplicateRowError, insertUnordered } from '../../../models/insert-unordered.js'
import type { WorkConveyor } from '../../../streams/topics.js'
import { rowOfEvent } from './event-key.js'

/**
 * Records events, each once, and passes them to the fan-out.
 *
 * An event that exists already is not an error, because the steps after it must still run.
 * @returns the events as recorded, in the given order; for an existing event, the earlier row.
 */
export async function recordEvents(models: Models, conveyor: WorkConveyor, events: EventDoc[]): Promise<EventDoc[]> {
  const failures = await insertUnordered(models.events.collection, events)
  for (const failure of failures.values()) if (!(failure instanceof DuplicateRowError)) throw failure

  const fresh = events.filter((_event, index) => !failures.has(index))
  conveyor.hint(
    'fan-out',
    fresh.map((event) => ({ id: event._id, accountId: event.account_id })),
  )
  if (failures.size === 0) return events
  const earlier = await findEarlier(
    models,
    events.filter((_event, index) => failures.has(index)),
  )
  return events.map((event, index) => (failures.has(index) ? (earlier.get(identity(event)) ?? event) : event))
}

async function findEarlier(models: Models, events: EventDoc[]): Promise<Map<string, EventDoc>> {
  const rows = await models.events.collection.find({ $or: events.map(rowOfEvent) }).toArray()
  return new Map(rows.map((row) => [identity(row), row]))
}

const identity = (event: EventDoc) => `${event.account_id} ${event.provider_event_id}`
