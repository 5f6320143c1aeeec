import { ApiError } from '../../../errors.js'
import { WeightedCache } from '../../../lib/collections/weighted-cache.js'
import { lookUp, lookUpRow } from '../../../models/look-up.js'
import type { UploadDoc } from '../../../models/upload.js'
import type { UploadFiles } from './upload-files.js'

/** An image as an attachment. */
export interface UploadContent {
  contentType: string
  filename: string | null
  /** Shared by all callers: do not modify. */
  bytes: Buffer
}

/** Most bytes to read with one query. */
const MAX_GROUP_BYTES = 16 * 1024 * 1024
/** Size of the cache, in bytes. A batch often has the same image in all its mails. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024

/**
 * Finds images in groups. Which images an account has is always looked up; only bytes are cached, because they never
 * change.
 */
export class UploadContents {
  readonly #files: UploadFiles
  readonly #findHead = lookUpRow<UploadDoc>(
    (ids) => this.#files.find(ids),
    (file) => file._id,
  )
  readonly #readBody = lookUp((heads: UploadDoc[]) => this.#readBodies(heads), {
    maxWeight: MAX_GROUP_BYTES,
    weigh: (head) => head.length,
  })
  readonly #kept = new WeightedCache<Buffer>({ maxWeight: MAX_KEPT_BYTES, weigh: (_id, bytes) => bytes.length })

  constructor({ uploadFiles }: { uploadFiles: UploadFiles }) {
    this.#files = uploadFiles
  }

  /** See `UploadService.contents`. */
  async find(accountId: string, ids: readonly string[], maxBytes: number): Promise<Map<string, UploadContent>> {
    const found = await Promise.all([...new Set(ids)].map((id) => this.#findHead(id)))
    const heads = new Map(found.flatMap((head) => (head?.metadata.account_id === accountId ? [[head._id, head]] : [])))
    const total = ids.reduce((sum, id) => sum + (heads.get(id)?.length ?? 0), 0)
    if (total > maxBytes) throw new ApiError('payload_too_large')

    const contents = new Map<string, UploadContent>()
    await Promise.all(
      [...heads.values()].map(async (head) => {
        const bytes = this.#kept.get(head._id) ?? (await this.#readBody(head))
        const { filename, metadata } = head
        if (bytes) contents.set(head._id, { contentType: metadata.content_type, filename: filename || null, bytes })
      }),
    )
    return contents
  }

  async #readBodies(heads: UploadDoc[]): Promise<(Buffer | null)[]> {
    const read = new Map<string, Buffer | undefined>()
    // The previous run may have read them.
    for (const { _id } of heads) read.set(_id, this.#kept.get(_id))
    const missing = [...read].flatMap(([id, bytes]) => (bytes ? [] : [id]))
    for (const [id, bytes] of missing.length > 0 ? await this.#files.read(missing) : []) {
      read.set(id, bytes)
      this.#kept.set(id, bytes)
    }
    return heads.map(({ _id }) => read.get(_id) ?? null)
  }
}
