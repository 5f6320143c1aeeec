import type { MessageStatus } from '../../../contract/messages.js'
import type { EventDoc } from '../../../models/event.js'
import { statusAfter, statusRank } from '../../../models/message.js'

/** What the newest of some events says of their message. */
export interface NewestEvent {
  rank: string
  status: MessageStatus
  /** When the last of them was recorded. */
  recordedAt: Date
}

export function newestOf(events: readonly EventDoc[]): NewestEvent {
  const newest = events.reduce((last, event) => (statusRank(event) > statusRank(last) ? event : last))
  const recordedAt = new Date(Math.max(...events.map(({ created_at }) => created_at.getTime())))
  return { rank: statusRank(newest), status: statusAfter(newest.type), recordedAt }
}

/**
 * The update of a message row for new events, as an aggregation expression for `$set`: the status is the type of the
 * newest event, in whatever order events are written, and `updated_at` is when the last of them was recorded.
 * @param newest of the events, or expressions for it.
 */
export function statusFields(newest: NewestEvent | Record<keyof NewestEvent, string>): Record<string, unknown> {
  const { rank, status, recordedAt } = newest
  return {
    status: { $cond: [{ $lt: ['$status_rank', rank] }, status, '$status'] },
    status_rank: { $max: ['$status_rank', rank] },
    updated_at: { $max: ['$updated_at', recordedAt] },
  }
}
