import { Group } from '../lib/group.js'
import { MAX_WAITING_REQUESTS } from '../services/api-keys/api-key-service.js'
import { orOverloaded } from '../services/overload.js'

/**
 * Requests that begin together share most commands that they need later, and a command costs about as much CPU time as ten
 * requests in it. So under load the gate opens this often, in ms.
 */
const PACE_MS = 12

/** Where writing requests wait a moment for each other under load, before anything is looked up for them. */
export class AcceptanceGate {
  readonly #group = new Group<undefined, undefined>(async () => undefined, {
    maxItems: MAX_WAITING_REQUESTS,
    maxWaiting: MAX_WAITING_REQUESTS,
    paceMs: PACE_MS,
  })

  /** @throws ApiError `overloaded` if too many are waiting. */
  async pass(): Promise<void> {
    await orOverloaded(this.#group.add(undefined))
  }
}
