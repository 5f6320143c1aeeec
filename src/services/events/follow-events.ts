import { groupBy } from '../../lib/group-by.js'
import type { EventDoc } from '../../models/event.js'
import type { Models } from '../../models/index.js'
import { feedbackFields } from './feedback.js'
import { newestOf, statusFields } from './status-fields.js'

/** Updates the status of messages after events that are already recorded. Repeatable, in any order. */
export async function followEvents(models: Models, events: readonly EventDoc[]): Promise<void> {
  if (events.length === 0) return
  const updates = [...groupBy(events, (event) => event.message_id)].map(([_id, own]) => {
    const recordedAt = new Date(Math.max(...own.map(({ created_at }) => created_at.getTime())))
    const fields = { ...statusFields(newestOf(own)), ...feedbackFields(own) }
    const update = [{ $set: { ...fields, updated_at: { $max: ['$updated_at', recordedAt] } } }]
    return { updateOne: { filter: { _id, account_id: own[0]!.account_id }, update } }
  })
  await models.messages.collection.bulkWrite(updates, { ordered: false })
}
