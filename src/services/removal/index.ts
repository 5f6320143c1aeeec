import type { SuppressionService } from '../audience/suppressions/suppression-service.js'
import type { OperatorDeps, ServiceDeps } from '../deps.js'
import type { BlobStore } from '../receiving/blob-store.js'
import type { ReceivedRemoval } from '../receiving/received-removal.js'
import type { AcceptedCounter } from '../tracking/counts/accepted-counter.js'
import { ErasureService } from './erasure/erasure-service.js'
import { Retention } from './retention/retention.js'

/*
 * How data goes again, in all domains: when a person asks for it, and when it has been kept long enough.
 */

/** The services of an operator. */
export const removalOperatorServices = (
  deps: OperatorDeps & {
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
) => ({ retention: new Retention(deps) })
