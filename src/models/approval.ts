import type { ApprovalStatus } from '../contract/approvals.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A mail that a model wants to send and a person decides on. `_id` sorts by, and holds, the time of its creation. */
export interface ApprovalDoc {
  _id: string
  account_id: string
  /** The key that asked. */
  key_id: string
  test_mode: boolean
  /** The operation that sends the mail. */
  operation: string
  /** Its exact input, as JSON; null once it is decided and done. */
  input: string | null
  /** The draft that it sends, an `ApprovedDraft` as JSON; null without one, and once it is decided and done. */
  draft: string | null
  /** Hex SHA-256 of the operation and the input, and of the content of the draft. */
  digest: string
  status: ApprovalStatus
  /** The key of whoever decided. */
  decided_by: string | null
  decided_at: Date | null
  message_id: string | null
  error: { code: string; message: string } | null
  /** When the row is deleted, and until when it can be decided on. */
  expires_at: Date
}

const schema = ledgerSchema('approvals', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  key_id: { type: String, required: true },
  test_mode: { type: Boolean, required: true },
  operation: { type: String, required: true },
  input: { type: String, default: null },
  draft: { type: String, default: null },
  digest: { type: String, required: true },
  status: { type: String, required: true },
  decided_by: { type: String, default: null },
  decided_at: { type: Date, default: null },
  message_id: { type: String, default: null },
  error: { type: Object, default: null },
  expires_at: { type: Date, required: true },
})
schema.index({ account_id: 1, _id: -1 })
schema.index({ account_id: 1, status: 1, _id: -1 })
// A model that asks again for the same mail asks for the same approval.
schema.index({ account_id: 1, key_id: 1, digest: 1 }, { unique: true, partialFilterExpression: { status: 'pending' } })
// One that asks again once it was approved is told so.
schema.index({ account_id: 1, key_id: 1, digest: 1, _id: -1 })
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

export const approvalModel = ledgerModel<ApprovalDoc>('Approval', schema)
