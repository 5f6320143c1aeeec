import type { Readable } from 'node:stream'
import type { Models } from '../../../models/index.js'
import type { BlobStore } from '../../platform/blobs/blob-store.js'
import type { AddressTraces } from './address-traces.js'
import type { Erasing } from './message-eraser.js'
import { searchRows } from './search-rows.js'

/** Bytes of the end of a piece that are searched again with the next one, because the address may be in both. */
const OVERLAP = 4_096
const BATCH = 100

/**
 * The ids of received mails that may have the address in their raw bytes or in a file, batch by batch. The bytes of large
 * ones are elsewhere, so all of those may.
 */
export async function* searchBlobs(
  models: Models,
  accountId: string,
  erasing: Erasing,
): AsyncGenerator<string[], void> {
  // Ids begin with the account. The character after the slash ends the range.
  const ofAccount = { $and: [{ _id: { $gt: `${accountId}/` } }, { _id: { $lt: `${accountId}0` } }] }
  const large = { ...ofAccount, file_id: { $ne: null } }
  for await (const { ids } of searchRows(models, models.blobs, erasing, { filter: ofAccount })) {
    yield mailsOf(models, accountId, ids)
  }
  for (let after = ''; ; ) {
    const batch: { _id: string }[] = await models.blobs.collection
      .find({ ...large, _id: { $gt: after } }, { projection: { _id: 1 }, sort: { _id: 1 }, limit: BATCH })
      .toArray()
    const last = batch.at(-1)
    if (!last) return
    after = last._id
    yield mailsOf(
      models,
      accountId,
      batch.map(({ _id }) => _id),
    )
  }
}

/** The mails that blobs belong to. */
async function mailsOf({ inboundEmails }: Models, accountId: string, blobIds: readonly string[]): Promise<string[]> {
  const keys = blobIds.map((id) => id.slice(accountId.length + 1).split('/'))
  const digests = keys.flatMap(([kind, digest]) => (kind === 'raw' && digest ? [digest] : []))
  const own = keys.flatMap(([kind, id]) => (kind === 'attachment' && id ? [id] : []))
  if (digests.length === 0) return own
  const same = { account_id: accountId, raw_digest: { $in: digests } }
  const rows = await inboundEmails.collection.find(same, { projection: { _id: 1 } }).toArray()
  return [...new Set([...own, ...rows.map(({ _id }) => _id)])]
}

/** Whether the address is in the bytes under a key. Large ones are read piece by piece. */
export async function isInBlob(
  blobStore: Pick<BlobStore, 'open'>,
  traces: AddressTraces,
  accountId: string,
  key: string,
): Promise<boolean> {
  const blob = await blobStore.open(accountId, key)
  if (!blob) return false
  if (Buffer.isBuffer(blob.content)) return traces.isIn(blob.content)
  return isInStream(traces, blob.content)
}

async function isInStream(traces: AddressTraces, pieces: Readable): Promise<boolean> {
  let end = Buffer.alloc(0)
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([end, piece])
    if (await traces.isIn(bytes)) return true
    end = bytes.subarray(-OVERLAP)
  }
  return false
}
