import { Schema } from 'mongoose'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** The id of the only row. */
export const SCHEMA_STATE_ID = 'ledger'

/** How far a phase of a migration is. */
export interface StepState {
  /** Where the next batch begins; null at the beginning and at the end. */
  position: string | null
  /** Rows that were looked at so far. */
  rows: number
  /** Null while it is in progress. */
  done_at: Date | null
}

/** What has been done to the schema of the ledger, in one row. See src/migrations. */
export interface SchemaStateDoc {
  _id: typeof SCHEMA_STATE_ID
  /** The newest migration whose `expand` is done, as are those of all before it. 0 for none. */
  version: number
  /** The oldest version that a process may have which works with this ledger. */
  min_compatible: number
  /** Digests of the sets of indexes that are built: each build of the service has one. */
  index_sets: string[]
  /** The phases that have begun, by names like `expand_1`. */
  steps: Record<string, StepState>
}

const schema = ledgerSchema('schema_state', {
  _id: { type: String, required: true },
  version: { type: Number, required: true },
  min_compatible: { type: Number, required: true },
  index_sets: { type: [String], required: true },
  steps: { type: Schema.Types.Mixed, required: true },
})

export const schemaStateModel = ledgerModel<SchemaStateDoc>('SchemaState', schema)
