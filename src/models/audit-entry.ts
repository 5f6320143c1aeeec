import { Schema } from 'mongoose'
import type { Actor } from '../contract/audit-log.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A record of a change. `_id` contains the time and sorts by it. */
export interface AuditEntryDoc {
  _id: string
  account_id: string
  actor: Actor
  /** Name of the operation (its tRPC path). */
  operation: string
  /** Id of the changed resource; null if there is none. */
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
