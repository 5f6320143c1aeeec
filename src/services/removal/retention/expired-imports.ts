import { idFloor } from '../../../ids.js'
import { IMPORT_FILES } from '../../audience/contacts/contact-imports.js'
import type { ServiceDeps } from '../../deps.js'
import type { BlobStore } from '../../platform/blobs/blob-store.js'

/*
 * Deletes files of contacts some days after they were stored, whether they were imported or not, and later what is known of
 * their imports. An import that is still on its way when its file goes then fails.
 */

const BATCH = 20
const ROWS_BATCH = 200

interface ExpiredImportsDeps extends Pick<ServiceDeps, 'models' | 'work'> {
  blobStore: Pick<BlobStore, 'delete'>
}

export class ExpiredImports {
  readonly #deps: ExpiredImportsDeps

  constructor(deps: ExpiredImportsDeps) {
    this.#deps = deps
  }

  /** Deletes files. Batches of deletions, each with its size. */
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

  /** Deletes imports that have ended. Those that wait for a retry as dead letters stay. Batches, each with its size. */
  async *deleteEndedBefore(cutoff: Date): AsyncGenerator<number, void> {
    const { models, work } = this.#deps
    const { collection } = models.contactImports
    const end = idFloor('contactImport', cutoff)
    for (let after = ''; ; ) {
      const batch = await collection
        .find(
          { _id: { $gt: after, $lt: end }, updated_at: { $lt: cutoff }, ...work.imports.atRest },
          { projection: { account_id: 1 }, sort: { _id: 1 }, limit: ROWS_BATCH },
        )
        .toArray()
      const last = batch.at(-1)
      if (!last) return
      after = last._id
      const account_id = { $in: [...new Set(batch.map((row) => row.account_id))] }
      await collection.deleteMany({ _id: { $in: batch.map(({ _id }) => _id) }, account_id })
      yield batch.length
    }
  }
}
