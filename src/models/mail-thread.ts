import type { Folder } from '../contract/mail-threads.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/**
 * A thread of the mail app: mails that belong together, and what its owner did with it. `_id` contains the time of its
 * creation, so of two threads the one with the lower id is older.
 *
 * Whoever changes a thread compares and increments `version`: see services/mail-app/threads/thread-writes.ts.
 */
export interface MailThreadDoc {
  _id: string
  account_id: string
  version: number
  /** The number of its last change within the account, for readers that follow changes. */
  seq: number
  /** The thread that it became a part of; absent unless it did. Then everything else in the row is history. */
  merged_into?: string
  /** Whether somebody took a mail out of it, or it began with such a mail: filing does not merge it with others. */
  was_split?: boolean

  subject: string
  base_subject: string
  snippet: string
  /** Lower-case addresses in the order of their first appearance, at most 100. */
  participants: string[]
  /** Their names as mails have them, in the same order; empty where none has one. */
  participant_names?: string[]
  last_message_at: Date
  message_count: number
  has_inbound: boolean
  has_outbound: boolean
  /** The addresses of ours that its mails arrived at or are from. */
  own_addresses: string[]
  inbox_ids: string[]

  folder: Folder
  /** Whether its owner moved it from spam to the trash, where it is. It means nothing in other folders. */
  was_spam?: boolean
  unread: boolean
  starred: boolean
  /** Ids of labels. Those of a deleted label count for nothing. */
  labels: string[]
  /** Until then it is in no list of the inbox, although it belongs there. */
  snoozed_until?: Date | null
  /** When it last came back from that: it is then among the newest. */
  resurfaced_at?: Date
  /** Who takes care of it, in any words. */
  assignee?: string | null
  /** How many notes it has. Absent: none. */
  note_count?: number

  /** Sorts the threads of an account by their last mail: see `positionOf`. */
  position: string
  /** What lists filter by: see `tagsOf` in services/mail-app/threads/thread-state.ts. */
  tags: string[]
}

/** The number of the last change of an account's threads. `_id` is the account's. */
export interface MailSequenceDoc {
  _id: string
  seq: number
  /** How many batches of mail were filed; absent before the first. */
  filed?: number
  /** Labels that are deleted and may still be on threads. */
  label_deletions?: LabelDeletion[]
}

/** The deletion of a label, and when it began. */
export interface LabelDeletion {
  id: string
  at: Date
}

export const LABEL_DELETIONS_INDEX = { 'label_deletions.at': 1 } as const
/** Lists the threads whose time has come. */
export const THREAD_SNOOZED_INDEX = { snoozed_until: 1 } as const
export const THREAD_TAGS_INDEX = { account_id: 1, tags: 1, position: -1 } as const
export const THREAD_TIME_INDEX = { account_id: 1, position: -1 } as const
/** Counts the unread threads of a label. It has an entry for each label of an unread thread, and no others. */
export const THREAD_UNREAD_INDEX = { account_id: 1, labels: 1, unread: 1, position: 1 } as const

const schema = ledgerSchema('mail_threads', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  version: { type: Number, required: true },
  seq: { type: Number, required: true },
  merged_into: String,
  was_split: Boolean,
  subject: { type: String, default: '' },
  base_subject: { type: String, default: '' },
  snippet: { type: String, default: '' },
  participants: { type: [String], required: true },
  participant_names: { type: [String] },
  last_message_at: { type: Date, required: true },
  message_count: { type: Number, required: true },
  has_inbound: { type: Boolean, required: true },
  has_outbound: { type: Boolean, required: true },
  own_addresses: { type: [String], required: true },
  inbox_ids: { type: [String], required: true },
  folder: { type: String, required: true },
  was_spam: Boolean,
  unread: { type: Boolean, required: true },
  starred: { type: Boolean, required: true },
  labels: { type: [String], required: true },
  snoozed_until: Date,
  resurfaced_at: Date,
  assignee: String,
  note_count: Number,
  position: { type: String, required: true },
  tags: { type: [String], required: true },
})
// Threads that became a part of another have no tags and no position.
schema.index(THREAD_TAGS_INDEX)
schema.index(THREAD_TIME_INDEX)
schema.index(THREAD_UNREAD_INDEX, { partialFilterExpression: { unread: true, labels: { $gt: '' } } })
schema.index(THREAD_SNOOZED_INDEX, { partialFilterExpression: { snoozed_until: { $gt: new Date(0) } } })
// For mail that names no other: see services/mail-app/filing/filing-view.ts. Many people may write to one address with the same
// subject, and one sender to many addresses; no index has two lists.
schema.index({ account_id: 1, base_subject: 1, participants: 1, position: -1 })
schema.index({ account_id: 1, base_subject: 1, own_addresses: 1, position: -1 })
schema.index({ account_id: 1, seq: 1, _id: 1 })
// Few threads became a part of another.
schema.index({ account_id: 1, merged_into: 1 }, { partialFilterExpression: { merged_into: { $exists: true } } })

const sequenceSchema = ledgerSchema('mail_sequences', {
  _id: { type: String, required: true },
  seq: { type: Number, required: true },
  filed: Number,
  label_deletions: { type: [{ _id: false, id: String, at: Date }], default: undefined },
})
// Few accounts have one.
sequenceSchema.index(LABEL_DELETIONS_INDEX, { sparse: true })

export const mailThreadModel = ledgerModel<MailThreadDoc>('MailThread', schema)
export const mailSequenceModel = ledgerModel<MailSequenceDoc>('MailSequence', sequenceSchema)
