import { idFloor } from '../../../ids.js'
import type { Models } from '../../../models/index.js'
import { HAS_NO_WORK_LEFT, removeContent } from './remove-content.js'

/*
 * Removes the content of messages some days after they were accepted or, if they were scheduled, after that time.
 *
 * Ids sort by time, so the walk needs no index but that of the ids. A row remembers the last id, so that a run does not
 * begin with messages whose content is gone. Messages that have not left by then are noted in a separate collection
 * before the walk passes them, and looked at again in every run. A run that dies is repeated from the row.
 */

const POSITION = 'retention:bodies'
const BATCH = 200

export class ExpiredBodies {
  readonly #models: Models

  constructor(models: Models) {
    this.#models = models
  }

  /** Batches of removals, each with the number of messages it was about. */
  async *removeBefore(cutoff: Date): AsyncGenerator<number, void> {
    yield* this.#revisit(cutoff)
    const end = idFloor('message', cutoff)
    for (let after = await this.#position(); ; ) {
      const batch = await this.#models.messages.collection
        .find({ _id: { $gt: after, $lt: end } }, { projection: { _id: 1 }, sort: { _id: 1 }, limit: BATCH })
        .toArray()
      const last = batch.at(-1)
      if (!last) return
      const ids = batch.map(({ _id }) => _id)
      const removed = await this.#remove(ids, cutoff)
      await this.#note(ids.filter((id) => !removed.has(id)))
      await this.#models.system.collection.updateOne({ _id: POSITION }, { $set: { value: last._id } }, { upsert: true })
      after = last._id
      yield removed.size
      if (batch.length < BATCH) return
    }
  }

  /** Messages that had not left when the walk passed them. */
  async *#revisit(cutoff: Date): AsyncGenerator<number, void> {
    const { keptBodies, messages } = this.#models
    for (let after = ''; ; ) {
      const batch = await keptBodies.collection
        .find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit: BATCH })
        .toArray()
      const last = batch.at(-1)
      if (!last) return
      after = last._id
      const ids = batch.map(({ _id }) => _id)
      const removed = await this.#remove(ids, cutoff)
      const known = await messages.collection.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray()
      const stays = new Set(known.flatMap(({ _id }) => (removed.has(_id) ? [] : [_id])))
      await keptBodies.collection.deleteMany({ _id: { $in: ids.filter((id) => !stays.has(id)) } })
      yield removed.size
    }
  }

  /** Returns the messages of the batch whose content is gone. */
  async #remove(ids: string[], cutoff: Date): Promise<Set<string>> {
    const isOver = { _id: { $in: ids }, ...HAS_NO_WORK_LEFT, $nor: [{ scheduled_at: { $gte: cutoff } }] }
    const rows = await this.#models.messages.collection.find(isOver, { projection: { _id: 1 } }).toArray()
    const over = rows.map(({ _id }) => _id)
    await removeContent(this.#models, over)
    return new Set(over)
  }

  async #note(ids: string[]): Promise<void> {
    if (ids.length === 0) return
    const notes = ids.map((_id) => ({ updateOne: { filter: { _id }, update: { $set: { _id } }, upsert: true } }))
    await this.#models.keptBodies.collection.bulkWrite(notes, { ordered: false })
  }

  async #position(): Promise<string> {
    const row = await this.#models.system.collection.findOne({ _id: POSITION })
    return row?.value ?? ''
  }
}
