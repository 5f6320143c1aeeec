import type { EventDoc } from '../../models/event.js'
import { statusAfter, statusRank } from '../../models/message.js'

/**
 * The update of a message row for new events, as an aggregation expression for `$set`: the status is the type of the
 * newest event, in whatever order events are written.
 */
export function statusFields(events: readonly EventDoc[]): Record<string, unknown> {
  const newest = events.reduce((last, event) => (statusRank(event) > statusRank(last) ? event : last))
  const rank = statusRank(newest)
  return {
    status: { $cond: [{ $lt: ['$status_rank', rank] }, statusAfter(newest.type), '$status'] },
    status_rank: { $max: ['$status_rank', rank] },
  }
}
