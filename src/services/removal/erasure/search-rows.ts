import { mongo } from 'mongoose'
import type { Models } from '../../../models/index.js'
import type { Erasing } from './message-eraser.js'

/** A collection of the ledger. */
export type Searched = { collection: Pick<mongo.Collection, 'collectionName'> }

/** A row of any collection. */
export type Row = { _id: string; [field: string]: unknown }

/** The rows of a collection, whatever their fields are. */
export const rowsOf = ({ connection }: Pick<Models, 'connection'>, { collection }: Searched): mongo.Collection<Row> =>
  connection.db!.collection(collection.collectionName)

export interface Search {
  /** Which rows. An index must begin with what it names and the field of the order. */
  filter?: mongo.Document
  /** The field of the order; `_id` if left out. */
  order?: string
}

/** The rows of a batch that may contain the address, and how many were searched. */
export interface Hits {
  ids: string[]
  searched: number
}

const BATCH = 200
/** A batch ends with the row that brings it to this size. MongoDB sends no more than that at a time. */
const MAX_BYTES = 16 * 2 ** 20
/** The same for rows that were found: they are read at once. */
const MAX_FOUND_BYTES = 2 ** 20

/**
 * The rows of a collection that may contain an address, batch by batch, whatever their fields are: the stored bytes are
 * searched. After each batch it rests as long as the batch took, so that others get at least half of MongoDB.
 */
export async function* searchRows(
  models: Pick<Models, 'connection'>,
  searched: Searched,
  erasing: Erasing,
  { filter = {}, order = '_id' }: Search,
): AsyncGenerator<Hits, void> {
  const collection = rowsOf(models, searched)
  for (let after: unknown; ; ) {
    const startedMs = performance.now()
    const rest = after === undefined ? filter : { ...filter, [order]: { $gt: after } }
    const options = { raw: true, sort: { [order]: 1 as const }, limit: BATCH }
    const { last, ...hits } = await searchBatch(collection.find(rest, options), erasing, order)
    yield hits
    if (last === undefined) return
    after = last
    await erasing.rest(performance.now() - startedMs)
  }
}

/** Returns the place of the last row too; none if there are no more. */
async function searchBatch(rows: AsyncIterable<unknown>, { traces }: Erasing, order: string) {
  const ids: string[] = []
  let searched = 0
  let [bytes, foundBytes] = [0, 0]
  for await (const row of rows) {
    if (!Buffer.isBuffer(row)) continue
    searched += 1
    bytes += row.length
    if (await traces.mayBeIn(row)) {
      ids.push(String(mongo.BSON.deserialize(row)._id))
      foundBytes += row.length
    }
    if (searched === BATCH || bytes >= MAX_BYTES || foundBytes >= MAX_FOUND_BYTES) {
      const last: unknown = mongo.BSON.deserialize(row)[order]
      return { ids, searched, last }
    }
  }
  return { ids, searched, last: undefined }
}
