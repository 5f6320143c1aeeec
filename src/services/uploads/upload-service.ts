import type { IncomingFile } from '../../contract/file.js'
import type { Upload } from '../../contract/uploads.js'
import { ApiError, fieldError } from '../../errors.js'
import { isId } from '../../ids.js'
import { imageType } from '../../lib/image-type.js'
import type { ServiceDeps } from '../deps.js'
import { orOverloaded } from '../overload.js'
import { etagOf, type StoredFile } from '../stored-file.js'
import type { UploadContent, UploadContents } from './upload-contents.js'
import { MAX_UPLOAD_BYTES, type UploadFiles } from './upload-files.js'

const MAX_FILENAME_CHARS = 255

type UploadDeps = Pick<ServiceDeps, 'config' | 'newId'> & { uploadFiles: UploadFiles; uploadContents: UploadContents }

/** Stores images for the content of mails, and serves them to anybody. */
export class UploadService {
  readonly #deps: UploadDeps

  constructor(deps: UploadDeps) {
    this.#deps = deps
  }

  /**
   * Stores an image.
   * @throws ApiError `payload_too_large`; `invalid_request` if it is not a PNG, JPEG, GIF or WebP.
   */
  async create(accountId: string, { bytes, filename }: IncomingFile): Promise<Upload> {
    if (bytes.length > MAX_UPLOAD_BYTES) throw new ApiError('payload_too_large', 'The file is larger than 2 MiB.')
    const contentType = imageType(bytes)
    if (!contentType) throw notAPicture()
    const id = this.#deps.newId('upload')
    const metadata = { account_id: accountId, content_type: contentType, etag: etagOf(bytes) }
    await orOverloaded(this.#deps.uploadFiles.write({ _id: id, filename: cleanFilename(filename), metadata }, bytes))
    const url = `${this.#deps.config.baseUrl}/uploads/${id}`
    return { id, url, content_type: contentType, size: bytes.length }
  }

  /** An image by id, for anybody with its URL; null if there is none. */
  async open(id: string): Promise<StoredFile | null> {
    if (!isId('upload', id)) return null
    const [file] = await this.#deps.uploadFiles.find([id])
    if (!file) return null
    const { content_type: contentType, etag } = file.metadata
    const read = async () => (await this.#deps.uploadFiles.read([id])).get(id) ?? null
    return { contentType, size: file.length, etag, read }
  }

  /**
   * Images of an account by id, with their bytes. Unknown ids, and those of other accounts, are left out. Concurrent
   * calls share the queries.
   * @throws ApiError `payload_too_large` if they exceed `maxBytes` in total, before any is read; `overloaded` if the
   *   ledger does not answer.
   */
  contents(accountId: string, ids: readonly string[], maxBytes = Infinity): Promise<Map<string, UploadContent>> {
    return orOverloaded(this.#deps.uploadContents.find(accountId, ids, maxBytes))
  }
}

function notAPicture(): ApiError {
  const message = 'must be a PNG, JPEG, GIF or WebP image'
  return fieldError('invalid_request', 'file', message)
}

/** A filename without folders; empty if nothing is left. */
function cleanFilename(name: string | null): string {
  const base = name?.split(/[/\\]/).at(-1)?.slice(0, MAX_FILENAME_CHARS) ?? ''
  // Half a character may be left at the end.
  return base.replace(/\p{Cs}$/u, '').trim()
}
