import { ApiError } from '../../../../errors.js'
import type { Send } from '../send.js'

const MAX_PAST_MS = 60_000
const MAX_FUTURE_MS = 90 * 24 * 3_600_000
/** A message scheduled at most this far ahead is sent at once. In the mail app people undo what they sent a moment ago. */
const SEND_NOW_MS = { api: 60_000, mailApp: 0 }

type Scheduled = Pick<Send['request'], 'scheduled_at'>

/**
 * The time to send a message; null for at once.
 * @throws ApiError `invalid_schedule` if it is more than 1 minute in the past or 90 days ahead.
 */
export function checkSchedule(
  { request: { scheduled_at: scheduledAt }, mailApp }: Pick<Send, 'mailApp'> & { request: Scheduled },
  now: Date,
): Date | null {
  if (!scheduledAt) return null
  const leadMs = scheduledAt.getTime() - now.getTime()
  if (leadMs < -MAX_PAST_MS || leadMs > MAX_FUTURE_MS) throw new ApiError('invalid_schedule')
  return leadMs > (mailApp ? SEND_NOW_MS.mailApp : SEND_NOW_MS.api) ? scheduledAt : null
}
