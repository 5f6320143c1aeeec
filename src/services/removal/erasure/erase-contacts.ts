import type { Readable } from 'node:stream'
import type { Clock } from '../../../clock.js'
import { decodedText, NoTextError } from '../../../lib/csv/csv-records.js'
import type { Models } from '../../../models/index.js'
import { IMPORT_FILES } from '../../audience/contacts/contact-imports.js'
import { removeContacts } from '../../audience/contacts/remove-contacts.js'
import type { BlobStore } from '../../platform/blobs/blob-store.js'
import type { AddressTraces } from './address-traces.js'
import { eraseFields } from './erase-elsewhere.js'
import type { Erasing } from './message-eraser.js'
import { isInBlob } from './search-blobs.js'

/** Characters of the end of a text that are searched again with the next one, because the address may be in both. */
const OVERLAP = 1_000

interface EraserDeps {
  models: Models
  clock: Clock
  blobStore: Pick<BlobStore, 'open' | 'delete'>
}

/**
 * Deletes the contact with an address, and the files of imports that contain it; erases it from other contacts, lists and
 * imports. Repeatable. Returns how many contacts had it.
 */
export async function eraseContacts(deps: EraserDeps, accountId: string, erasing: Erasing): Promise<number> {
  const { models } = deps
  // The files first: an import would create the contact again.
  await eraseFiles(deps, accountId, erasing.traces)
  const filter = { account_id: accountId }
  const removed = await eraseContact(models, accountId, erasing.address)
  const others = await eraseFields(models, models.contacts, erasing, { filter })
  await eraseFields(models, models.contactLists, erasing, { filter })
  await eraseFields(models, models.contactImports, erasing, { filter })
  return removed + others
}

/** Deletes the contact with an address. Returns how many there were. */
export async function eraseContact(models: Models, accountId: string, address: string): Promise<number> {
  const found = { account_id: accountId, email: address }
  const rows = await models.contacts.collection.find(found, { projection: { _id: 1 } }).toArray()
  if (rows.length === 0) return 0
  const ids = rows.map(({ _id }) => _id)
  return (await removeContacts(models, accountId, ids)).length
}

/** Imports from these files end: what they have not imported is lost. */
async function eraseFiles({ models, clock, blobStore }: EraserDeps, accountId: string, traces: AddressTraces) {
  const prefix = `${accountId}/${IMPORT_FILES}/`
  // The character after the slash ends the range.
  const ofAccount = { $gt: prefix, $lt: `${accountId}/${IMPORT_FILES}0` }
  const files = await models.blobs.collection.find({ _id: ofAccount }, { projection: { _id: 1 } }).toArray()
  for (const { _id } of files) {
    const key = _id.slice(accountId.length + 1)
    if (!(await isInFile(blobStore, traces, accountId, key))) continue
    await blobStore.delete(accountId, [key])
    await models.contactImports.collection.updateMany(
      { account_id: accountId, blob_key: key, status: 'running' },
      {
        $set: { status: 'failed', failure: 'Its file was erased.', updated_at: clock.now() },
        $unset: { process_at: 1, lease: 1, held: 1, enqueued_at: 1 },
      },
    )
  }
}

/** Whether the address is in a file, in UTF-8 or UTF-16. */
async function isInFile(
  blobStore: Pick<BlobStore, 'open'>,
  traces: AddressTraces,
  accountId: string,
  key: string,
): Promise<boolean> {
  if (await isInBlob(blobStore, traces, accountId, key)) return true
  const blob = await blobStore.open(accountId, key)
  if (!blob) return false
  const source = Buffer.isBuffer(blob.content) ? [blob.content] : (blob.content as Readable as AsyncIterable<Buffer>)
  let end = ''
  try {
    for await (const text of decodedText(source)) {
      const all = end + text
      if (await traces.isIn(Buffer.from(all))) return true
      end = all.slice(-OVERLAP)
    }
  } catch (error) {
    if (!(error instanceof NoTextError)) throw error
  }
  return false
}
