import type { Models } from '../../models/index.js'
import { IMPORT_FILES } from '../contacts/contact-imports.js'
import type { BlobStore } from '../inbound/blob-store.js'

/*
 * Deletes files of contacts some days after they were stored, whether they were imported or not. An import that is still on
 * its way then fails.
 */

const BATCH = 20

export class ExpiredImports {
  readonly #deps: { models: Models; blobStore: Pick<BlobStore, 'delete'> }

  constructor(deps: { models: Models; blobStore: Pick<BlobStore, 'delete'> }) {
    this.#deps = deps
  }

  /** Batches of deletions, each with its size. */
  async *deleteBefore(cutoff: Date): AsyncGenerator<number, void> {
    const { models, blobStore } = this.#deps
    for (;;) {
      const batch = await models.blobs.collection
        .find({ kind: IMPORT_FILES, stored_at: { $lt: cutoff } }, { projection: { account_id: 1 }, limit: BATCH })
        .toArray()
      for (const { _id, account_id } of batch) {
        await blobStore.delete(account_id, [_id.slice(account_id.length + 1)], cutoff)
      }
      if (batch.length > 0) yield batch.length
      if (batch.length < BATCH) return
    }
  }
}
