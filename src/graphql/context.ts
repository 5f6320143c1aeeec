import type { ErrorBody } from '../errors.js'
import type { AnswerBudget } from '../operations/answer-budget.js'
import type { RunnerDeps } from '../operations/runner.js'
import type { Caller } from '../services/caller.js'
import type { CostBudget } from './cost-budget.js'
import type { Loaders } from './loaders.js'
import type { Results } from './result-stream.js'

/** Request data for Yoga. */
export interface RequestContext {
  deps: RunnerDeps
  caller: Caller
  /** Aborts when the connection closes. */
  signal: AbortSignal
  /** Notes an error of the request for its line in the log. */
  note: (error: Omit<ErrorBody, 'message'>) => void
  /** How much the request may get. All operations of a batch share it. */
  answer: AnswerBudget
  /** What its operations may cost. All operations of a batch share it. */
  cost: CostBudget
  /** Whether the request has several operations. */
  isBatch: boolean
  /** Whether the response may be a stream: the client asked for it, and the operation is not in a batch. */
  mayStream: boolean
  /** The results of the operations if they are so large that they are written in pieces; none otherwise. */
  large: object[]
  /** The results of a subscription, which the response will be a stream of. */
  results: Results | null
}

/** The context of resolvers, one for each operation. */
export interface GraphqlContext extends RequestContext {
  loaders: Loaders
}
