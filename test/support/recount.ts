import { idFloor, idTime } from '../../src/ids.js'
import type { EventDoc } from '../../src/models/event.js'
import {
  broadcastCountId,
  type CountedType,
  countedAs,
  type EventCountDoc,
  hourAcceptedId,
  hourCountId,
} from '../../src/models/event-count.js'
import type { MessageDoc } from '../../src/models/message.js'
import { countedUntil } from '../../src/services/tracking/counts/accepted-counter.js'
import type { MongooseModels } from './mongoose-models.js'

/** The counts, without what differs from run to run. */
type CountRow = Pick<EventCountDoc, '_id' | 'live' | 'test' | 'messages' | 'settled' | 'unsubscribed' | 'canceled'>

const byId = (one: CountRow, other: CountRow) => (one._id < other._id ? -1 : 1)

/** The counts of events as they are in the ledger, without those of groups. */
export async function countsIn(models: MongooseModels): Promise<CountRow[]> {
  const rows = await models.eventCounts.collection.find().toArray()
  const others = rows.filter(({ _id }) => !_id.includes('|by-') && !_id.endsWith('|accepted'))
  const counts = new Map(others.map(({ expires_at: _later, ...row }) => [row._id, row as CountRow]))
  for (const { _id: accountId, latest } of await models.eventSequences.collection.find().toArray()) {
    if (!latest) continue
    const _id = `${accountId}|${latest.hour}`
    const row = counts.get(_id) ?? { _id }
    for (const mode of ['live', 'test'] as const) {
      const own = Object.entries(latest[mode] ?? {}) as [CountedType, number][]
      for (const [type, count] of own) row[mode] = { ...row[mode], [type]: (row[mode]?.[type] ?? 0) + count }
    }
    counts.set(_id, row)
  }
  return [...counts.values()].sort(byId)
}

/**
 * The counts that the ledger asks for: of each event that has a number, and of each message that somebody left by or that
 * was canceled.
 */
export async function recount(models: MongooseModels): Promise<CountRow[]> {
  const rows = new Map<string, CountRow>()
  const rowOf = (_id: string) => rows.set(_id, rows.get(_id) ?? { _id }).get(_id)!
  const add = (row: CountRow, part: 'live' | 'test' | 'messages', type: CountedType) => {
    row[part] = { ...row[part], [type]: (row[part]?.[type] ?? 0) + 1 }
  }
  const seen = new Set<string>()
  const isNew = (name: string) => !seen.has(name) && seen.add(name)
  for (const event of await models.events.find({ seq: { $gt: 0 } }).lean<EventDoc[]>()) {
    const type = countedAs(event.type)
    const { account_id, broadcast_id, message_id } = event
    add(rowOf(hourCountId(account_id, event.created_at)), event.test_mode ? 'test' : 'live', type)
    if (broadcast_id === undefined) continue
    const row = rowOf(broadcastCountId(account_id, broadcast_id))
    if (isNew(`${message_id} ${type}`)) add(row, 'messages', type)
    if (['sent', 'failed', 'suppressed'].includes(type) && isNew(message_id)) row.settled = (row.settled ?? 0) + 1
  }
  const marks = [
    ['unsubscribed', { unsubscribed_at: { $exists: true } }],
    ['canceled', { status: 'canceled' }],
  ] as const
  for (const [field, mark] of marks) {
    const marked = await models.messages.find({ ...mark, broadcast_id: { $exists: true } }).lean<MessageDoc[]>()
    for (const { account_id, broadcast_id } of marked) {
      const row = rowOf(broadcastCountId(account_id, broadcast_id!))
      row[field] = (row[field] ?? 0) + 1
    }
  }
  return [...rows.values()].sort(byId)
}

/** The counts of accepted messages, as they are and as they should be. */
export async function acceptedCounts(models: MongooseModels): Promise<{ counted: CountRow[]; expected: CountRow[] }> {
  const until = await countedUntil(models)
  const rows = await models.eventCounts.collection.find({ _id: { $regex: /\|accepted$/ } }).toArray()
  const expected = await acceptedBefore(models, until)
  // A scheduler has counted meanwhile.
  if ((await countedUntil(models)).getTime() !== until.getTime()) return acceptedCounts(models)
  return { counted: rows.map(({ expires_at: _later, ...row }) => row as CountRow).sort(byId), expected }
}

async function acceptedBefore(models: MongooseModels, until: Date): Promise<CountRow[]> {
  const counts = new Map<string, CountRow>()
  const messages = await models.messages
    .find({ _id: { $lt: idFloor('message', until) } }, { account_id: 1, test_mode: 1 })
    .lean<Pick<MessageDoc, '_id' | 'account_id' | 'test_mode'>[]>()
  for (const { _id, account_id, test_mode } of messages) {
    const id = hourAcceptedId(account_id, idTime(_id))
    const row = counts.get(id) ?? { _id: id }
    const mode = test_mode ? 'test' : 'live'
    row[mode] = { accepted: (row[mode]?.accepted ?? 0) + 1 }
    counts.set(id, row)
  }
  return [...counts.values()].sort(byId)
}
