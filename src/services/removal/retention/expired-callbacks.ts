import type { Models } from '../../../models/index.js'

/*
 * Deletes callbacks some days after they were processed, before MongoDB does so itself. What they reported stays on the
 * timelines, and a callback that is repeated later records nothing twice, because events have their own keys.
 */

const BATCH = 200

export class ExpiredCallbacks {
  readonly #models: Models

  constructor(models: Models) {
    this.#models = models
  }

  /** Batches of deletions, each with its size. */
  async *deleteBefore(cutoff: Date): AsyncGenerator<number, void> {
    const { collection } = this.#models.callbacks
    for (;;) {
      const batch = await collection
        .find({ processed_at: { $lt: cutoff } }, { projection: { _id: 1 }, limit: BATCH })
        .toArray()
      if (batch.length === 0) return
      await collection.deleteMany({ _id: { $in: batch.map(({ _id }) => _id) } })
      yield batch.length
      if (batch.length < BATCH) return
    }
  }
}
