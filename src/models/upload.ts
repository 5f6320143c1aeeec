import type { mongo } from 'mongoose'
import type { ImageType } from '../lib/image-type.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** Bucket of the pictures, and the name before the dot of its two collections (GridFS). */
export const UPLOADS = 'uploads'

/**
 * A picture for the content of mails, as a file of GridFS. It never changes and is never removed: mails that show it lie
 * in mailboxes for years. It is written behind its bytes, so one that is found is whole.
 */
export interface UploadDoc {
  _id: string
  /** In bytes. */
  length: number
  /** As its sender called it, without a path; empty when it had no name. */
  filename: string
  metadata: {
    account_id: string
    /** Told by the bytes. */
    content_type: ImageType
    /** Names the content in caches. */
    etag: string
  }
}

/** A piece of a picture. */
export interface UploadChunkDoc {
  files_id: string
  /** Its place, from 0. */
  n: number
  data: mongo.Binary
}

const schema = ledgerSchema(`${UPLOADS}.files`, {
  _id: { type: String, required: true },
  length: { type: Number, required: true },
  filename: { type: String, default: '' },
  metadata: { type: Object, required: true },
})
schema.index({ 'metadata.account_id': 1, _id: -1 })

const chunkSchema = ledgerSchema(`${UPLOADS}.chunks`, {
  files_id: { type: String, required: true },
  n: { type: Number, required: true },
  data: { type: Buffer, required: true },
})
// As GridFS wants it.
chunkSchema.index({ files_id: 1, n: 1 }, { unique: true })

export const uploadModel = ledgerModel<UploadDoc>('Upload', schema)
export const uploadChunkModel = ledgerModel<UploadChunkDoc>('UploadChunk', chunkSchema)
