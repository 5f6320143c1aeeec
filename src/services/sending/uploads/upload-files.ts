import { mongo } from 'mongoose'
import { groupBy } from '../../../lib/collections/group-by.js'
import { withTimeout } from '../../../lib/concurrency/time-limit.js'
import { LOOK_UP_TIMEOUT_MS, STORE_TIMEOUT_MS } from '../../../models/database-unavailable.js'
import type { Models } from '../../../models/index.js'
import type { QuotaDoc } from '../../../models/quota.js'
import type { UploadChunkDoc, UploadDoc } from '../../../models/upload.js'
import { type Quotas, quotaId } from '../../platform/quotas.js'

/** Largest image, in bytes. */
export const MAX_UPLOAD_BYTES = 2 * 1024 * 1024

/** Image files in GridFS. Each file is a single chunk, so one write stores it and one query reads it. */
export class UploadFiles {
  readonly #quotas: Quotas
  readonly #quotaRows: mongo.Collection<QuotaDoc>
  readonly #files: mongo.Collection<UploadDoc>
  readonly #chunks: mongo.Collection<UploadChunkDoc>

  constructor({ models: { uploads, uploadChunks, quotas: quotaRows }, quotas }: { models: Models; quotas: Quotas }) {
    this.#quotas = quotas
    this.#quotaRows = quotaRows.collection
    this.#files = uploads.collection
    this.#chunks = uploadChunks.collection
  }

  /**
   * Stores a file within the quota of its account, which is charged in the same transaction. When this resolves it is
   * durable.
   * @throws ApiError `payload_too_large`.
   */
  async write({ _id, filename, metadata }: Omit<UploadDoc, 'length'>, bytes: Uint8Array): Promise<void> {
    const { account_id: accountId } = metadata
    const chunk = { files_id: _id, n: 0, data: new mongo.Binary(bytes) }
    const gridFs = { chunkSize: MAX_UPLOAD_BYTES, uploadDate: new Date() }
    const file = { _id, length: bytes.length, ...gridFs, filename, metadata }
    const storing = this.#quotas.create('uploads', accountId, {
      amount: bytes.length,
      count: (session) => this.bytesOf(accountId, session),
      insert: async (session) => {
        await this.#setUsed(accountId, bytes.length, session)
        await this.#chunks.insertOne(chunk, { session })
        await this.#files.insertOne(file, { session })
      },
    })
    await withTimeout(STORE_TIMEOUT_MS, storing)
  }

  /** Removes a file of an account and gives its bytes back. False if there is none. */
  async delete(accountId: string, id: string): Promise<boolean> {
    let isFound = false
    const deleting = this.#quotas.change('uploads', accountId, {
      work: async (session) => {
        const filter = { _id: id, 'metadata.account_id': accountId }
        const file = await this.#files.findOne(filter, { session })
        isFound = file !== null
        if (!file) return
        await this.#setUsed(accountId, -file.length, session)
        await this.#files.deleteOne(filter, { session })
        await this.#chunks.deleteMany({ files_id: id }, { session })
      },
    })
    await withTimeout(STORE_TIMEOUT_MS, deleting)
    return isFound
  }

  async #setUsed(accountId: string, more: number, session: mongo.ClientSession): Promise<void> {
    const used = (await this.bytesOf(accountId, session)) + more
    await this.#quotaRows.updateOne({ _id: quotaId(accountId, 'uploads') }, { $set: { used } }, { session })
  }

  /** The bytes of an account: those of its quota row or, before there are any, the sum of its files. */
  async bytesOf(accountId: string, session?: mongo.ClientSession): Promise<number> {
    const options = session && { session }
    const row = await this.#quotaRows.findOne({ _id: quotaId(accountId, 'uploads') }, options)
    if (row?.used !== undefined) return row.used
    const stages = [
      { $match: { 'metadata.account_id': accountId } },
      { $group: { _id: null, sum: { $sum: '$length' } } },
    ]
    const [total] = await this.#files.aggregate<{ sum: number }>(stages, options).toArray()
    return total?.sum ?? 0
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
