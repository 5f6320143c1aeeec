import { Group } from '../../lib/group.js'
import { groupBy } from '../../lib/group-by.js'
import type { EventDoc } from '../../models/event.js'
import type { Models } from '../../models/index.js'
import { statusFields } from '../timeline/status-fields.js'

const MAX_GROUP_ITEMS = 500

/**
 * Brings the status of messages up to opens and clicks that were recorded by ourselves. It is part of the fan-out of
 * these events, and so happens whatever becomes of the process that took them.
 */
export class EngagementStatus {
  readonly #group: Group<EventDoc, undefined>

  constructor(models: Models) {
    this.#group = new Group((events) => followEvents(models, events), { maxItems: MAX_GROUP_ITEMS })
  }

  /** Resolves when the message's status follows from this event too. Repeatable, and right in any order. */
  async follow(event: EventDoc): Promise<void> {
    const isOurs = event.source === 'worker' && (event.type === 'opened' || event.type === 'clicked')
    if (isOurs) await this.#group.add(event)
  }
}

async function followEvents(models: Models, events: EventDoc[]): Promise<undefined> {
  const updates = [...groupBy(events, (event) => event.message_id)].map(([id, own]) => {
    const recordedAt = new Date(Math.max(...own.map(({ created_at }) => created_at.getTime())))
    return {
      updateOne: {
        filter: { _id: id, account_id: own[0]!.account_id },
        update: [{ $set: { ...statusFields(own), updated_at: { $max: ['$updated_at', recordedAt] } } }],
      },
    }
  })
  await models.messages.collection.bulkWrite(updates as never, { ordered: false })
  return undefined
}
