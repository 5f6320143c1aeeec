import { allGroups, type EventCountDoc, groupId, groupsOf, ungroupedIdOfField } from '../../../models/event-count.js'
import type { Models } from '../../../models/index.js'
import type { Erasing } from './message-eraser.js'
import { searchRows } from './search-rows.js'

/**
 * Erases an address from the tags and links by which events are counted, also where it may be a part of a longer one, as in
 * `for-ada@…`. The ids of the rows are hashes of these, which would prove a guess: so the counts move to the row of the
 * cleaned key. Repeatable.
 */
export async function eraseGroups(models: Models, accountId: string, erasing: Erasing): Promise<void> {
  const { eventCounts } = models
  // Both bounds stay when the search goes on after a row.
  const filter = { $and: [{ _id: allGroups(accountId) }] }
  for await (const { ids } of searchRows(models, eventCounts, erasing, { filter })) {
    const rows = await eventCounts.collection.find({ _id: { $in: ids } }, { projection: { key: 1 } }).toArray()
    for (const { _id, key = '' } of rows) {
      const clean = erasing.traces.removeAnywhereFrom(key)
      if (clean !== key) await moveCounts(models, _id, clean)
    }
  }
}

/** Adds the counts of a group to those of another key. A transaction that counts meanwhile is repeated, as this one is. */
async function moveCounts({ connection, eventCounts: { collection } }: Models, from: string, key: string) {
  const groups = groupsOf(from)
  const _id = groupId(groups, key)
  await connection.transaction(async (session) => {
    const row = await collection.findOneAndDelete({ _id: from }, { session })
    if (!row) return
    const { counts = {}, days = {}, expires_at } = row
    const known = await collection.findOne({ _id }, { projection: { days: 1 }, session })
    const ofDays = Object.entries(days).map(([day, own]) => incrementsOf(`days.${day}`, own))
    const $inc = Object.assign(incrementsOf('counts', counts), ...ofDays)
    const update = { $inc, $setOnInsert: { key, ...(expires_at && { expires_at }) } }
    await collection.updateOne({ _id }, update, { session, upsert: true })
    // Days on which two groups became one.
    const shared = Object.keys(days).filter((day) => known?.days?.[day])
    for (const day of shared) {
      await collection.updateOne({ _id: ungroupedIdOfField(groups, day) }, { $inc: { keys: -1 } }, { session })
    }
  })
}

const incrementsOf = (path: string, counts: NonNullable<EventCountDoc['counts']>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).map(([type, count]) => [`${path}.${type}`, count]))
