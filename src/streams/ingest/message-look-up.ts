import type { CallbackDoc } from '../../models/callback.js'
import type { Models } from '../../models/index.js'
import { type LookUp, lookUp, WORKER_BATCHING } from '../../models/look-up.js'
import type { MessageDoc } from '../../models/message.js'

/** The fields of a message that are needed to put an event on its timeline. */
export type FoundMessage = Pick<
  MessageDoc,
  | '_id'
  | 'account_id'
  | 'on_behalf_of'
  | 'test_mode'
  | 'broadcast_id'
  | 'template_id'
  | 'tags'
  | 'provider_message_id'
  | 'erased'
  | 'search'
  | 'trace'
>

type Named = Pick<CallbackDoc, 'tagged_message_id' | 'provider_message_id'>

const PROJECTION = {
  ...{ account_id: 1, on_behalf_of: 1, test_mode: 1, broadcast_id: 1, provider_message_id: 1 },
  ...{ template_id: 1, tags: 1, erased: 1, search: 1, trace: 1 },
}

/**
 * Finds the messages that callbacks are about: by the tag, which every hand-over carries and which is known before the
 * provider's id; otherwise by that id. The account comes from the message. Concurrent look-ups share queries.
 */
export function findMessages(models: Models): LookUp<Named, FoundMessage | null> {
  return lookUp(async (callbacks: Named[]) => {
    const tags = callbacks.flatMap((callback) => callback.tagged_message_id ?? [])
    const byTag = new Map((await find(models, '_id', tags)).map((row) => [row._id, row]))
    const isTagged = ({ tagged_message_id: tag }: Named) => tag !== undefined && byTag.has(tag)
    const ids = callbacks.filter((callback) => !isTagged(callback)).flatMap((one) => one.provider_message_id ?? [])
    const byProviderId = new Map(
      (await find(models, 'provider_message_id', ids)).map((row) => [row.provider_message_id, row]),
    )
    return callbacks.map(
      (callback) =>
        byTag.get(callback.tagged_message_id ?? '') ?? byProviderId.get(callback.provider_message_id) ?? null,
    )
  }, WORKER_BATCHING)
}

async function find(models: Models, field: '_id' | 'provider_message_id', values: string[]): Promise<FoundMessage[]> {
  if (values.length === 0) return []
  const filter = { [field]: { $in: [...new Set(values)] } }
  return models.messages.collection.find<FoundMessage>(filter, { projection: PROJECTION }).toArray()
}
