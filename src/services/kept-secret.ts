import { randomBytes } from 'node:crypto'
import { isDuplicateKey } from '../models/duplicate-key.js'
import type { Models } from '../models/index.js'

/** A secret of the deployment, made when it is first asked for: of processes that ask together, all get the same. */
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
      // Another process made it at the same moment: the next turn finds it.
      if (!isDuplicateKey(error)) throw error
    }
  }
}
