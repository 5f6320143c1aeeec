import { Schema } from 'mongoose'
import type { UndoneThread } from '../contract/mail-bulk.js'
import type { BlockedSenderDoc } from './blocked-sender.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'
import type { MailThreadDoc } from './mail-thread.js'

/** How a move of a thread to spam, or out of it, has changed which senders are blocked. */
export interface BlockChange {
  /** The sender's address. */
  author: string
  /** The senders of the blocks that it has changed. Empty if they were as they should be. */
  changed: string[]
  /** The block that it made. */
  blocked?: string
  /** The block that concerns all mail since, and concerned only what is not authentic before. */
  hardened?: string
  /** The blocks that it removed. */
  unblocked?: BlockedSenderDoc[]
}

/** A thread as it was before a change. */
export interface ChangedThread {
  id: string
  /** Its version after the change. With another one it was changed since. */
  version: number
  /** The fields that were changed. */
  was: Partial<MailThreadDoc>
  block_change?: BlockChange
}

/**
 * How to undo a part of a change of many threads: those that were changed in one transaction. `_id` is the id of the
 * change and the number of the part.
 */
export interface MailUndoDoc {
  _id: string
  account_id: string
  /** The key that made the change. No other can undo it. */
  key_id: string
  threads: ChangedThread[]
  /** Until when an undo may begin. */
  until: Date
  /** What became of the threads; absent until it is undone. */
  results?: UndoneThread[]
  /** In the first part: whether what the change has taught was taken back, as far as it is no longer true. */
  has_forgotten?: true
  /** When the row goes: later, so that an undo that was cut off can be repeated. */
  expires_at: Date
}

const schema = ledgerSchema('mail_undos', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  key_id: { type: String, required: true },
  threads: { type: Schema.Types.Mixed, required: true },
  until: { type: Date, required: true },
  results: { type: Schema.Types.Mixed },
  has_forgotten: Boolean,
  expires_at: { type: Date, required: true },
})
// Erasures read all of an account.
schema.index({ account_id: 1, _id: 1 })
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

export const mailUndoModel = ledgerModel<MailUndoDoc>('MailUndo', schema)
