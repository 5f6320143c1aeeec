import type { App } from '../../src/app.js'
import type { EventDoc } from '../../src/models/event.js'
import { eventKey } from '../../src/services/tracking/events/event-key.js'
import type { MongooseModels } from './mongoose-models.js'

type Recording = Pick<App, 'models' | 'conveyor' | 'newId' | 'clock'>

/** Records events like dispatch, each with its hint, and returns their ids in the order of the call. */
export async function recordEvents(app: Recording, accountId: string, events: Partial<EventDoc>[]): Promise<string[]> {
  const rows = await recordEventRows(app, accountId, events)
  return rows.map(({ _id }) => _id)
}

/** The same, but returns the rows. */
export async function recordEventRows(
  { models, conveyor, newId, clock }: Recording,
  accountId: string,
  events: Partial<EventDoc>[],
): Promise<EventDoc[]> {
  const now = clock.now()
  const rows = events.map((event): EventDoc => {
    const id = newId('event')
    const row: Omit<EventDoc, 'dedup_key'> = {
      _id: id,
      account_id: accountId,
      message_id: newId('message'),
      type: 'delivered',
      source: 'worker',
      provider_event_id: `wkr_${id}`,
      payload: { detail: 'Taken.' },
      occurred_at: now,
      created_at: now,
      fanout_at: now,
      crashes: 0,
      ...event,
    }
    return { ...row, dedup_key: eventKey(row) }
  })
  await models.events.collection.insertMany(rows as never)
  conveyor.hint(
    'fan-out',
    rows.map((row) => ({ id: row._id, accountId: row.account_id })),
  )
  return rows
}

/** These events in their order of recording in the ledger. */
export async function inOrderOfRecording({ models }: { models: MongooseModels }, ids: string[]): Promise<string[]> {
  const rows = await models.events
    .find({ _id: { $in: ids } })
    .sort({ seq: 1 })
    .lean<EventDoc[]>()
  return rows.map(({ _id }) => _id)
}
