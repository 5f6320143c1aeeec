import { mongo } from 'mongoose'
import type { Clock } from '../../../clock.js'
import { idFloor, idTime } from '../../../ids.js'
import type { EventDoc } from '../../../models/event.js'
import type { Models } from '../../../models/index.js'
import { eventKey } from './event-key.js'

/*
 * Earlier versions had a unique index of the whole ids of events, and wrote no keys. Until every row has its key, that index
 * excludes repeats: also of an event that an earlier version has recorded by this version, and the other way round. This
 * gives the rows their keys, in small batches, and drops the index when no process of an earlier version has written an
 * event for a day. A process of an earlier version that starts after that makes the index again, and it all begins anew.
 */

/** The index of earlier versions. */
export const EARLIER_INDEX = 'account_id_1_provider_event_id_1'
/** How far the rows are done, and until when the index is kept. */
const STATE = 'events:keyed'
const BATCH = 500
/** After this many batches it goes on in the next round, so that nothing that is due there waits for hours. */
const MAX_BATCHES = 1_000
/** How long the index is kept after the last event of an earlier version, in ms. */
const KEPT_MS = 86_400_000
/** Processes record events up to this long after the time in their ids, in ms, so these are looked at again. */
const LATE_MS = 3_600_000

const INDEX_NOT_FOUND = 27

interface State {
  /** The id of the last event that is done. */
  after: string
  keptUntil: Date
}

interface Deps {
  models: Pick<Models, 'events' | 'system'>
  clock: Clock
}

/** Batches of events, each with the number that got their keys. */
export async function* giveEarlierKeys({ models, clock }: Deps): AsyncGenerator<number, void> {
  const events = models.events.collection
  if (!(await events.indexExists(EARLIER_INDEX))) return
  const now = clock.now()
  const late = idFloor('event', new Date(now.getTime() - LATE_MS))
  let state = (await readState(models)) ?? { after: 'evt_', keptUntil: new Date(now.getTime() + KEPT_MS) }
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const rows = await events
      // Ids of the router are those of messages, which are unique by themselves.
      .find({ _id: { $gt: state.after, $lt: 'evt_~' } }, { projection: IDENTITY, sort: { _id: 1 }, limit: BATCH })
      .toArray()
    const earlier = rows.filter(({ dedup_key }) => !dedup_key)
    if (earlier.length > 0) await events.bulkWrite(earlier.map(giveKey), { ordered: false })
    state = after(state, rows, earlier, late)
    await writeState(models, state)
    yield earlier.length
    if (rows.length < BATCH) return state.keptUntil <= now ? dropIndex(models) : undefined
  }
}

const IDENTITY = { account_id: 1, message_id: 1, source: 1, provider_event_id: 1, dedup_key: 1 }

type Row = Pick<EventDoc, '_id' | 'account_id' | 'message_id' | 'source' | 'provider_event_id' | 'dedup_key'>

const giveKey = (row: Row): mongo.AnyBulkWriteOperation<EventDoc> => ({
  updateOne: {
    filter: { _id: row._id, account_id: row.account_id },
    update: { $set: { dedup_key: eventKey(row) } },
  },
})

function after({ after, keptUntil }: State, rows: readonly Row[], earlier: readonly Row[], late: string): State {
  const last = rows.at(-1)?._id ?? after
  const writtenMs = earlier.length > 0 ? idTime(earlier.at(-1)!._id).getTime() : 0
  return {
    after: rows.length < BATCH && last > late ? late : last,
    keptUntil: new Date(Math.max(keptUntil.getTime(), writtenMs + KEPT_MS)),
  }
}

async function readState({ system }: Deps['models']): Promise<State | null> {
  const row = await system.findById(STATE).lean()
  const [keptUntil = '', after = ''] = row?.value.split(' ') ?? []
  return row && { after, keptUntil: new Date(keptUntil) }
}

async function writeState({ system }: Deps['models'], { after, keptUntil }: State): Promise<void> {
  const value = `${keptUntil.toISOString()} ${after}`
  await system.updateOne({ _id: STATE }, { $set: { value } }, { upsert: true })
}

async function dropIndex({ events, system }: Deps['models']): Promise<void> {
  await system.deleteOne({ _id: STATE })
  try {
    await events.collection.dropIndex(EARLIER_INDEX)
  } catch (error) {
    // Somebody else has dropped it.
    if (!(error instanceof mongo.MongoServerError && error.code === INDEX_NOT_FOUND)) throw error
  }
}
