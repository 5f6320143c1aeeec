import { z } from 'zod'
import { id, optional, pageCursor, pageLimit, timestamp } from './fields.js'
import { MailDraftSummary } from './mail-drafts.js'
import { MailSource, MailThreadSummary } from './mail-threads.js'

/** How long changes are kept, in days. */
export const CHANGES_KEPT_DAYS = 30

export const MAIL_CHANGE_TYPES = [
  ...(['received', 'sent', 'read', 'unread', 'starred', 'unstarred', 'moved', 'labelled'] as const),
  ...(['snoozed', 'unsnoozed', 'assigned', 'merged', 'split', 'updated', 'deleted', 'label_renamed'] as const),
  ...(['noted', 'note_updated', 'note_deleted'] as const),
  ...(['drafted', 'draft_gone'] as const),
] as const
export const MailChangeType = z.enum(MAIL_CHANGE_TYPES).meta({ id: 'MailChangeType' })
export type MailChangeType = z.output<typeof MailChangeType>

export const ChangedMail = z
  .object({
    id: z.string().meta({ description: 'The inbound email or the message.' }),
    source: MailSource.meta({ description: 'Whether it was received or sent.' }),
    is_starred: z.boolean().meta({ description: 'Whether the mail has a star now.' }),
  })
  .meta({ id: 'ChangedMail' })

export const RenamedLabel = z
  .object({
    name: z.string().meta({ description: 'The new name.' }),
    previous_name: z.string().meta({ description: 'The old name.' }),
  })
  .meta({ id: 'RenamedLabel' })

export const MailChange = z
  .object({
    update_cursor: z.string().meta({ description: 'The cursor after this change, to continue there.' }),
    type: MailChangeType.meta({
      description:
        'What happened. `merged`: all mail of the thread went into another. `split`: the mail was taken out of its thread, and the thread begins with it. `updated`: something that lists show has changed, such as the recipients. `deleted`: the mail is gone for good; without `mail`, the thread. `label_renamed` concerns every thread with the label. `drafted`: a draft was created, changed, or opened again. `draft_gone`: it was sent or deleted.',
    }),
    occurred_at: timestamp().meta({ description: 'When it was recorded.' }),
    thread_id: id('thread').nullable().meta({ description: 'The thread; null for `label_renamed` and drafts.' }),
    mail: ChangedMail.nullable().meta({
      description:
        'The mail that was received, sent, starred, changed or deleted; null if it is about the thread as a whole.',
    }),
    merged_into: id('thread').nullable().meta({ description: 'For `merged`: the thread that has its mail now.' }),
    note_id: id('note').nullable().meta({ description: 'For `noted`, `note_updated` and `note_deleted`: the note.' }),
    split_from: id('thread').nullable().meta({ description: 'For `split`: the thread that had the mail before.' }),
    draft_id: id('mailDraft').nullable().meta({ description: 'For `drafted` and `draft_gone`: the draft.' }),
    draft: MailDraftSummary.nullable().meta({
      description: 'The draft as it is now, as lists show it; null if it was sent or is gone.',
    }),
    label: RenamedLabel.nullable().meta({ description: 'For `label_renamed`: the label.' }),
    thread: MailThreadSummary.nullable().meta({
      description: 'The thread as it is now; null if it is deleted, or merged into another.',
    }),
  })
  .meta({ id: 'MailChange' })
export type MailChange = z.output<typeof MailChange>

export const MailChangesRequest = z.strictObject({
  cursor: pageCursor().meta({
    description:
      'The `update_cursor` of the last change that you have, or the `cursor` of a page. Without it, no changes, but the current cursor.',
  }),
  limit: pageLimit({ fallback: 100 }),
})
export type MailChangesRequest = z.output<typeof MailChangesRequest>

export const MailChangePage = z
  .object({
    changes: z.array(MailChange).meta({ description: 'In the order in which they were recorded.' }),
    cursor: z.string().meta({ description: 'The cursor after them, for the next request.' }),
    has_more: z.boolean().meta({ description: 'Whether more have been recorded already.' }),
  })
  .meta({ id: 'MailChangePage' })
export type MailChangePage = z.output<typeof MailChangePage>

export const MailChangeStreamRequest = z.strictObject({
  // The one name here that is not snake_case: it is the field that SSE clients resume with.
  lastEventId: optional(z.string()),
})
export type MailChangeStreamRequest = z.output<typeof MailChangeStreamRequest>
