import { initTRPC } from '@trpc/server'
import type { Caller } from '../services/caller.js'
import { formatError } from './errors.js'

/** What a procedure knows of its request. */
export interface TrpcContext {
  caller: Caller
}

/** Time between signs of life on a stream, in ms. */
const PING_MS = 10_000
/** Silence after which a client opens its stream anew, in ms. */
const SILENCE_MS = 30_000

export const t = initTRPC.context<TrpcContext>().create({
  // Else answers would carry stacks.
  isDev: false,
  errorFormatter: formatError,
  sse: {
    ping: { enabled: true, intervalMs: PING_MS },
    client: { reconnectAfterInactivityMs: SILENCE_MS },
  },
})

/** The types that all procedures share. */
export type Root = (typeof t)['_config']['$types']
