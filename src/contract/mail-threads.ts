import { z } from 'zod'
import { TimelineEvent } from './events.js'
import {
  ById,
  id,
  idParam,
  instant,
  nextCursor,
  noControl,
  optional,
  pageCursor,
  pageLimit,
  queryFlag,
  searchHints,
  timestamp,
} from './fields.js'
import { InboundAttachment, Verdict } from './inbound.js'
import { MESSAGE_STATUSES } from './messages.js'
import { untrusted, untrustedHtml } from './untrusted.js'

/** Where a thread is. `sent` has the threads with a mail of ours, unless they are in trash or spam. */
export const FOLDERS = ['inbox', 'sent', 'archive', 'trash', 'spam'] as const
export const Folder = z.enum(FOLDERS, `must be ${FOLDERS.slice(0, -1).join(', ')} or ${FOLDERS.at(-1)}`).meta({
  id: 'Folder',
})
export type Folder = z.output<typeof Folder>

export const MailSource = z.enum(['inbound', 'outbound'], 'must be inbound or outbound').meta({ id: 'MailSource' })
export type MailSource = z.output<typeof MailSource>

/** Longest query, in characters. */
export const MAX_QUERY = 1_000

const query = () => z.string('must be a text').max(MAX_QUERY, `must have at most ${MAX_QUERY} characters`)

/** What lists of threads filter by. */
const filters = {
  folder: optional(Folder).meta({
    description: 'Only this folder. `sent` has the threads with a mail of ours that are not in trash or spam.',
  }),
  label: optional(z.string()).meta({ description: 'Only threads with this label, by its name.' }),
  q: optional(query()).meta({
    description: 'Only threads with a mail that matches this search, in the language of GET /v1/mail/search.',
  }),
  inbox_id: optional(z.string()).meta({ description: 'Only mail of this inbox.' }),
  inbox: optional(z.string()).meta({
    description: 'Only mail of this exact address of yours, with or without an inbox.',
  }),
  unread: queryFlag().meta({ description: 'Only threads with unread mail, or only those without.' }),
  starred: queryFlag().meta({ description: 'Only threads with a star, or only those without.' }),
}

export const ThreadFilter = z.strictObject({
  ...filters,
  limit: pageLimit({ fallback: 25 }),
  cursor: pageCursor(),
})
export type ThreadFilter = z.output<typeof ThreadFilter>

const summary = z.object({
  id: id('thread'),
  subject: untrusted(z.string()).meta({ description: 'That of its first mail.' }),
  snippet: untrusted(z.string()).meta({
    description: 'The beginning of its newest mail without what it quotes, at most 200 characters.',
  }),
  participants: untrusted(z.array(z.string())).meta({
    description: 'The addresses of everyone in its mails, in lower case; at most 100.',
  }),
  participant_names: untrusted(z.array(z.string())).meta({
    description: 'Their names as the mails have them, in the same order; empty for an address without one.',
  }),
  last_message_at: timestamp().meta({ description: 'When its newest mail arrived or was accepted.' }),
  message_count: z.int().meta({ description: 'Number of mails.' }),
  has_unread: z.boolean().meta({ description: 'Whether it has mail that nobody has read.' }),
  is_starred: z.boolean().meta({ description: 'Whether it has a star.' }),
  labels: z.array(z.string()).meta({ description: 'The names of its labels, by name.' }),
  folder: Folder.meta({ description: 'Where it is; `sent` if it has only mail of ours.' }),
  snoozed_until: timestamp().nullable().meta({
    description: 'Until when it is hidden from the inbox; null if it is not snoozed.',
  }),
  assignee: z.string().nullable().meta({ description: 'Who takes care of it; null for nobody.' }),
  note_count: z.int().meta({ description: 'Number of its internal notes.' }),
})

export const MailThreadSummary = summary.meta({ id: 'MailThreadSummary' })
export type MailThreadSummary = z.output<typeof MailThreadSummary>

export const MailThreadPage = z.object({
  threads: z.array(MailThreadSummary),
  next_cursor: nextCursor(),
  hints: searchHints(),
})

export const MailAttachment = z
  .object({
    filename: untrusted(z.string()).meta({ description: 'Name of the file.' }),
    content_type: z.string().meta({ description: 'Its MIME type, like `image/png`.' }),
    size: z.int().meta({ description: 'Decoded, in bytes.' }),
    content_id: InboundAttachment.shape.content_id,
    url: z.string().nullable().meta({
      description: 'Where to get it with your key; null for files of mail that was sent.',
    }),
  })
  .meta({ id: 'MailAttachment' })

