import type { App } from '../../src/app.js'
import { createIds } from '../../src/ids.js'
import type { EventDoc } from '../../src/models/event.js'

const newId = createIds({ now: () => new Date(), random: Math.random })

/** Records events as the dispatch does, each with its hint, and answers their ids in the order of the call. */
export async function recordEvents(
  { models, conveyor }: Pick<App, 'models' | 'conveyor'>,
  accountId: string,
  events: Partial<EventDoc>[],
): Promise<string[]> {
  const now = new Date()
  const rows = events.map((event): EventDoc => {
    const id = newId('event')
    return {
      _id: id,
      account_id: accountId,
      message_id: event.message_id ?? newId('message'),
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
  })
  await models.events.collection.insertMany(rows as never)
  conveyor.hint(
    'fan-out',
    rows.map(({ _id }) => ({ id: _id, accountId })),
  )
  return rows.map(({ _id }) => _id)
}

/** These events in their order of recording, as the ledger has it. */
export async function inOrderOfRecording({ models }: Pick<App, 'models'>, ids: string[]): Promise<string[]> {
  const rows = await models.events
    .find({ _id: { $in: ids } })
    .sort({ seq: 1 })
    .lean<EventDoc[]>()
  return rows.map(({ _id }) => _id)
}
