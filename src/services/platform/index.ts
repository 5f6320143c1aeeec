import type { OperatorDeps, ServiceDeps } from '../deps.js'
import { BlobStore } from './blobs/blob-store.js'
import { DailyQuotas } from './daily-quotas.js'
import { SecretRotation } from './encryption/secret-rotation.js'
import { Quotas } from './quotas.js'
import { ReadBarrier } from './read-barrier.js'

/*
 * What every domain builds on. It knows no domain: secrets are encrypted, quotas and rates limited, lists read page by
 * page, blobs stored, and what is found by words gets search terms here.
 *
 * Services: `blobStore` (bytes of any size under a key), `quotas` (how many of a resource an account may have),
 * `readBarrier` (makes sure of what was not found), `dailyQuotas` (how much it may do in a day), `secretRotation` (encrypts secrets with a new key).
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
