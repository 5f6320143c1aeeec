import { randomBytes } from 'node:crypto'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import type { Models } from '../../../models/index.js'
import type { Sealer } from './sealer.js'
import { DEPLOYMENT_SECRET, type DeploymentSecretName } from './secret-fields.js'

/** The parts that a kept secret needs. */
export interface DeploymentSecretDeps {
  models: Models
  sealer: Sealer
}

/** A secret of the deployment, generated at the first use. Concurrent calls get the same one. */
export async function deploymentSecret(
  { models, sealer }: DeploymentSecretDeps,
  name: DeploymentSecretName,
): Promise<string> {
  const made = sealer.seal(DEPLOYMENT_SECRET, name, randomBytes(32).toString('base64url'))
  for (;;) {
    try {
      const row = await models.system.collection.findOneAndUpdate(
        { _id: name },
        { $setOnInsert: { value: made } },
        { upsert: true, returnDocument: 'after' },
      )
      return sealer.open(DEPLOYMENT_SECRET, name, row!.value)
    } catch (error) {
      // Another process created it at the same time: read that.
      if (!isDuplicateKey(error)) throw error
    }
  }
}
