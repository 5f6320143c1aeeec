import { Schema } from 'mongoose'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

export const ACTOR_TYPES = ['key', 'cli', 'session'] as const

/** Who did something: a key, a browser session of a key, or an operator at the command line. */
export interface Actor {
  type: (typeof ACTOR_TYPES)[number]
  /** The key; for the command line the user of the operating system, null when that is unknown. */
  id: string | null
}

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
