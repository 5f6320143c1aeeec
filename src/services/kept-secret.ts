import { randomBytes } from 'node:crypto'
import { isDuplicateKey } from '../models/duplicate-key.js'
import type { Models } from '../models/index.js'

/** A secret of the deployment, generated at the first use. Concurrent calls get the same one. */
export async function keptSecret(models: Models, name: string): Promise<string> {
  const made = randomBytes(32).toString('base64url')
  for (;;) {
    try {
      const row = await models.system.findOneAndUpdate(
        { _id: name },
        { $setOnInsert: { value: made } },
        { upsert: true, returnDocument: 'after' },
      )
      return row.value
    } catch (error) {
      // Another process created it at the same time: read that.
      if (!isDuplicateKey(error)) throw error
    }
  }
}
