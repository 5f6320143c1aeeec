import { randomUUID } from 'node:crypto'
import { mongo } from 'mongoose'
import type { Clock } from '../../../clock.js'
import type { BlobChunkDoc, BlobDoc, BlobFileDoc } from '../../../models/blob.js'
import type { Models } from '../../../models/index.js'

const CHUNK_BYTES = 1024 * 1024
/** Chunks that are written, or read, together. */
const CHUNKS_AT_A_TIME = 4
/** How old a file without a blob must be before the sweep deletes it: older than any write takes. */
const LEFT_MS = 3_600_000
const MAX_LEFT = 20

/**
 * GridFS files with the bytes of large blobs. A file belongs to the blob that names it. It is marked as unsettled while it
 * has none, so that nothing is left when a process dies between two writes.
 */
export class BlobFiles {
  readonly #clock: Clock
  readonly #blobs: mongo.Collection<BlobDoc>
  readonly #files: mongo.Collection<BlobFileDoc>
  readonly #chunks: mongo.Collection<BlobChunkDoc>

  constructor({ models: { blobs, blobFiles, blobChunks }, clock }: { models: Models; clock: Clock }) {
    this.#clock = clock
    this.#blobs = blobs.collection
    this.#files = blobFiles.collection
    this.#chunks = blobChunks.collection
  }

  /** Writes a file for a blob, unsettled. Returns its id. */
  async write({ _id: filename, account_id }: Pick<BlobDoc, '_id' | 'account_id'>, bytes: Buffer): Promise<string> {
    const id = randomUUID()
    const now = this.#clock.now()
    const gridFs = { length: bytes.length, chunkSize: CHUNK_BYTES, uploadDate: now, filename }
    await this.#files.insertOne({ _id: id, ...gridFs, metadata: { account_id }, unsettled_at: now })
    const step = CHUNK_BYTES * CHUNKS_AT_A_TIME
    for (let from = 0; from < bytes.length; from += step) {
      await this.#chunks.insertMany(chunksOf(id, bytes, from, Math.min(from + step, bytes.length)))
    }
    return id
  }

  /** The bytes of a file, chunk by chunk. Throws if some are missing, because the file is being deleted. */
  async *read(id: string, size: number): AsyncGenerator<Buffer, void> {
    const cursor = this.#chunks.find({ files_id: id }, { sort: { n: 1 }, batchSize: CHUNKS_AT_A_TIME })
    let read = 0
    for await (const { data } of cursor) {
      read += data.length()
      yield Buffer.from(data.buffer)
    }
    if (read !== size) throw new Error(`the file of a blob has ${read} bytes instead of ${size}`)
  }

  /** Marks files of blobs that are about to be deleted. */
  async unsettle(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.#files.updateMany({ _id: { $in: [...ids] } }, { $set: { unsettled_at: this.#clock.now() } })
  }

  /** Removes the mark of files that a blob names, and deletes the others with their bytes. */
  async settle(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const files = await this.#files.find({ _id: { $in: [...ids] } }, { projection: { filename: 1 } }).toArray()
    const filter = { _id: { $in: files.map(({ filename }) => filename) } }
    const blobs = await this.#blobs.find(filter, { projection: { file_id: 1 } }).toArray()
    const named = new Set(blobs.map(({ file_id }) => file_id))
    const [used, unused] = [ids.filter((id) => named.has(id)), ids.filter((id) => !named.has(id))]
    if (used.length > 0) await this.#files.updateMany({ _id: { $in: used } }, { $unset: { unsettled_at: 1 } })
    if (unused.length === 0) return
    await this.#chunks.deleteMany({ files_id: { $in: unused } })
    await this.#files.deleteMany({ _id: { $in: unused } })
  }

  /** Settles files that a process which died has left behind. */
  async settleLeft(): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - LEFT_MS)
    const left = await this.#files
      .find({ unsettled_at: { $lt: before } }, { projection: { _id: 1 }, limit: MAX_LEFT })
      .toArray()
    await this.settle(left.map(({ _id }) => _id))
  }
}

function chunksOf(id: string, bytes: Buffer, from: number, to: number): BlobChunkDoc[] {
  const chunks: BlobChunkDoc[] = []
  for (let at = from; at < to; at += CHUNK_BYTES) {
    const data = new mongo.Binary(bytes.subarray(at, Math.min(at + CHUNK_BYTES, to)))
    chunks.push({ files_id: id, n: at / CHUNK_BYTES, data })
  }
  return chunks
}
