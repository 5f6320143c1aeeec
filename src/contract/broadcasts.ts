import { z } from 'zod'
import { id, nextCursor, timestamp } from './fields.js'

/** Most refused members that a broadcast names. All are counted. */
export const MAX_FAILURES = 1_000

export const BROADCAST_STATUSES = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'canceled'] as const
export const BroadcastStatus = z.enum(BROADCAST_STATUSES).meta({ id: 'BroadcastStatus' })
export type BroadcastStatus = z.output<typeof BroadcastStatus>

export const BroadcastCounts = z
  .object({
    total: z.int().meta({
      description:
        'Members that it reaches: those of the list, as its `member_count` says, until it has taken all of them.',
    }),
    queued: z.int().meta({ description: 'Members that it has not taken yet, and messages that wait for dispatch.' }),
    sent: z.int().meta({ description: 'Messages that were handed to the provider.' }),
    delivered: z.int().meta({ description: 'Messages that the receiving servers accepted.' }),
    opened: z.int().meta({ description: 'Messages that were opened at least once.' }),
    clicked: z.int().meta({ description: 'Messages with at least one clicked link.' }),
    bounced: z.int().meta({ description: 'Messages that the receiving servers refused.' }),
    complained: z.int().meta({ description: 'Messages that recipients reported as spam.' }),
    failed: z.int().meta({ description: 'Members for whom no message could be made, and messages that failed.' }),
    suppressed: z.int().meta({
      description: 'Messages that were stopped: the recipient is on the suppression list, or does not want this mail.',
    }),
    unsubscribed: z.int().meta({ description: 'Recipients who unsubscribed through its messages.' }),
  })
  .meta({ id: 'BroadcastCounts' })
export type BroadcastCounts = z.output<typeof BroadcastCounts>

const progress = {
  id: id('broadcast'),
  status: BroadcastStatus.meta({ description: 'Where it stands.' }),
  paused_reason: z.string().nullable().meta({
    description: 'Why it is paused: `requested`, or the code of what stopped it, like `spend_cap_exceeded`.',
  }),
  counts: BroadcastCounts.meta({ description: 'Each message counts at most once in each number.' }),
}

/** Progress of a broadcast. */
export const BroadcastProgress = z.object({ ...progress, updated_at: timestamp() })
export type BroadcastProgress = z.output<typeof BroadcastProgress>

const summary = z.object({
  id: progress.id,
  name: z.string().meta({ description: 'Its name, for people.' }),
  list_id: z.string().meta({ description: 'The list whose members get it.' }),
  status: progress.status,
  paused_reason: progress.paused_reason,
  from_email: z.string().nullable().meta({ description: 'The sender; null for the shared sender.' }),
  subject: z.string().nullable().meta({
    description: 'The subject, with variables; null for that of the template.',
  }),
  template_id: z.string().nullable().meta({ description: 'The template; null if the broadcast has its own bodies.' }),
  throttle_per_minute: z.int().nullable().meta({ description: 'Most messages a minute; null for no limit.' }),
  scheduled_at: timestamp().nullable().meta({ description: 'When it is to start; null if it is not scheduled.' }),
  started_at: timestamp().nullable().meta({ description: 'When it started; null before.' }),
  finished_at: timestamp().nullable().meta({ description: 'When it was sent or canceled; null before.' }),
  test_mode: z.boolean().meta({ description: 'Whether a test key started it, so that its mail is simulated.' }),
  counts: progress.counts,
  created_at: timestamp(),
  updated_at: timestamp(),
})

export const BroadcastSummary = summary.meta({ id: 'BroadcastSummary' })
export type BroadcastSummary = z.output<typeof BroadcastSummary>

export const BroadcastFailure = z
  .object({
    contact_id: z.string().meta({ description: 'The contact.' }),
    code: z.string().meta({ description: 'The code of the error.' }),
    reason: z.string().meta({ description: 'What is wrong, for people.' }),
  })
  .meta({ id: 'BroadcastFailure' })
export type BroadcastFailure = z.output<typeof BroadcastFailure>

export const Broadcast = summary
  .extend({
    reply_to: z.array(z.string()).meta({ description: 'Addresses for replies.' }),
    body_html: z.string().nullable().meta({ description: 'The HTML, with variables; null if there is none.' }),
    body_text: z.string().nullable().meta({ description: 'The plain text, with variables; null if there is none.' }),
    tracking: z
      .object({
        opens: z.boolean().meta({ description: 'Whether opens are recorded.' }),
        clicks: z.boolean().meta({ description: 'Whether clicks are recorded.' }),
      })
      .meta({ id: 'BroadcastTracking', description: 'What it tracks: as given, or else what the deployment tracks.' }),
    revision: z.int().meta({ description: 'How often it was changed as a draft.' }),
    failures: z.array(BroadcastFailure).meta({
      description: `Members for whom no message could be made: the first ${MAX_FAILURES.toLocaleString('en-US')}.`,
    }),
  })
  .meta({ id: 'Broadcast' })
export type Broadcast = z.output<typeof Broadcast>

export const BroadcastPage = z.object({ broadcasts: z.array(BroadcastSummary), next_cursor: nextCursor() })
