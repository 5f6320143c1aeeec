import { initTRPC } from '@trpc/server'
import type { AnswerBudget } from '../operations/answer-budget.js'
import type { Allowed } from '../operations/runner.js'
import type { Caller } from '../services/caller.js'
import { formatError } from './errors.js'
import type { Inputs } from './inputs.js'

/** The request context of a procedure. */
export interface TrpcContext {
  caller: Caller
  /** The operation that was allowed before the body was read; null for several. */
  allowed: Allowed | null
  inputs: Inputs
  /** How much the request may get. All calls of a batch share it. */
  answer: AnswerBudget
}

/** Time between pings on a stream, in ms. */
const PING_MS = 10_000
/** A client reconnects after this time without data, in ms. */
const RECONNECT_AFTER_MS = 30_000

export const t = initTRPC.context<TrpcContext>().create({
  // Otherwise responses would contain stack traces.
  isDev: false,
  errorFormatter: formatError,
  sse: {
    ping: { enabled: true, intervalMs: PING_MS },
    client: { reconnectAfterInactivityMs: RECONNECT_AFTER_MS },
  },
})
