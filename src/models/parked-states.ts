import { CRASHED_IMPORT } from '../contract/crashed-import.js'
import type { ParkedState } from '../streams/engine/work-row.js'

/*
 * What callers see of work that was parked as a dead letter because it killed its process again and again, and of the same
 * work once it is retried.
 */

/** The reason of a broadcast that is paused because it was parked. */
const CRASHED = 'crashed'

export const PARKED_IMPORT: ParkedState = {
  parked: (at) => ({ status: 'failed', failure: CRASHED_IMPORT, updated_at: at }),
  retried(at) {
    const isParked = { $eq: ['$failure', CRASHED_IMPORT] }
    return {
      status: { $cond: [isParked, 'running', '$status'] },
      failure: { $cond: [isParked, null, '$failure'] },
      updated_at: { $cond: [isParked, at, '$updated_at'] },
    }
  },
}

export const PARKED_BROADCAST: ParkedState = {
  /** One that crashed at its start is for those who were in the list at its time. */
  parked(at) {
    const isOpen = { $in: ['$status', ['scheduled', 'sending']] }
    return {
      status: { $cond: [isOpen, 'paused', '$status'] },
      paused_reason: { $cond: [isOpen, CRASHED, '$paused_reason'] },
      started_at: { $ifNull: ['$started_at', '$scheduled_at'] },
      updated_at: at,
    }
  },
  /** Whoever has resumed, paused or canceled it meanwhile has decided. */
  retried(at) {
    const isParked = { $and: [{ $eq: ['$status', 'paused'] }, { $eq: ['$paused_reason', CRASHED] }] }
    return {
      status: { $cond: [isParked, 'sending', '$status'] },
      paused_reason: { $cond: [isParked, null, '$paused_reason'] },
      updated_at: { $cond: [isParked, at, '$updated_at'] },
    }
  },
}
