import type { mongo } from 'mongoose'
import type { ImageType } from '../lib/image-type.js'
import { ledgerModel, ledgerSchema } from './ledger-schema.js'

/**
 * A picture for the content of mails. It never changes and is never removed: mails that show it lie in mailboxes for
 * years. One row holds all of it, which at 2 MiB is far below what a row may have.
 */
export interface UploadDoc {
  _id: string
  account_id: string
  /** Told by the bytes. */
  content_type: ImageType
  /** In bytes. */
  size: number
  /** As its sender called it, without a path; null when it had no name. */
  filename: string | null
  /** Names the content in caches. */
  etag: string
  /** A `Buffer` when it is written. */
  content: mongo.Binary | Buffer
}

const schema = ledgerSchema('uploads', {
  _id: { type: String, required: true },
  account_id: { type: String, required: true },
  content_type: { type: String, required: true },
  size: { type: Number, required: true },
  filename: { type: String, default: null },
  etag: { type: String, required: true },
  content: { type: Buffer, required: true },
})
schema.index({ account_id: 1, _id: -1 })

export const uploadModel = ledgerModel<UploadDoc>('Upload', schema)
