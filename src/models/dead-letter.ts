import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** The work of one collection, by the name of the topic its hints travel on. */
export type WorkKind = 'dispatch' | 'ingest' | 'events' | 'deliveries'

/** A row whose handling crashed again and again, parked until somebody looks at it. */
export interface DeadLetterDoc {
  _id: string
  kind: WorkKind
  /** Id of the parked message, callback, event or delivery. */
  row_id: string
  account_id: string
  error: string
  crashes: number
  created_at: Date
}

const schema = ledgerSchema('dead_letters', {
  _id: { type: String, required: true },
  kind: { type: String, required: true },
  row_id: { type: String, required: true },
  account_id: { type: String, required: true },
  error: { type: String, required: true },
  crashes: { type: Number, required: true },
  created_at: { type: Date, required: true },
})
schema.index({ kind: 1, row_id: 1 }, { unique: true })

export const deadLetterModel = ledgerModel<DeadLetterDoc>('DeadLetter', schema)
