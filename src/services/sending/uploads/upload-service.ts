import type { PageRequest } from '../../../contract/fields.js'
import type { IncomingFile } from '../../../contract/file.js'
import type { Upload } from '../../../contract/uploads.js'
import { ApiError, fieldError } from '../../../errors.js'
import { isId } from '../../../ids.js'
import { etagOf } from '../../../lib/http/entity-tag.js'
import { imageType } from '../../../lib/http/image-type.js'
import type { UploadDoc } from '../../../models/upload.js'
import type { ServiceDeps } from '../../deps.js'
import { manyOf } from '../../platform/many.js'
import { orOverloaded } from '../../platform/overload.js'
import { newestFirst, type Page } from '../../platform/pages.js'
import type { StoredFile } from '../../platform/stored-file.js'
import type { UploadContent, UploadContents } from './upload-contents.js'
import { MAX_UPLOAD_BYTES, type UploadFiles } from './upload-files.js'

const MAX_FILENAME_CHARS = 255

type UploadDeps = Pick<ServiceDeps, 'config' | 'newId' | 'models'> & {
  uploadFiles: UploadFiles
  uploadContents: UploadContents
}

/** Stores images for the content of mails, and serves them to anybody. */
export class UploadService {
  readonly #deps: UploadDeps

  constructor(deps: UploadDeps) {
    this.#deps = deps
  }

  /**
   * Stores an image.
   * @throws ApiError `payload_too_large`, also if it exceeds the quota; `invalid_request` if it is not a PNG, JPEG, GIF or WebP.
   */
  async create(accountId: string, { bytes, filename }: IncomingFile): Promise<Upload> {
    if (bytes.length > MAX_UPLOAD_BYTES) throw new ApiError('payload_too_large', 'The file is larger than 2 MiB.')
    const contentType = imageType(bytes)
    if (!contentType) throw notAPicture()
    const id = this.#deps.newId('upload')
    const metadata = { account_id: accountId, content_type: contentType, etag: etagOf(bytes) }
    await orOverloaded(this.#deps.uploadFiles.write({ _id: id, filename: cleanFilename(filename), metadata }, bytes))
    return this.#present({ _id: id, length: bytes.length, metadata })
  }

  /** The images of an account, newest first. */
  list(accountId: string, page: PageRequest): Promise<Page<Upload>> {
    const query = { collection: this.#deps.models.uploads.collection, filter: { 'metadata.account_id': accountId } }
    return newestFirst(query, 'upload', page, (row: UploadDoc) => this.#present(row))
  }

  /** Images by id. Unknown ids are left out. */
  getMany(accountId: string, ids: readonly string[]): Promise<Map<string, Upload>> {
    const query = { collection: this.#deps.models.uploads.collection, filter: { 'metadata.account_id': accountId } }
    return manyOf(query, ids, (row) => this.#present(row))
  }

  /**
   * Deletes an image: its URL then answers 404. Mail that was accepted with it as an attachment still has it.
   * @throws ApiError `not_found`.
   */
  async delete(accountId: string, id: string): Promise<void> {
    if (!(await orOverloaded(this.#deps.uploadFiles.delete(accountId, id)))) throw new ApiError('not_found')
  }

  /** An image by id, for anybody with its URL; null if there is none. */
  async open(id: string): Promise<StoredFile | null> {
    if (!isId('upload', id)) return null
    const [file] = await this.#deps.uploadFiles.find([id])
    if (!file) return null
    const { content_type: contentType, etag } = file.metadata
    const read = async () => (await this.#deps.uploadFiles.read([id])).get(id) ?? null
    return { contentType, etag, read }
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

  #present({ _id, length, metadata }: Pick<UploadDoc, '_id' | 'length' | 'metadata'>): Upload {
    const url = `${this.#deps.config.baseUrl}/uploads/${_id}`
    return { id: _id, url, content_type: metadata.content_type, size: length }
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
