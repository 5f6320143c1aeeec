import { Schema } from 'mongoose'
import type { ContactImport, ImportStatus, OnDuplicate } from '../contract/contact-imports.js'
import type { StatusColumn } from '../contract/suppression-columns.js'
import { dueIndex, type WorkFields, workPaths } from '../streams/engine/work-row.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** A column that is imported: its place in a row, from 0, and what it is, like `email` or `attributes.plan`. */
export interface ImportColumn {
  at: number
  to: string
  /** What it also says about whether its contact gets mail. */
  tells?: StatusColumn
}

/** An import of contacts from a file, and how far it is. */
export interface ContactImportDoc extends WorkFields {
  _id: string
  account_id: string
  /** The key of the file in the blob store. */
  blob_key: string
  list_id: string | null
  columns: ImportColumn[]
  status: ImportStatus
  /** The number of the last row that is done. */
  position: number
  /** Absent: `skip`. */
  on_duplicate?: OnDuplicate
  imported: number
  /** Contacts that existed and were changed. */
  updated?: number
  added_to_list?: number
  skipped: number
  /** Rows whose addresses were suppressed. */
  suppressed?: number
  /** The first skipped rows. */
  row_errors: ContactImport['errors']
  failure: string | null
  updated_at: Date
  /** When it becomes due; absent if nothing is left to do. */
  process_at?: Date
}

const schema = ledgerSchema('contact_imports', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  blob_key: { type: String, required: true },
  list_id: { type: String, default: null },
  columns: { type: Schema.Types.Mixed, required: true },
  status: { type: String, required: true },
  position: { type: Number, required: true },
  on_duplicate: String,
  imported: { type: Number, required: true },
  updated: Number,
  added_to_list: Number,
  skipped: { type: Number, required: true },
  suppressed: Number,
  row_errors: { type: Schema.Types.Mixed, required: true },
  failure: { type: String, default: null },
  updated_at: { type: Date, required: true },
  process_at: Date,
  ...workPaths,
})
schema.index({ account_id: 1, _id: -1 })
schema.index(...dueIndex('process_at'))
schema.index({ held: 1 }, { sparse: true })

export const contactImportModel = ledgerModel<ContactImportDoc>('ContactImport', schema)
