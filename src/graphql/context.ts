import type { RunnerDeps } from '../operations/runner.js'
import type { Caller } from '../services/caller.js'
import type { Loaders } from './loaders.js'

/** What the door tells Yoga of a request. */
export interface RequestContext {
  deps: RunnerDeps
  caller: Caller
  /** Ends with the connection. */
  signal: AbortSignal
  /** Whether the answer may be a stream: it was asked for, and the operation is not one of a batch. */
  mayStream: boolean
}

/** What resolvers have at hand. One for each operation. */
export interface GraphqlContext extends RequestContext {
  loaders: Loaders
}
