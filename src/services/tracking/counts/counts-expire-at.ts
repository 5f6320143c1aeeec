import { HOURS_KEPT_DAYS } from '../../../models/event-count.js'

export const DAY_MS = 86_400_000

/** When counts of a time are no longer needed. */
export const countsExpireAt = (at: Date): Date => new Date(at.getTime() + HOURS_KEPT_DAYS * DAY_MS)