export const MailEntry = z
  .object({
    id: z
      .string()
      .regex(/^(inb|msg)_/)
      .meta({ description: 'The inbound email or the message.' }),
    source: MailSource.meta({ description: 'Whether it was received or sent.' }),
    from: untrusted(z.string()).meta({ description: 'The sender, like `Ada <ada@example.com>`; empty without one.' }),
    to: untrusted(z.array(z.string())).meta({
      description:
        'The first 200 recipients and your own address; for a mail to several of your addresses, all of them.',
    }),
    cc: untrusted(z.array(z.string())).meta({
      description: 'The first 200 cc recipients and your own address.',
    }),
    subject: untrusted(z.string()).meta({ description: 'The subject.' }),
    html_body: untrustedHtml('text_body', z.string().nullable()).meta({
      description: 'The HTML as it was received or sent. Do not show received HTML to people: show `html_safe`.',
    }),
    html_safe: untrustedHtml('text_body', z.string().nullable()).meta({
      description: 'Received HTML for reading: sanitized, without remote images. Null for mail that was sent.',
    }),
    text_body: untrusted(z.string().nullable()).meta({ description: 'The plain text; null if there is none.' }),
    reply_text: untrusted(z.string().nullable()).meta({
      description: 'The text without quoted mail and without its signature; null without text.',
    }),
    truncated: z.boolean().meta({
      description: 'Whether the bodies are left out, because the thread is too large for one response.',
    }),
    occurred_at: timestamp().meta({ description: 'When it arrived or was accepted.' }),
    status: z
      .enum(['received', ...MESSAGE_STATUSES])
      .meta({ description: '`received`, or the status of the message.' }),
    undo_until: timestamp().nullable().meta({
      description:
        'For a scheduled mail: when it leaves. Until then, canceling the message takes it back. Null for others.',
    }),
    rfc_message_id: z.string().meta({ description: 'The Message-ID without angle brackets.' }),
    is_starred: z.boolean().meta({ description: 'Whether the mail has a star.' }),
    spf_verdict: Verdict.nullable().meta({ description: 'Null for mail that was sent, like the other verdicts.' }),
    dkim_verdict: Verdict.nullable().meta({ description: 'The result of the DKIM check.' }),
    dmarc_verdict: Verdict.nullable().meta({ description: 'The result of the DMARC check.' }),
    attachments: z.array(MailAttachment).meta({ description: 'The files.' }),
    events: z.array(TimelineEvent).meta({
      description: 'The timeline of a sent mail, oldest event first; empty for received mail.',
    }),
  })
  .meta({ id: 'MailEntry' })
export type MailEntry = z.output<typeof MailEntry>

export const MailThread = summary
  .extend({
    messages: z
      .array(MailEntry)
      .meta({ description: 'Its mails, oldest first; of more than 2,000, the newest 2,000.' }),
  })
  .meta({ id: 'MailThread' })
export type MailThread = z.output<typeof MailThread>

export const MarkRead = ById.extend({
  read: optional(z.boolean('must be true or false')).meta({ description: 'Default: true.' }),
})
export const MarkedRead = z.object({
  id: id('thread'),
  read: z.boolean().meta({ description: 'Whether the thread is read.' }),
})

export const StarThread = ById.extend({
  starred: optional(z.boolean('must be true or false')).meta({ description: 'Default: true.' }),
})
export const StarredThread = z.object({
  id: id('thread'),
  starred: z.boolean().meta({ description: 'Whether it has a star.' }),
})

export const StarMail = z.strictObject({
  source: MailSource,
  id: idParam(),
  starred: optional(z.boolean('must be true or false')).meta({ description: 'Default: true.' }),
})
export const StarredMail = z.object({
  source: MailSource.meta({ description: 'Whether it was received or sent.' }),
  id: z.string().meta({ description: 'The inbound email or the message.' }),
  starred: z.boolean().meta({ description: 'Whether it has a star.' }),
})

/** Where people can move a thread. */
export const TargetFolder = z
  .enum(['inbox', 'archive', 'trash', 'spam'], 'must be inbox, archive, trash or spam')
  .meta({ id: 'TargetFolder' })
export const MoveThread = ById.extend({
  folder: TargetFolder.meta({ description: 'Where to: inbox, archive, trash or spam.' }),
})
export const MovedThread = z.object({ id: id('thread'), folder: Folder.meta({ description: 'Where it is now.' }) })

/** How far in the future a snooze may end, in days. */
export const MAX_SNOOZE_DAYS = 366

export const SnoozeThread = ById.extend({
  until: instant()
    .nullable()
    .meta({ description: `When it comes back to the inbox; null for now. At most ${MAX_SNOOZE_DAYS} days from now.` }),
})
export const SnoozedThread = z.object({
  id: id('thread'),
  snoozed_until: summary.shape.snoozed_until,
})

const MAX_ASSIGNEE = 100

export const AssignThread = ById.extend({
  assignee: z
    .string('must be a name, or null for nobody')
    .max(MAX_ASSIGNEE, `must have at most ${MAX_ASSIGNEE} characters`)
    .refine(noControl, 'must not contain control characters')
    .transform((text) => text.trim() || null)
    .nullable()
    .meta({ description: 'Who takes care of it, in your own words: a name or an address. Null for nobody.' }),
})
export const AssignedThread = z.object({ id: id('thread'), assignee: summary.shape.assignee })

export const MergeThreads = ById.extend({
  thread_id: z.string('is required: the thread that becomes part of the other').meta({
    description: 'The thread whose mail moves into the other one. Its id then leads to that thread.',
  }),
})

export const SplitMail = z.strictObject({ source: MailSource, id: idParam() })

export const ThreadStreamRequest = z.strictObject({
  inbox_id: optional(z.string()).meta({ description: 'Only threads with mail of this inbox.' }),
  // The one name here that is not snake_case: it is the field that SSE clients resume with.
  lastEventId: optional(z.string()),
})
export type ThreadStreamRequest = z.output<typeof ThreadStreamRequest>

/** A thread of the stream of changes. */
export const MailThreadChange = summary.extend({
  update_cursor: z.string().meta({ description: 'The place of the change in the stream, to resume after it.' }),
})
export type MailThreadChange = z.output<typeof MailThreadChange>
