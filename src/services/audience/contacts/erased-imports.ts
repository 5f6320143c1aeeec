import type { Clock } from '../../../clock.js'
import type { ContactImportDoc } from '../../../models/contact-import.js'
import type { Models } from '../../../models/index.js'
import type { ClaimedImport } from './contact-importer.js'

/*
 * Imports whose files are erased. Whoever has one in hand may be writing contacts of the file. So its claim is not
 * removed but renamed: what the owner records is dropped, as the claim is no longer its own, and the claim shows that
 * it still writes. The owner ends it afterwards; if it dies, the claim ends by itself.
 */

type Imports = Pick<Models, 'contactImports'>

/** A claim under which contacts of an erased file may still be written. */
export type ErasedClaim = Pick<ContactImportDoc, '_id'> & { token: string }

const ERASED = ':erased'

/** Ends the imports of a file: what they have not imported is lost. */
export async function endImportsOf(
  { contactImports }: Imports,
  clock: Clock,
  { account_id, blob_key }: Pick<ContactImportDoc, 'account_id' | 'blob_key'>,
): Promise<void> {
  const now = clock.now()
  const renamed = { $mergeObjects: ['$lease', { token: { $concat: ['$lease.token', ERASED] } }] }
  const lease = { $cond: [{ $gt: ['$lease.until', now] }, renamed, '$$REMOVE'] }
  await contactImports.collection.updateMany({ account_id, blob_key, status: 'running' }, [
    { $set: { status: 'failed', failure: 'Its file was erased.', updated_at: now, lease } },
    { $unset: ['process_at', 'held', 'enqueued_at'] },
  ])
}

/** The imports of erased files that somebody has in hand, also of files that an earlier erasure has deleted. */
export async function findRunningErasedImports(
  { contactImports }: Imports,
  accountId: string,
  now: Date,
): Promise<ErasedClaim[]> {
  const rows = contactImports.collection.find(
    { account_id: accountId, status: 'failed', 'lease.until': { $gt: now } },
    { projection: { lease: 1 } },
  )
  return (await rows.toArray()).map(({ _id, lease }) => ({ _id, token: lease!.token }))
}

/** Says that the owner of an import writes nothing more, if its file was erased meanwhile. */
export async function releaseErased(
  { contactImports }: Imports,
  { _id, account_id, lease }: ClaimedImport,
): Promise<void> {
  const own = { _id, account_id, 'lease.token': `${lease.token}${ERASED}` }
  await contactImports.collection.updateOne(own, { $unset: { lease: 1 } })
}
