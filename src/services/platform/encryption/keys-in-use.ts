import type { mongo } from 'mongoose'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import type { Models } from '../../../models/index.js'
import { keyIdExpression } from './sealer.js'
import { SECRET_FIELDS, type SecretField } from './secret-fields.js'

/*
 * Which keys encrypt secrets in the ledger.
 *
 * A process that may encrypt writes a row for its newest key before it uses it, so that a later start finds in a few
 * rows which keys it needs. `postline rotate-encryption-key` removes the rows of keys that nothing uses any more.
 */

const ROW = 'encryption_key:'

/** The rows that have a secret in this field. */
export const rowsWith = ({ ids, path }: SecretField): mongo.Filter<{ _id: string }> => ({
  ...(ids && { _id: { $in: ids } }),
  [path]: { $type: 'string' },
})

/** The rows of a field's collection. */
export const collectionOf = (models: Models, { collection }: SecretField): mongo.Collection<{ _id: string }> =>
  models.connection.db!.collection(collection)

/** Ids of all keys that may have encrypted something. Reads only their rows. */
export async function findKeyIds({ system }: Models): Promise<string[]> {
  const rows = await system.collection.find({ _id: new RegExp(`^${ROW}`) }, { projection: { _id: 1 } }).toArray()
  return rows.map(({ _id }) => _id.slice(ROW.length))
}

/** Records that a key is about to be used. */
export async function addKeyId({ system }: Models, keyId: string): Promise<void> {
  const value = new Date().toISOString()
  const adding = system.collection.updateOne({ _id: `${ROW}${keyId}` }, { $setOnInsert: { value } }, { upsert: true })
  await adding.catch((error: unknown) => {
    // Another process has added it at the same time.
    if (!isDuplicateKey(error)) throw error
  })
}

/** Removes keys that nothing uses any more. */
export async function removeKeyIds({ system }: Models, keyIds: readonly string[]): Promise<void> {
  await system.collection.deleteMany({ _id: { $in: keyIds.map((keyId) => `${ROW}${keyId}`) } })
}

/** How many secrets each key encrypts; under null, how many are plain. Reads every row with a secret. */
export async function countByKey(models: Models): Promise<Map<string | null, number>> {
  const counts = new Map<string | null, number>()
  for (const field of SECRET_FIELDS) {
    const stages = [
      { $match: rowsWith(field) },
      { $group: { _id: keyIdExpression(`$${field.path}`), count: { $sum: 1 } } },
    ]
    const groups = collectionOf(models, field).aggregate<{ _id: string | null; count: number }>(stages)
    for await (const { _id, count } of groups) counts.set(_id, (counts.get(_id) ?? 0) + count)
  }
  return counts
}
