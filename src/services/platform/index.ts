import type { OperatorDeps, ServiceDeps } from '../deps.js'
import { BlobStore } from './blobs/blob-store.js'
import { DailyQuotas } from './daily-quotas.js'
import { SecretRotation } from './encryption/secret-rotation.js'
import { Quotas } from './quotas.js'
import { ReadBarrier } from './read-barrier.js'

/*
 * What every domain builds on, without importing any of them: quotas, daily quotas and rate limits, pages of lists, search by
 * terms, blobs and files, locks over all processes, the answer to overload, the read barrier, the encryption of secrets, backups
 * and restores of the ledger, and the mail that a key reaches. It names fields of domains only where one rule covers several:
 * the secrets that are encrypted, the search terms of a message, the quotas of all resources, and the inboxes of a bound key.
 *
 * Services: `blobStore` (bytes of any size under a key), `quotas` (how many of a resource an account may have), `dailyQuotas`
 * (how much it may do in a day), `readBarrier` (makes sure that something does not exist), `secretRotation` (encrypts secrets
 * with a new key).
 */

/** What services and workers of every domain share, also at the command line. */
export const platformOperatorCollaborators = (deps: Pick<OperatorDeps, 'clock' | 'models'>) => ({
  blobStore: new BlobStore(deps),
  quotas: new Quotas(deps),
  readBarrier: new ReadBarrier(deps),
})

/** What services and workers of every domain share. */
export const platformCollaborators = (deps: Pick<ServiceDeps, 'clock' | 'models'>) => ({
  dailyQuotas: new DailyQuotas(deps),
})

/** The services of an operator. */
export const platformOperatorServices = (deps: Pick<OperatorDeps, 'models' | 'sealer'>) => ({
  secretRotation: new SecretRotation(deps),
})
