import { Readable } from 'node:stream'
import { mongo } from 'mongoose'
import { Batcher } from '../../../lib/concurrency/batcher.js'
import { withTimeout } from '../../../lib/concurrency/time-limit.js'
import type { BlobDoc } from '../../../models/blob.js'
import { isDatabaseUnavailable, LEDGER_BATCHING, STORE_TIMEOUT_MS } from '../../../models/database-unavailable.js'
import { DuplicateRowError, insertUnordered } from '../../../models/insert-unordered.js'
import { type LookUp, lookUpById } from '../../../models/look-up.js'
import type { ServiceDeps } from '../../deps.js'
import { BlobFiles } from './blob-files.js'

const MIB = 1024 * 1024
/** Up to this size the bytes are in one document. */
const MAX_DOCUMENT_BYTES = MIB
const MAX_GROUP_BYTES = 8 * MIB
const MAX_WAITING_BYTES = 128 * MIB
/** Documents that are read together. */
const MAX_READ_ITEMS = 32
/** Files that are written at a time. */
const MAX_FILES = 4
const MAX_WAITING_FILE_BYTES = 256 * MIB
/** How long writing a file may take, in ms. */
const FILE_TIMEOUT_MS = 60_000

type BlobDeps = Pick<ServiceDeps, 'models' | 'clock'>

/** The bytes of a blob: all at once, or as a stream if they are many. */
export interface OpenBlob {
  size: number
  content: Buffer | Readable
}

/**
 * Bytes of any size under keys that an account uses once. Small ones are documents, and those that arrive together share
 * an insert; large ones are GridFS files.
 */
export class BlobStore {
  readonly #deps: BlobDeps
  readonly #files: BlobFiles
  readonly #small: Batcher<BlobDoc, boolean>
  readonly #large: Batcher<{ row: BlobDoc; bytes: Buffer }, boolean>
  readonly #findById: LookUp<string, BlobDoc | null>

