import { ApiError } from '../../errors.js'
import { isId } from '../../ids.js'
import { type ImageType, imageType } from '../../lib/image-type.js'
import { withTimeLimit } from '../../lib/time-limit.js'
import { STORE_PATIENCE_MS } from '../../models/ledger-away.js'
import type { UploadDoc } from '../../models/upload.js'
import type { ServiceDeps } from '../deps.js'
import type { IncomingFile } from '../incoming-file.js'
import { orOverloaded } from '../overload.js'
import { etagOf, type StoredFile } from '../stored-file.js'
import { type UploadContent, UploadContents } from './upload-contents.js'

/** Largest picture, in bytes. */
export const MAX_UPLOAD_BYTES = 2 * 1024 * 1024

export interface UploadView {
  id: string
  url: string
  content_type: ImageType
  size: number
}

const MAX_FILENAME_CHARS = 255

/** Keeps pictures for the content of mails, and shows them to anybody. */
export class UploadService {
  readonly #deps: ServiceDeps
  readonly #contents: UploadContents

  constructor(deps: ServiceDeps) {
    this.#deps = deps
    this.#contents = new UploadContents(deps.models)
  }

  /**
   * Keeps a picture.
   * @throws ApiError `payload_too_large`; `invalid_request` for what is no PNG, JPEG, GIF or WebP.
   */
  async create(accountId: string, { bytes, filename }: IncomingFile): Promise<UploadView> {
    if (bytes.length > MAX_UPLOAD_BYTES) throw new ApiError('payload_too_large', 'The file is larger than 2 MiB.')
    const contentType = imageType(bytes)
    if (!contentType) throw notAPicture()
    const row: UploadDoc = {
      _id: this.#deps.newId('upload'),
      account_id: accountId,
      content_type: contentType,
      size: bytes.length,
      filename: cleanFilename(filename),
      etag: etagOf(bytes),
      content: bytes,
    }
    const inserting = this.#deps.models.uploads.collection.insertOne(row as never)
    await orOverloaded(withTimeLimit(STORE_PATIENCE_MS, inserting))
    return this.#present(row)
  }

  /** A picture by its id, for anybody who has its address; null when there is none. */
  async open(id: string): Promise<StoredFile | null> {
    if (!isId('upload', id)) return null
    const { uploads } = this.#deps.models
    const row = await uploads.findById(id).select({ content_type: 1, size: 1, etag: 1 }).lean<UploadDoc>()
    if (!row) return null
    const read = async () => (await uploads.findById(id).select({ content: 1 }))?.content as Buffer
    return { contentType: row.content_type, size: row.size, etag: row.etag, read }
  }

  /**
   * Pictures of an account by their ids, with their bytes. Those that do not exist, or are somebody else's, are left
   * out. Who asks at the same time shares the queries.
   * @throws ApiError `payload_too_large` when they hold more than `maxBytes` in all, before any of them is read;
   *   `overloaded` when the ledger does not answer.
   */
  contents(accountId: string, ids: readonly string[], maxBytes = Infinity): Promise<Map<string, UploadContent>> {
    return orOverloaded(this.#contents.find(accountId, ids, maxBytes))
  }

  #present({ _id, content_type, size }: UploadDoc): UploadView {
    return { id: _id, url: `${this.#deps.config.baseUrl}/uploads/${_id}`, content_type, size }
  }
}

function notAPicture(): ApiError {
  const message = 'must be a PNG, JPEG, GIF or WebP image'
  return new ApiError('invalid_request', `file: ${message}`, { details: [{ path: 'file', message }] })
}

/** A name without folders and signs that control anything; null when nothing of it is left. */
function cleanFilename(name: string | null): string | null {
  const base = name?.split(/[/\\]/).at(-1)?.slice(0, MAX_FILENAME_CHARS) ?? ''
  // Controls, halves of characters, line ends and what turns the direction of writing.
  return base.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '').trim() || null
}
