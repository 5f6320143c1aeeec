import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A sender whose mail goes to spam. `_id` sorts by, and holds, the time of its creation. */
export interface BlockedSenderDoc {
  _id: string
  account_id: string
  /** An address, see `normalizeAddress`, or a domain in lower case and A-labels, which has no `@`. */
  sender: string
  /** Whether only mail that is not authentic goes to spam: it was made from such mail. Anybody could have forged it. */
  forged_only: boolean
  /** Set for one of a test key: it concerns no mail, because what arrives is live. */
  test_mode?: true
}

const schema = ledgerSchema('mail_blocked_senders', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  sender: { type: String, required: true },
  forged_only: { type: Boolean, default: false },
  test_mode: Boolean,
})
schema.index({ account_id: 1, sender: 1, test_mode: 1 }, { unique: true })
schema.index({ account_id: 1, _id: -1 })

export const blockedSenderModel = ledgerModel<BlockedSenderDoc>('BlockedSender', schema)
