import type { mongo } from 'mongoose'

/** Whether a collection has a row that a filter matches. */
export async function exists<D extends { _id: string }>(
  collection: mongo.Collection<D>,
  filter: mongo.Filter<D>,
): Promise<boolean> {
  return (await collection.findOne(filter, { projection: { _id: 1 } })) !== null
}
