import type { mongo } from 'mongoose'
import { Schema } from 'mongoose'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** GridFS bucket of the blobs that are too large for one document, the prefix of its two collections. */
const BLOBS = 'blobs'

/** Bytes of an account under a key. They never change. What exists here is complete, wherever the bytes are. */
export interface BlobDoc {
  /** The account and the key: see services/platform/blobs/blob-store.ts. */
  _id: string
  account_id: string
  /** The first part of the key, such as `raw`. */
  kind: string
  /** In bytes. */
  size: number
  /** Null if the bytes are a file. */
  data: mongo.Binary | null
  /** The GridFS file with the bytes; null if they are here. */
  file_id: string | null
  /** When it was stored, or stored again. */
  stored_at: Date
}

/** A GridFS file with the bytes of a large blob. */
export interface BlobFileDoc {
  _id: string
  length: number
  chunkSize: number
  uploadDate: Date
  /** The blob that it was written for. */
  filename: string
  metadata: { account_id: string }
  /** Only while it is written or deleted: when that began. If the process dies, the sweep settles it. */
  unsettled_at?: Date
}

/** A chunk of a file. */
export interface BlobChunkDoc {
  files_id: string
  /** Its index, from 0. */
  n: number
  data: mongo.Binary
}

const schema = ledgerSchema(BLOBS, {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  kind: { type: String, required: true },
  size: { type: Number, required: true },
  data: { type: Buffer, default: null },
  file_id: { type: String, default: null },
  stored_at: { type: Date, required: true },
})
// For retention: the oldest of a kind.
schema.index({ kind: 1, stored_at: 1 })

const fileSchema = ledgerSchema(`${BLOBS}.files`, {
  _id: { type: String, required: true },
  length: { type: Number, required: true },
  chunkSize: { type: Number, required: true },
  uploadDate: { type: Date, required: true },
  filename: { type: String, required: true },
  metadata: { type: Schema.Types.Mixed, required: true },
  unsettled_at: Date,
})
fileSchema.index({ unsettled_at: 1 }, { sparse: true })

const chunkSchema = ledgerSchema(`${BLOBS}.chunks`, {
  files_id: { type: String, required: true },
  n: { type: Number, required: true },
  data: { type: Buffer, required: true },
})
// The index that GridFS requires.
chunkSchema.index({ files_id: 1, n: 1 }, { unique: true })

export const blobModel = ledgerModel<BlobDoc>('Blob', schema)
export const blobFileModel = ledgerModel<BlobFileDoc>('BlobFile', fileSchema)
export const blobChunkModel = ledgerModel<BlobChunkDoc>('BlobChunk', chunkSchema)
