import { idFloor } from '../../../ids.js'
import { exists } from '../../../models/exists.js'
import type { ServiceDeps } from '../../deps.js'
import type { BlobStore } from '../../platform/blobs/blob-store.js'
import type { ReceivedRemoval, RemovableEmail } from '../received-removal.js'
import { removeOrphanedMails } from './orphaned-mails.js'

/*
 * Removes received mail some days after it arrived: first its raw bytes, or its texts and attachments, at last the whole.
 *
 * Ids sort by time, and what is removed is not there the next time, so no walk needs to remember where it was. Mail that
 * waits to be parsed or announced, also as a dead letter, stays, and its raw bytes with it: a worker begins with them.
 */

const BATCH = 100
const FIELDS = { account_id: 1, raw_digest: 1 }

type ExpiredDeps = Pick<ServiceDeps, 'models' | 'work'> & {
  blobStore: Pick<BlobStore, 'delete'>
  receivedRemoval: ReceivedRemoval
}

export class ExpiredReceived {
  readonly #deps: ExpiredDeps

  constructor(deps: ExpiredDeps) {
    this.#deps = deps
  }

  /** Batches of whole mails, each with its size. */
  async *deleteBefore(cutoff: Date): AsyncGenerator<number, void> {
    const { models, work, receivedRemoval } = this.#deps
    const end = idFloor('inboundEmail', cutoff)
    for (let after = ''; ; ) {
      const filter = { _id: { $gt: after, $lt: end }, ...work.inbound.atRest }
      const batch: RemovableEmail[] = await models.inboundEmails.collection
        .find(filter, { projection: FIELDS, sort: { _id: 1 }, limit: BATCH })
        .toArray()
      const last = batch.at(-1)
      if (!last) break
      after = last._id
      await receivedRemoval.removeAll(batch)
      yield batch.length
    }
    yield* removeOrphanedMails(models, 'inboundEmail', cutoff)
  }

  /** Batches of texts and attachments, each with the number of mails. */
  async *removeContentsBefore(cutoff: Date): AsyncGenerator<number, void> {
    const { models, receivedRemoval } = this.#deps
    const end = idFloor('inboundEmail', cutoff)
    for (;;) {
      const batch: { _id: string }[] = await models.inboundContents.collection
        .find({ _id: { $lt: end } }, { projection: { _id: 1 }, sort: { _id: 1 }, limit: BATCH })
        .toArray()
      if (batch.length === 0) return
      const ids = batch.map(({ _id }) => _id)
      const rows = await models.inboundEmails.collection.find({ _id: { $in: ids } }, { projection: FIELDS }).toArray()
      await receivedRemoval.removeContents(rows)
      // Those of mails that are gone, too.
      await models.inboundContents.collection.deleteMany({ _id: { $in: ids } })
      yield batch.length
    }
  }

  /** Batches of raw messages, each with their number. */
  async *removeRawBefore(cutoff: Date): AsyncGenerator<number, void> {
    const { models } = this.#deps
    for (let kept = 0; ; ) {
      const batch = await models.blobs.collection
        .find(
          { kind: 'raw', stored_at: { $lt: cutoff } },
          { projection: { account_id: 1 }, sort: { stored_at: 1 }, skip: kept, limit: BATCH },
        )
        .toArray()
      if (batch.length === 0) return
      const removed = await this.#removeRaw(batch, cutoff)
      kept += batch.length - removed
      yield removed
    }
  }

  async #removeRaw(batch: { _id: string; account_id: string }[], cutoff: Date): Promise<number> {
    const { models, work, blobStore } = this.#deps
    const isDone = { parsed_at: { $exists: true }, ...work.inbound.atRest }
    let removed = 0
    for (const { _id, account_id } of batch) {
      const key = _id.slice(account_id.length + 1)
      const raw_digest = key.slice(key.indexOf('/') + 1)
      if (await exists(models.inboundEmails.collection, { account_id, raw_digest, $nor: [isDone] })) continue
      await blobStore.delete(account_id, [key], cutoff)
      removed += 1
    }
    return removed
  }
}
