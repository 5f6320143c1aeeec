import type { Config } from '../../../config.js'
import type {
  Broadcast,
  BroadcastCounts,
  BroadcastProgress,
  BroadcastStatus,
  BroadcastSummary,
} from '../../../contract/broadcasts.js'
import { idTime } from '../../../ids.js'
import type { BroadcastDoc } from '../../../models/broadcast.js'
import { isoTime, isoTimeOrNull } from '../../platform/timestamps.js'
import type { BroadcastCounts as EventCounts } from '../../tracking/counts/broadcast-counts.js'

/** A broadcast without what lists do not show. */
export type BroadcastRow = Omit<BroadcastDoc, 'body_html' | 'body_text' | 'failures'>

/** What the deployment tracks of mail that does not say. */
type TrackingDefaults = Pick<Config, 'trackingOpens' | 'trackingClicks'>

/** Statuses before the first member is taken. */
export const NOT_STARTED: readonly BroadcastStatus[] = ['draft', 'scheduled']

export function presentSummary(row: BroadcastRow, events: EventCounts): BroadcastSummary {
  return {
    id: row._id,
    name: row.name,
    list_id: row.list_id,
    status: row.status,
    paused_reason: row.paused_reason,
    from_email: row.from_email,
    subject: row.subject,
    template_id: row.template_id,
    throttle_per_minute: row.throttle_per_minute,
    scheduled_at: isoTimeOrNull(row.scheduled_at),
    started_at: isoTimeOrNull(row.started_at),
    finished_at: isoTimeOrNull(row.finished_at),
    test_mode: row.sent_by?.test_mode ?? row.test_mode ?? false,
    counts: countsOf(row, events),
    created_at: isoTime(idTime(row._id)),
    updated_at: isoTime(row.updated_at),
  }
}

export function presentBroadcast(row: BroadcastDoc, events: EventCounts, config: TrackingDefaults): Broadcast {
  const { reply_to, body_html, body_text, failures } = row
  const tracking = row.tracking ?? { opens: config.trackingOpens, clicks: config.trackingClicks }
  const { revision = 0 } = row
  return { ...presentSummary(row, events), reply_to, body_html, body_text, tracking, revision, failures }
}

export function presentProgress(row: BroadcastRow, events: EventCounts): BroadcastProgress {
  const { id, status, paused_reason, counts, updated_at } = presentSummary(row, events)
  return { id, status, paused_reason, counts, updated_at }
}

/**
 * Each message counts at most once in each number. Members without a message count as failed, and those whose message
 * was canceled do not count: they are not reached.
 */
function countsOf(row: BroadcastRow, events: EventCounts): BroadcastCounts {
  const { status, all_taken, audience, taken, refused } = row
  const { settled, canceled } = events
  // The last portion may be on its way, so that more messages have an outcome than are counted.
  const known = Math.max(taken - canceled, settled) + refused
  const isOver = all_taken || status === 'canceled'
  const total = isOver ? known : Math.max(known, audience - canceled)
  return {
    total,
    queued: NOT_STARTED.includes(status) ? 0 : total - refused - settled,
    sent: events.sent,
    delivered: events.delivered,
    opened: events.opened,
    clicked: events.clicked,
    bounced: events.bounced,
    complained: events.complained,
    failed: events.failed + refused,
    suppressed: events.suppressed,
    unsubscribed: events.unsubscribed,
  }
}
