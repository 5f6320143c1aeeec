import { Schema } from 'mongoose'
import { CHANGES_KEPT_DAYS, type MailChangeType } from '../contract/mail-changes.js'
import type { MailSource } from '../contract/mail-threads.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** One thing that happened to the mail of an account. */
export interface RecordedChange {
  type: MailChangeType
  /** Absent for a change of all threads with a label, and of a draft. */
  thread_id?: string
  /** By the id of its row; a mail that is deleted by that of its first copy. */
  mail?: { id: string; source: MailSource }
  /** Of a mail that is deleted: the copies that are. */
  copies?: { id: string; own_address: string }[]
  note_id?: string
  merged_into?: string
  split_from?: string
  draft_id?: string
  label?: { name: string; previous_name: string }
  /**
   * Our addresses in the thread, the note or the draft until then: for keys that are bound to inboxes, which cannot look
   * up where it was once it is gone or elsewhere.
   */
  own_addresses?: string[]
  /**
   * Of a deletion for some alone: what is not deleted for keys of these addresses, nor for keys that are not bound. A mail
   * can lose one of several copies, and a thread the last mail of an inbox; a mail that loses its first copy has another id
   * for keys that are not bound, too. A note that quotes mail of more addresses since it was edited stays for keys of all
   * of these. Of a note that comes into view with mail that joins its thread: the addresses in the thread until then, whose
   * keys knew it.
   */
  stays_for?: string[]
}

/**
 * What happened to the mail of an account in one transaction. There is a row for every number, so readers that follow see
 * when rows that they have not read are gone. `_id` is the account and the number.
 */
export interface MailChangeDoc {
  _id: string
  account_id: string
  /** The number of the change within the account: see `MailSequenceDoc`. */
  seq: number
  /** By the clock of the database, as is its removal. */
  at: Date
  /** At least one. */
  changes: RecordedChange[]
}

const schema = ledgerSchema('mail_changes', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  seq: { type: Number, required: true },
  at: { type: Date, required: true },
  changes: { type: Schema.Types.Mixed, required: true },
})
schema.index({ account_id: 1, seq: 1 })
schema.index({ at: 1 }, { expireAfterSeconds: CHANGES_KEPT_DAYS * 86_400 })

export const mailChangeModel = ledgerModel<MailChangeDoc>('MailChange', schema)
