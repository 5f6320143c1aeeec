import { Group } from '../lib/group.js'

const MAX_BATCH = 500

/** A collection for look-ups. The driver's filter type stays open because the row type does. */
export interface Findable<T> {
  find(filter: { _id: { $in: string[] } }): { toArray(): Promise<T[]> }
}

/**
 * Finds rows by id. Concurrent calls share a query. Nothing is cached, so an answer is never older than its question.
 */
export function findTogether<T extends { _id: string }>(collection: Findable<T>): (id: string) => Promise<T | null> {
  return together(async (ids) => {
    const rows = await findByIds(collection, ids)
    return ids.map((id) => rows.get(id) ?? null)
  })
}

/** Makes concurrent calls share one run. */
export function together<Q, A>(find: (questions: Q[]) => Promise<A[]>): (question: Q) => Promise<A> {
  const group = new Group<Q, A>(find, { maxItems: MAX_BATCH })
  return (question) => group.add(question)
}

/** The existing rows with these ids. */
export async function findByIds<T extends { _id: string }>(
  collection: Findable<T>,
  ids: string[],
): Promise<Map<string, T>> {
  const rows = await collection.find({ _id: { $in: [...new Set(ids)] } }).toArray()
  return new Map(rows.map((row) => [row._id, row]))
}
