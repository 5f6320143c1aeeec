import type { EventDoc } from '../../models/event.js'
import { statusAfter, statusRank } from '../../models/message.js'

/**
 * What a message's row gets from events of its timeline, as an aggregation expression to `$set`: the status is the type
 * of the newest of all its events, in whatever order they are written.
 */
export function statusFields(events: readonly EventDoc[]): Record<string, unknown> {
  const newest = events.reduce((last, event) => (statusRank(event) > statusRank(last) ? event : last))
  const rank = statusRank(newest)
  return {
    status: { $cond: [{ $lt: ['$status_rank', rank] }, statusAfter(newest.type), '$status'] },
    status_rank: { $max: ['$status_rank', rank] },
  }
}
