import type { KeyObject } from 'node:crypto'
import type { Models } from '../../../models/index.js'
import { addKeyId, countByKey, findKeyIds } from './keys-in-use.js'
import { Sealer } from './sealer.js'

/** What seals and opens secrets, and why it cannot: a secret is encrypted with a key that is not given. */
export interface Sealing {
  sealer: Sealer
  refusal: string | null
}

/**
 * Compares the keys of the settings with those that encrypt secrets in the ledger. This takes two short queries, and a
 * look at every secret only if a key is missing.
 * @param isOperator for the command line: a key that no process of the service was started with is then refused,
 *   because the service could not open what it seals.
 */
export async function openSealer(
  models: Models,
  keys: readonly KeyObject[] | null,
  isOperator: boolean,
): Promise<Sealing> {
  const sealer = new Sealer(keys ?? [])
  const known = await findKeyIds(models)
  const missing = known.filter((keyId) => !sealer.keyIds.includes(keyId))
  const isNew = sealer.newest !== null && !known.includes(sealer.newest)
  const lack = missing.length > 0 ? await explain(models, missing, sealer) : null
  const refusal = lack ?? (isNew && isOperator ? notRolledOut(sealer) : null)
  if (refusal !== null) return { sealer: new Sealer(keys ?? [], refusal), refusal }
  if (isNew && sealer.newest !== null) await addKeyId(models, sealer.newest)
  return { sealer, refusal }
}

const notRolledOut = ({ newest }: Sealer) =>
  `No process was started with the newest key of ENCRYPTION_KEY (${newest}) yet. ` +
  'Restart all processes with the roles api, worker and smtp with it first.'

/** Null if nothing uses the missing keys: they were given once, and nothing was encrypted. */
async function explain(models: Models, missing: string[], { newest }: Sealer): Promise<string | null> {
  const counts = await countByKey(models)
  const used = missing.filter((keyId) => counts.has(keyId))
  if (used.length === 0) return null
  const count = used.reduce((sum, keyId) => sum + (counts.get(keyId) ?? 0), 0)
  const secrets = `${count} ${count === 1 ? 'secret' : 'secrets'} in MongoDB`
  const keyIds = used.join(' and ')
  return newest === null
    ? `ENCRYPTION_KEY is not set, but ${secrets} are encrypted with the key ${keyIds}. Set ENCRYPTION_KEY to that key.`
    : `ENCRYPTION_KEY lacks the key ${keyIds}, which encrypts ${secrets}. ` +
        'Add it to ENCRYPTION_KEY after the newest key, separated by a comma.'
}
