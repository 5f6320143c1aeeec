import { mongo } from 'mongoose'
import { groupBy } from '../../lib/group-by.js'
import { withTimeout } from '../../lib/time-limit.js'
import type { Models } from '../../models/index.js'
import { LOOK_UP_TIMEOUT_MS, STORE_TIMEOUT_MS } from '../../models/ledger-away.js'
import { UPLOADS, type UploadChunkDoc, type UploadDoc } from '../../models/upload.js'

/** Largest image, in bytes. */
export const MAX_UPLOAD_BYTES = 2 * 1024 * 1024

/** Image files in GridFS. Each file is a single chunk, so one write stores it and one query reads it. */
export class UploadFiles {
  readonly #bucket: mongo.GridFSBucket
  readonly #files: mongo.Collection<UploadDoc>
  readonly #chunks: mongo.Collection<UploadChunkDoc>

  constructor({ models: { connection, uploads, uploadChunks } }: { models: Models }) {
    const options = { bucketName: UPLOADS, chunkSizeBytes: MAX_UPLOAD_BYTES }
    this.#bucket = new mongo.GridFSBucket(connection.getClient().db(connection.name), options)
    this.#files = uploads.collection
    this.#chunks = uploadChunks.collection
  }

  /** Stores a file. When this resolves it is durable. */
  async write({ _id, filename, metadata }: Omit<UploadDoc, 'length'>, bytes: Uint8Array): Promise<void> {
    // The driver's types ask for an ObjectId; the server takes an id of any type.
    const stream = this.#bucket.openUploadStreamWithId(_id as never, filename, { metadata })
    const storing = new Promise<void>((resolve, reject) => {
      stream.once('finish', resolve).once('error', reject).end(bytes)
    })
    await withTimeout(STORE_TIMEOUT_MS, storing)
  }

  /** The metadata of files. Unknown ids are left out. */
  find(ids: readonly string[]): Promise<UploadDoc[]> {
    return withTimeout(LOOK_UP_TIMEOUT_MS, this.#files.find({ _id: { $in: [...new Set(ids)] } }).toArray())
  }

  /** The bytes of files. */
  async read(ids: readonly string[]): Promise<Map<string, Buffer>> {
    const looking = this.#chunks.find({ files_id: { $in: [...ids] } }, { sort: { files_id: 1, n: 1 } }).toArray()
    const chunks = groupBy(await withTimeout(LOOK_UP_TIMEOUT_MS, looking), ({ files_id }) => files_id)
    // Copied, because the driver's data are slices of the whole response.
    return new Map([...chunks].map(([id, own]) => [id, Buffer.concat(own.map(({ data }) => data.buffer))]))
  }
}
