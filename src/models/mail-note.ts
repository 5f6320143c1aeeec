import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** An internal note on a thread of the mail app. `_id` sorts by, and holds, the time of its creation. */
export interface MailNoteDoc {
  _id: string
  account_id: string
  /** Never one that became a part of another. */
  thread_id: string
  text: string
  /**
   * Our addresses in the thread when it was written and each time that it was edited, as far as its writers saw them: it may
   * quote all mail of these. Keys that are bound to inboxes see it if all are theirs.
   */
  own_addresses: string[]
  /** Who wrote it, in any words. */
  author: string
  /** The key that it was written with. */
  key_id: string
  updated_at: Date
}

export const NOTES_OF_THREAD_INDEX = { account_id: 1, thread_id: 1, _id: -1 } as const

const schema = ledgerSchema('mail_notes', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  thread_id: { type: String, required: true },
  text: { type: String, required: true },
  own_addresses: { type: [String], required: true },
  author: { type: String, required: true },
  key_id: { type: String, required: true },
  updated_at: { type: Date, required: true },
})
schema.index(NOTES_OF_THREAD_INDEX)

export const mailNoteModel = ledgerModel<MailNoteDoc>('MailNote', schema)
