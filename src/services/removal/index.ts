import type { SuppressionService } from '../audience/suppressions/suppression-service.js'
import type { OperatorDeps, ServiceDeps } from '../deps.js'
import type { BlobStore } from '../platform/blobs/blob-store.js'
import type { AcceptedCounter } from '../tracking/counts/accepted-counter.js'
import { ErasureService } from './erasure/erasure-service.js'
import { ReceivedRemoval } from './received-removal.js'
import { ContentRemoval } from './retention/content-removal.js'
import { Retention } from './retention/retention.js'

/*
 * Deletes data of all domains: when a person asks for it, and when it has been kept long enough. It stands above the other
 * domains, because it knows what each keeps.
 *
 * Services: `erasure` (removes an address), `retention` (deletes what is old), `contentRemoval` (the content of a message),
 * `receivedRemoval` (received mail).
 */

/** What services and workers share, also at the command line. */
export const removalOperatorCollaborators = (
  deps: Pick<OperatorDeps, 'clock' | 'models'> & { blobStore: BlobStore },
) => ({ receivedRemoval: new ReceivedRemoval(deps) })

/** The services of an operator. */
export const removalOperatorServices = (
  deps: Pick<OperatorDeps, 'clock' | 'models'> & {
    blobStore: BlobStore
    receivedRemoval: ReceivedRemoval
    suppressions: SuppressionService
  },
) => ({ erasure: new ErasureService(deps) })

/** The other services. */
export const removalServices = (
  deps: Pick<ServiceDeps, 'clock' | 'config' | 'log' | 'models' | 'work'> & {
    acceptedCounter: AcceptedCounter
    blobStore: BlobStore
    receivedRemoval: ReceivedRemoval
  },
) => ({ contentRemoval: new ContentRemoval(deps), retention: new Retention(deps) })
