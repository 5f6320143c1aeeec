import { idFloor } from '../../../ids.js'
import type { Models } from '../../../models/index.js'
import type { AddressTraces } from './address-traces.js'

const BATCH = 10
/** A younger callback, in ms, may have come before its message was recorded. */
const STILL_COMING_MS = 3_600_000

/**
 * Deletes callbacks with the address that match no message: they belong to no account, so nothing else finds them.
 * Parked ones would stay for good. Repeatable.
 */
export async function eraseUnmatched(models: Models, traces: AddressTraces, now: Date): Promise<void> {
  const { callbacks, deadLetters } = models
  const before = idFloor('callback', new Date(now.getTime() - STILL_COMING_MS))
  const [parked, waiting] = await Promise.all([
    deadLetters.collection.find({ kind: 'ingest' }, { projection: { row_id: 1 } }).toArray(),
    callbacks.collection.find({ awaits: { $gt: '' }, _id: { $lt: before } }, { projection: { _id: 1 } }).toArray(),
  ])
  const ids = [...parked.map(({ row_id }) => row_id), ...waiting.map(({ _id }) => _id)]
  for (let from = 0; from < ids.length; from += BATCH) {
    const rows = await callbacks.collection.find({ _id: { $in: ids.slice(from, from + BATCH) } }).toArray()
    const found = rows.flatMap(({ _id, body }) => (traces.removeFrom(body) === body ? [] : [_id]))
    await deadLetters.collection.deleteMany({ kind: 'ingest', row_id: { $in: found } })
    await callbacks.collection.deleteMany({ _id: { $in: found } })
  }
}
