import { Schema } from 'mongoose'
import type { Actor } from '../contract/audit-log.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A record of a change, a sign-in or sign-out, or a refusal. `_id` contains the time and sorts by it. */
export interface AuditEntryDoc {
  _id: string
  account_id: string
  actor: Actor
  /** Name of the operation (its tRPC path). */
  operation: string
  /** Id of the changed resource; null if there is none. */
  target: string | null
  /** The client's address, for sign-ins, sign-outs and refusals. */
  address?: string
  /** Its User-Agent, if it has one. */
  user_agent?: string | null
  /** For an entry that is written once: what it is the entry of. The unique index drops the others. */
  once?: string
}

const schema = ledgerSchema('audit_entries', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  actor: { type: Schema.Types.Mixed, required: true },
  operation: { type: String, required: true },
  target: { type: String, default: null },
  address: String,
  user_agent: String,
  once: String,
})
schema.index({ account_id: 1, _id: -1 })
// For the filters of the log: by what was done, also by one key, or by the command line or the service.
schema.index({ account_id: 1, operation: 1, _id: -1 })
schema.index({ account_id: 1, 'actor.id': 1, operation: 1, _id: -1 })
schema.index({ account_id: 1, 'actor.type': 1, operation: 1, _id: -1 })
// Partial, not sparse: every entry has an account, so a sparse index would contain all of them.
schema.index({ account_id: 1, once: 1 }, { unique: true, partialFilterExpression: { once: { $exists: true } } })

export const auditEntryModel = ledgerModel<AuditEntryDoc>('AuditEntry', schema)
