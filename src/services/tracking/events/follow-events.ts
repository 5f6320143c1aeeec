import { groupBy } from '../../../lib/collections/group-by.js'
import type { EventDoc } from '../../../models/event.js'
import type { Models } from '../../../models/index.js'
import { feedbackFields } from './feedback.js'
import { newestOf, statusFields } from './status-fields.js'

/** Updates the status of messages after events that are already recorded. Repeatable, in any order. */
export async function followEvents(models: Models, events: readonly EventDoc[]): Promise<void> {
  if (events.length === 0) return
  const updates = [...groupBy(events, (event) => event.message_id)].map(([_id, own]) => {
    const update = [{ $set: { ...statusFields(newestOf(own)), ...feedbackFields(own) } }]
    return { updateOne: { filter: { _id, account_id: own[0]!.account_id }, update } }
  })
  await models.messages.collection.bulkWrite(updates, { ordered: false })
}
