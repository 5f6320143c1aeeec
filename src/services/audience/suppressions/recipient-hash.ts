import { createHmac, createSecretKey } from 'node:crypto'
import { lazyAsync } from '../../../lib/concurrency/lazy-async.js'
import { type DeploymentSecretDeps, deploymentSecret } from '../../platform/encryption/deployment-secret.js'

const SECRET_ROW = 'erasure_secret'
/** Hex digits of a hash: 128 bits. */
const DIGITS = 32

/** Starts what stands for an erased recipient. No address contains a colon without quotes, so it is none. */
const ERASED = 'erased:'

/**
 * What stands for a normalized address on the suppression list of an account after its erasure: a keyed hash. Without
 * the key nobody can test addresses against it, and two accounts have different ones.
 */
export type RecipientHash = (accountId: string, recipient: string) => string

/** What stands for a normalized address among those who opted out of a topic: a keyed hash, another one in every list. */
export type OptOutHash = (accountId: string, listId: string, recipient: string) => string

/** The hash of a deployment. Its key is read from the ledger at the first use, then cached. */
export function loadRecipientHash(deps: DeploymentSecretDeps): () => Promise<RecipientHash> {
  return lazyAsync(async () => {
    const digest = await keptDigest(deps)
    return (accountId, recipient) => ERASED + digest(`${accountId} ${recipient}`)
  })
}

/** The same for opt-outs. */
export function loadOptOutHash(deps: DeploymentSecretDeps): () => Promise<OptOutHash> {
  return lazyAsync(async () => {
    const digest = await keptDigest(deps)
    return (accountId, listId, recipient) => digest(`opt-out ${accountId} ${listId} ${recipient}`)
  })
}

async function keptDigest(deps: DeploymentSecretDeps): Promise<(text: string) => string> {
  const key = createSecretKey(await deploymentSecret(deps, SECRET_ROW), 'utf8')
  return (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, DIGITS)
}
