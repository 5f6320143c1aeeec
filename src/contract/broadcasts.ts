import { z } from 'zod'
import { parseMailbox } from '../lib/addresses.js'
import { atMostChars, id, idParam, instant, nextCursor, optional, timestamp } from './fields.js'
import { Tracking } from './messages.js'
import { MAX_SOURCE_CHARS } from './template-limits.js'

const MAX_NAME_CHARS = 255
const MAX_SUBJECT_SOURCE_CHARS = 10_000
const MAX_REPLY_TO = 50
const MAX_PER_MINUTE = 1_000_000

/** Most refused members that a broadcast names. All are counted. */
export const MAX_FAILURES = 1_000

export const BROADCAST_STATUSES = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'canceled'] as const
export const BroadcastStatus = z.enum(BROADCAST_STATUSES).meta({ id: 'BroadcastStatus' })
export type BroadcastStatus = z.output<typeof BroadcastStatus>

export const BroadcastCounts = z
  .object({
    total: z.int().meta({ description: 'Members that it reaches: those of the list, until it has taken all of them.' }),
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
  template_id: z.string().nullable().meta({ description: 'The template; null if it has bodies of its own.' }),
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
      .meta({ id: 'BroadcastTracking' })
      .nullable()
      .meta({ description: 'What it tracks; null for what the deployment tracks.' }),
    failures: z.array(BroadcastFailure).meta({
      description: `Members for whom no message could be made: the first ${MAX_FAILURES.toLocaleString('en-US')}.`,
    }),
  })
  .meta({ id: 'Broadcast' })
export type Broadcast = z.output<typeof Broadcast>

/** Refuses what has no text form in UTF-8, so that it is stored as it came. */
const text = (max: number) =>
  z
    .string()
    .max(...atMostChars(max))
    .refine((value) => !/\p{Cs}/u.test(value), 'must be valid Unicode, without unpaired surrogates')

const filled = (max: number) => text(max).refine((value) => value.trim() !== '', 'must not be empty')

const mailbox = () =>
  z
    .string()
    .refine((value) => parseMailbox(value) !== null, 'must be an address, like me@example.com or Me <me@example.com>')

const ONE_SOURCE = 'must have body_html, body_text or both, or a template_id'

export const NewBroadcast = z
  .strictObject({
    name: filled(MAX_NAME_CHARS).meta({ description: 'Its name, for people.' }),
    list_id: z.string('is required: the list whose members get it').meta({
      description: 'The list whose members get it.',
    }),
    from_email: optional(mailbox()).meta({
      description:
        'Sender, like `news@example.com` or `News <news@example.com>`. Required if the account has a verified domain, but not of a draft: it is checked when the broadcast is scheduled or sent.',
    }),
    reply_to: optional(
      z.union(
        [
          mailbox().transform((value) => [value]),
          z.array(mailbox()).max(MAX_REPLY_TO, `must have at most ${MAX_REPLY_TO} addresses`),
        ],
        'must be an address or a list of addresses',
      ),
    ).meta({ description: 'An address for replies, or several.' }),
    subject: optional(filled(MAX_SUBJECT_SOURCE_CHARS)).meta({
      description:
        "The subject, with variables. Required unless a template has one; takes precedence over the template's.",
    }),
    body_html: optional(filled(MAX_SOURCE_CHARS)).meta({ description: 'The HTML, with variables.' }),
    body_text: optional(filled(MAX_SOURCE_CHARS)).meta({ description: 'The plain text, with variables.' }),
    template_id: optional(z.string()).meta({
      description: 'A template, instead of bodies. Each message is rendered with its version at that time.',
    }),
    tracking: optional(Tracking).meta({ description: 'What to track. As the deployment does, if left out.' }),
    throttle_per_minute: optional(
      z
        .int('must be a whole number')
        .min(1, 'must be at least 1')
        .max(MAX_PER_MINUTE, `must be at most ${MAX_PER_MINUTE.toLocaleString('en-US')}`),
    ).meta({ description: 'Most messages a minute, 1 to 1,000,000. As fast as possible if left out.' }),
    scheduled_at: optional(instant()).meta({
      description:
        'When to start: no more than 1 minute in the past and no more than 90 days in the future. A draft if left out.',
    }),
  })
  .superRefine(({ subject, body_html, body_text, template_id }, context) => {
    const complain = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const bodies = Object.entries({ body_html, body_text }).filter(([, body]) => body !== undefined)
    if (template_id === undefined && bodies.length === 0) complain('body_html', `is missing: a broadcast ${ONE_SOURCE}`)
    if (template_id === undefined && subject === undefined) complain('subject', 'is required without a template_id')
    for (const [name] of template_id === undefined ? [] : bodies) complain(name, 'is not allowed with a template_id')
  })
export type NewBroadcast = z.output<typeof NewBroadcast>

export const BroadcastPage = z.object({ broadcasts: z.array(BroadcastSummary), next_cursor: nextCursor() })

export const BroadcastTest = z.strictObject({
  id: idParam(),
  email: z.string('is required: the address to send it to').meta({
    description: 'The address to send it to. If it is that of a contact, its fields are used.',
  }),
})
export type BroadcastTest = z.output<typeof BroadcastTest>
