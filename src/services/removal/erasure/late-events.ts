import type { EventDoc } from '../../../models/event.js'
import type { Models } from '../../../models/index.js'
import { withoutAddresses, withoutAddressesIn } from './personal-fields.js'

/*
 * What is reported about a message after a recipient of it was erased. Nobody knows then which address it was, so events
 * name none at all. See `erasedNames` for suppressions.
 */

/** Those of the messages of which a recipient was erased. */
export async function findErased({ messages }: Models, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const marked = { _id: { $in: [...new Set(ids)] }, erased: true as const }
  const rows = await messages.collection.find(marked, { projection: { _id: 1 } }).toArray()
  return new Set(rows.map(({ _id }) => _id))
}

/** The event, as it may be recorded. */
export function withoutErased(event: EventDoc, erased: ReadonlySet<string>): EventDoc {
  if (!erased.has(event.message_id)) return event
  const { payload, tags } = event
  return { ...event, payload: withoutAddresses(payload), ...(tags && { tags: tags.map(withoutAddressesIn) }) }
}
