import { ApiError } from '../../../errors.js'
import type { Send } from '../send.js'

const MAX_PAST_MS = 60_000
const MAX_FUTURE_MS = 90 * 24 * 3_600_000
/** Within this lead a scheduled message is sent at once. */
const SEND_NOW_MS = 60_000

/**
 * When a message is to leave: null for at once.
 * @throws ApiError `invalid_schedule` outside the window from 1 minute in the past to 90 days ahead.
 */
export function checkSchedule({ request: { scheduled_at: scheduledAt } }: Send, now: Date): Date | null {
  if (!scheduledAt) return null
  const leadMs = scheduledAt.getTime() - now.getTime()
  if (leadMs < -MAX_PAST_MS || leadMs > MAX_FUTURE_MS) throw new ApiError('invalid_schedule')
  return leadMs > SEND_NOW_MS ? scheduledAt : null
}
