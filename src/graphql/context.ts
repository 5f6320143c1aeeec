import type { RunnerDeps } from '../operations/runner.js'
import type { Caller } from '../services/caller.js'
import type { Loaders } from './loaders.js'

/** Request data for Yoga. */
export interface RequestContext {
  deps: RunnerDeps
  caller: Caller
  /** Aborts when the connection closes. */
  signal: AbortSignal
  /** Whether the response may be a stream: the client asked for it, and the operation is not in a batch. */
  mayStream: boolean
}

/** The context of resolvers, one for each operation. */
export interface GraphqlContext extends RequestContext {
  loaders: Loaders
}
