import type { mongo } from 'mongoose'
import type { Models } from '../../../models/index.js'
import { collectionOf, countByKey, findKeyIds, removeKeyIds, rowsWith } from './keys-in-use.js'
import { notSealedWith, SealedSecretError, type Sealer } from './sealer.js'
import { SECRET_FIELDS, type SecretField } from './secret-fields.js'

/** A secret that could not be encrypted again. */
export interface UnrotatedSecret {
  collection: string
  id: string
  reason: string
}

/** What a rotation has done. */
export interface RotationResult {
  /** Id of the key that encrypts all secrets now, except those that are left. */
  key: string
  /** Number of secrets that this run encrypted. */
  encrypted: number
  /** Number of secrets that are plain, or encrypted with another key. */
  left: number
  /** Some of them, with the reason. */
  left_secrets: UnrotatedSecret[]
  /** Keys of ENCRYPTION_KEY that nothing in the ledger uses any more; the newest has position 1. */
  removable_keys: { position: number; id: string }[]
}

/** How far a rotation has come with the secrets of one field. */
export type OnProgress = (title: string, done: number, total: number) => void

const BATCH = 500
/** Secrets written in the meantime by processes with other keys are found by the next pass. */
const MAX_PASSES = 3
const MAX_LEFT_SHOWN = 100

interface StoredSecret {
  _id: string
  value: string
}

/** Encrypts all secrets in the ledger with the newest key. */
export class SecretRotation {
  readonly #models: Models
  readonly #sealer: Sealer

  constructor({ models, sealer }: { models: Models; sealer: Sealer }) {
    this.#models = models
    this.#sealer = sealer
  }

  /**
   * Encrypts with the newest key what is plain or encrypted with another one. A secret that somebody changes at the same
   * time keeps the change. After an interruption, the next run continues.
   * @throws MissingKeyError if there is no key, or one that encrypts secrets is not given.
   */
  async run(onProgress: OnProgress): Promise<RotationResult> {
    const key = this.#sealer.demandKey()
    const left: UnrotatedSecret[] = []
    let encrypted = 0
    for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
      left.length = 0
      let found = 0
      for (const field of SECRET_FIELDS) found += await this.#rotate(field, key, left, onProgress)
      encrypted += found
      if (found === 0) break
    }
    const counts = await countByKey(this.#models)
    await this.#forgetUnused(counts, key)
    const ids = this.#sealer.keyIds.map((id, index) => ({ position: index + 1, id }))
    return {
      key,
      encrypted,
      left: [...counts].reduce((sum, [id, count]) => sum + (id === key ? 0 : count), 0),
      left_secrets: left.slice(0, MAX_LEFT_SHOWN),
      removable_keys: ids.filter(({ id }) => id !== key && !counts.has(id)),
    }
  }

  /** Returns how many secrets of a field it has encrypted. */
  async #rotate(field: SecretField, key: string, left: UnrotatedSecret[], onProgress: OnProgress): Promise<number> {
    const collection = collectionOf(this.#models, field)
    const outdated = { ...rowsWith(field), [field.path]: notSealedWith(key) }
    const total = await collection.countDocuments(outdated)
    let [encrypted, seen, after] = [0, 0, '']
    while (seen < total) {
      const rows = await collection
        .aggregate<StoredSecret>([
          { $match: { $and: [outdated, { _id: { $gt: after } }] } },
          { $sort: { _id: 1 } },
          { $limit: BATCH },
          { $project: { value: `$${field.path}` } },
        ])
        .toArray()
      const last = rows.at(-1)
      if (!last) break
      after = last._id
      seen += rows.length
      const writes = rows.flatMap((row) => this.#seal(field, row, left))
      if (writes.length > 0) encrypted += (await collection.bulkWrite(writes, { ordered: false })).modifiedCount
      onProgress(field.title, Math.min(seen, total), total)
    }
    return encrypted
  }

  /** The write for a secret, which has no effect if the secret has changed; none if it cannot be opened. */
  #seal(
    field: SecretField,
    { _id, value }: StoredSecret,
    left: UnrotatedSecret[],
  ): mongo.AnyBulkWriteOperation<{ _id: string }>[] {
    try {
      const sealed = this.#sealer.seal(field, _id, this.#sealer.open(field, _id, value))
      return [{ updateOne: { filter: { _id, [field.path]: value }, update: { $set: { [field.path]: sealed } } } }]
    } catch (error) {
      if (!(error instanceof SealedSecretError)) throw error
      left.push({ collection: field.collection, id: _id, reason: error.message })
      return []
    }
  }

  async #forgetUnused(counts: Map<string | null, number>, key: string): Promise<void> {
    const known = await findKeyIds(this.#models)
    await removeKeyIds(
      this.#models,
      known.filter((id) => id !== key && !counts.has(id)),
    )
  }
}
