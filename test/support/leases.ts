import type { Lease } from '../../src/streams/engine/work-row.js'
import { newToken } from '../../src/streams/engine/work-rows.js'

/** A lease of so many ms from now, with a token of its own. */
export const aLease = (by: string, leaseMs: number): Lease => ({
  by,
  token: newToken(),
  until: new Date(Date.now() + leaseMs),
})
