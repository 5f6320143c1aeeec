import { Schema } from 'mongoose'
import type { Actor } from '../contract/audit-log.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** That somebody did a writing operation. `_id` sorts by, and holds, the time. */
export interface AuditEntryDoc {
  _id: string
  account_id: string
  actor: Actor
  /** Name of the operation, which is its tRPC path. */
  operation: string
  /** Id of the resource that it was done to; null when there is none. */
  target: string | null
}

const schema = ledgerSchema('audit_entries', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  actor: { type: Schema.Types.Mixed, required: true },
  operation: { type: String, required: true },
  target: { type: String, default: null },
})
schema.index({ account_id: 1, _id: -1 })

export const auditEntryModel = ledgerModel<AuditEntryDoc>('AuditEntry', schema)
