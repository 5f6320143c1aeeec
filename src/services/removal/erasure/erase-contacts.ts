import type { Readable } from 'node:stream'
import type { Clock } from '../../../clock.js'
import { decodedText, UnsupportedEncodingError } from '../../../lib/csv/csv-records.js'
import type { Models } from '../../../models/index.js'
import { IMPORT_FILES } from '../../audience/contacts/contact-imports.js'
import { endImportsOf } from '../../audience/contacts/erased-imports.js'
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
 * Deletes the contact with an address; erases it from other contacts, lists and imports. Repeatable. Returns how many contacts had it.
 */
export async function eraseContacts(models: Models, accountId: string, erasing: Erasing): Promise<number> {
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

/** Deletes the files of imports that contain an address, and ends these imports. */
export async function eraseImportFiles(
  { models, clock, blobStore }: EraserDeps,
  accountId: string,
  traces: AddressTraces,
): Promise<void> {
  const prefix = `${accountId}/${IMPORT_FILES}/`
  // The character after the slash ends the range.
  const ofAccount = { $gt: prefix, $lt: `${accountId}/${IMPORT_FILES}0` }
  const files = await models.blobs.collection.find({ _id: ofAccount }, { projection: { _id: 1 } }).toArray()
  for (const { _id } of files) {
    const key = _id.slice(accountId.length + 1)
    if (!(await isInFile(blobStore, traces, accountId, key))) continue
    await blobStore.delete(accountId, [key])
    await endImportsOf(models, clock, { account_id: accountId, blob_key: key })
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
    if (!(error instanceof UnsupportedEncodingError)) throw error
  }
  return false
}
