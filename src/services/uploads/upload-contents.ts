import type { mongo } from 'mongoose'
import { ApiError } from '../../errors.js'
import { Group } from '../../lib/group.js'
import { withTimeLimit } from '../../lib/time-limit.js'
import { WeightedCache } from '../../lib/weighted-cache.js'
import type { Models } from '../../models/index.js'
import { isLedgerAway, LOOK_UP_PATIENCE_MS } from '../../models/ledger-away.js'
import type { UploadDoc } from '../../models/upload.js'

/** A picture as a mail takes it along. */
export interface UploadContent {
  contentType: string
  filename: string | null
  /** Shared by all that ask: nobody may write into it. */
  bytes: Buffer
}

type Head = Pick<UploadDoc, '_id' | 'account_id' | 'content_type' | 'filename' | 'size'>

const MAX_GROUP_ITEMS = 500
const MAX_WAITING_ITEMS = 20_000
/** Bytes that one query reads. */
const MAX_GROUP_BYTES = 16 * 1024 * 1024
/** Bytes kept of what was used last. A batch often has one picture in all its mails. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024

/**
 * Finds pictures, many at a time. What an account has is asked anew each time; only bytes are kept, which never change.
 */
export class UploadContents {
  readonly #uploads: mongo.Collection<UploadDoc>
  readonly #heads = new Group<string, Head | null>((ids) => this.#findHeads(ids), {
    maxItems: MAX_GROUP_ITEMS,
    maxWaiting: MAX_WAITING_ITEMS,
    failsWaiting: isLedgerAway,
  })
  readonly #bodies = new Group<Head, Buffer | null>((heads) => this.#readBodies(heads), {
    maxItems: MAX_GROUP_ITEMS,
    maxWeight: MAX_GROUP_BYTES,
    weigh: (head) => head.size,
    maxWaiting: MAX_WAITING_ITEMS,
    failsWaiting: isLedgerAway,
  })
  readonly #kept = new WeightedCache<Buffer>({ maxWeight: MAX_KEPT_BYTES, weigh: (_id, bytes) => bytes.length })

  constructor(models: Models) {
    this.#uploads = models.uploads.collection as unknown as mongo.Collection<UploadDoc>
  }

  /** See `UploadService.contents`. */
  async find(accountId: string, ids: readonly string[], maxBytes: number): Promise<Map<string, UploadContent>> {
    const found = await Promise.all([...new Set(ids)].map((id) => this.#heads.add(id)))
    const heads = new Map(found.flatMap((head) => (head?.account_id === accountId ? [[head._id, head]] : [])))
    const total = ids.reduce((sum, id) => sum + (heads.get(id)?.size ?? 0), 0)
    if (total > maxBytes) throw new ApiError('payload_too_large')

    const contents = new Map<string, UploadContent>()
    await Promise.all(
      [...heads.values()].map(async (head) => {
        const bytes = this.#kept.get(head._id) ?? (await this.#bodies.add(head))
        if (bytes) contents.set(head._id, { contentType: head.content_type, filename: head.filename, bytes })
      }),
    )
    return contents
  }

  async #findHeads(ids: string[]): Promise<(Head | null)[]> {
    const filter = { _id: { $in: [...new Set(ids)] } }
    const looking = this.#uploads.find(filter, { projection: { content: 0, etag: 0 } }).toArray()
    const rows = new Map((await withTimeLimit(LOOK_UP_PATIENCE_MS, looking)).map((row) => [row._id, row as Head]))
    return ids.map((id) => rows.get(id) ?? null)
  }

  async #readBodies(heads: Head[]): Promise<(Buffer | null)[]> {
    const read = new Map<string, Buffer | undefined>()
    // The run before may have read what came while this one waited.
    for (const { _id } of heads) read.set(_id, this.#kept.get(_id))
    const missing = [...read].flatMap(([id, bytes]) => (bytes ? [] : [id]))
    if (missing.length > 0) {
      const looking = this.#uploads.find({ _id: { $in: missing } }, { projection: { content: 1 } }).toArray()
      for (const { _id, content } of await withTimeLimit(LOOK_UP_PATIENCE_MS, looking)) {
        // A copy: what the driver hands out lies in the buffer of the whole answer.
        const bytes = Buffer.from((content as mongo.Binary).buffer)
        read.set(_id, bytes)
        this.#kept.set(_id, bytes)
      }
    }
    return heads.map(({ _id }) => read.get(_id) ?? null)
  }
}
