import type { mongo } from 'mongoose'
import type { ImageType } from '../lib/http/image-type.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/** GridFS bucket of uploaded images, the prefix of its two collections. */
const UPLOADS = 'uploads'

/**
 * An image for the content of mails, as a GridFS file. It never changes. It is written after its bytes, so a file that can be found is complete.
 */
export interface UploadDoc {
  _id: string
  /** Size in bytes. */
  length: number
  /** The sender's name for it, without a path; empty if it had none. */
  filename: string
  metadata: {
    account_id: string
    /** Detected from the content. */
    content_type: ImageType
    /** Identifies the content in caches. */
    etag: string
  }
}

/** A chunk of an image. */
export interface UploadChunkDoc {
  files_id: string
  /** Its index, from 0. */
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
// The index that GridFS requires.
chunkSchema.index({ files_id: 1, n: 1 }, { unique: true })

export const uploadModel = ledgerModel<UploadDoc>('Upload', schema)
export const uploadChunkModel = ledgerModel<UploadChunkDoc>('UploadChunk', chunkSchema)