  constructor(deps: BlobDeps) {
    this.#deps = deps
    this.#files = new BlobFiles(deps)
    this.#small = new Batcher((rows) => this.#insert(rows), {
      ...LEDGER_BATCHING,
      maxWeight: MAX_GROUP_BYTES,
      weigh: ({ size }) => size,
      maxWaitingWeight: MAX_WAITING_BYTES,
    })
    this.#large = new Batcher((blobs) => this.#writeFiles(blobs), {
      ...LEDGER_BATCHING,
      maxItems: MAX_FILES,
      weigh: ({ row }) => row.size,
      maxWaitingWeight: MAX_WAITING_FILE_BYTES,
      maxRunMs: FILE_TIMEOUT_MS,
    })
    this.#findById = lookUpById<BlobDoc>(deps.models.blobs.collection, { maxItems: MAX_READ_ITEMS })
  }

  /**
   * Stores bytes under a key, which always has the same bytes. When this resolves they are durable, now or from an
   * earlier attempt.
   * @returns whether they are new.
   * @throws QueueFullError if too much waits for the ledger; errors of the ledger. `orOverloaded` knows both.
   */
  async put(accountId: string, key: string, bytes: Buffer): Promise<boolean> {
    const row = this.#rowOf(accountId, key, bytes.length)
    if (bytes.length > MAX_DOCUMENT_BYTES) return this.#large.add({ row, bytes })
    return this.#small.add({ ...row, data: new mongo.Binary(bytes) })
  }

  /** The bytes under a key; null if there are none. */
  async get(accountId: string, key: string): Promise<Buffer | null> {
    const row = await this.#find(accountId, key)
    if (!row) return null
    if (row.file_id === null) return bytesOf(row)
    const bytes = Buffer.allocUnsafeSlow(row.size)
    let at = 0
    for await (const chunk of this.#files.read(row.file_id, row.size)) at += chunk.copy(bytes, at)
    return bytes
  }

  /** Opens the bytes under a key for reading; null if there are none. Large ones are read while they are sent. */
  async open(accountId: string, key: string): Promise<OpenBlob | null> {
    const row = await this.#find(accountId, key)
    if (!row) return null
    const { size, file_id } = row
    return { size, content: file_id === null ? bytesOf(row) : Readable.from(this.#files.read(file_id, size)) }
  }

  /** The keys in folders: those that begin with one of them and a slash. Reads a range of an index for each folder. */
  async keysIn(accountId: string, folders: readonly string[]): Promise<string[]> {
    if (folders.length === 0) return []
    const $or = folders.map((folder) => within(blobId(accountId, folder)))
    const rows = await this.#deps.models.blobs.collection.find({ $or }, { projection: { _id: 1 } }).toArray()
    return rows.map(({ _id }) => _id.slice(accountId.length + 1))
  }

  /**
   * Deletes what is under these keys.
   * @param storedBefore leaves what was stored, or stored again, at this time or later.
   */
  async delete(accountId: string, keys: readonly string[], storedBefore?: Date): Promise<void> {
    if (keys.length === 0) return
    const blobs = this.#deps.models.blobs.collection
    const filter = {
      _id: { $in: keys.map((key) => blobId(accountId, key)) },
      ...(storedBefore && { stored_at: { $lt: storedBefore } }),
    }
    const rows = await blobs.find(filter, { projection: { file_id: 1 } }).toArray()
    const files = rows.flatMap(({ file_id }) => file_id ?? [])
    await this.#files.unsettle(files)
    await blobs.deleteMany(filter)
    await this.#files.settle(files)
  }

  /** Removes what processes that died while they wrote or deleted have left behind. */
  settleLeft(): Promise<void> {
    return this.#files.settleLeft()
  }

  #rowOf(accountId: string, key: string, size: number): BlobDoc {
    const kind = key.slice(0, key.indexOf('/'))
    const stored_at = this.#deps.clock.now()
    return { _id: blobId(accountId, key), account_id: accountId, kind, size, data: null, file_id: null, stored_at }
  }

  #find(accountId: string, key: string): Promise<BlobDoc | null> {
    return this.#findById(blobId(accountId, key))
  }

  /**
   * Inserts rows. Repeats, for which somebody may delete the first one meanwhile, count as stored again. Resolves with whether
   * each is new.
   */
  async #insert(rows: BlobDoc[]): Promise<(boolean | Error)[]> {
    for (;;) {
      const failures = await insertUnordered(this.#deps.models.blobs.collection, rows, STORE_TIMEOUT_MS)
      const isRepeat = (index: number) => failures.get(index) instanceof DuplicateRowError
      const repeats = rows.filter((_row, index) => isRepeat(index))
      if (await this.#renew(repeats)) {
        return rows.map((_row, index) => (isRepeat(index) ? false : (failures.get(index) ?? true)))
      }
    }
  }

  async #writeFiles(blobs: { row: BlobDoc; bytes: Buffer }[]): Promise<(boolean | Error)[]> {
    const settled = await Promise.allSettled(blobs.map(({ row, bytes }) => this.#writeFile(row, bytes)))
    const results = settled.map((result) => (result.status === 'rejected' ? result.reason : result.value))
    // Those that wait then fail too.
    const away = results.find(isDatabaseUnavailable)
    if (away) throw away
    return results
  }

  /** Resolves with whether the bytes are new. */
  async #writeFile(row: BlobDoc, bytes: Buffer): Promise<boolean> {
    if (await this.#renew([row])) return false
    const file_id = await this.#files.write(row, bytes)
    const [result] = await this.#insert([{ ...row, file_id }])
    // Another process may have stored the same bytes meanwhile: then the file is deleted.
    await this.#files.settle([file_id])
    if (result instanceof Error) throw result
    return result === true
  }

  /** Notes that blobs were stored again. False if one of them is gone. */
  async #renew(rows: readonly BlobDoc[]): Promise<boolean> {
    const ids = [...new Set(rows.map(({ _id }) => _id))]
    if (ids.length === 0) return true
    const update = { $set: { stored_at: this.#deps.clock.now() } }
    const renewing = this.#deps.models.blobs.collection.updateMany({ _id: { $in: ids } }, update)
    return (await withTimeout(STORE_TIMEOUT_MS, renewing)).matchedCount === ids.length
  }
}

const blobId = (accountId: string, key: string) => `${accountId}/${key}`

/** The ids that begin with this one and a slash. The character after the slash ends the range. */
const within = (id: string) => ({ _id: { $gt: `${id}/`, $lt: `${id}0` } })

/** Copied, because the driver's data are slices of the whole response. */
const bytesOf = ({ data }: BlobDoc): Buffer => Buffer.from(data?.buffer ?? [])
