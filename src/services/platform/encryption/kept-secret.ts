import { randomBytes } from 'node:crypto'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import type { Models } from '../../../models/index.js'
import type { Sealer } from './sealer.js'
import { KEPT_SECRET, type KeptSecretName } from './secret-fields.js'

/** The parts that a kept secret needs. */
export interface KeptSecretDeps {
  models: Models
  sealer: Sealer
}

/** A secret of the deployment, generated at the first use. Concurrent calls get the same one. */
export async function keptSecret({ models, sealer }: KeptSecretDeps, name: KeptSecretName): Promise<string> {
  const made = sealer.seal(KEPT_SECRET, name, randomBytes(32).toString('base64url'))
  for (;;) {
    try {
      const row = await models.system.collection.findOneAndUpdate(
        { _id: name },
        { $setOnInsert: { value: made } },
        { upsert: true, returnDocument: 'after' },
      )
      return sealer.open(KEPT_SECRET, name, row!.value)
    } catch (error) {
      // Another process created it at the same time: read that.
      if (!isDuplicateKey(error)) throw error
    }
  }
}
