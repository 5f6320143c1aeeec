import { ApiError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import type { UploadDoc } from '../../../models/upload.js'
import type { OperatorDeps } from '../../deps.js'
import type { Quotas } from '../../platform/quotas.js'
import { isoTime } from '../../platform/timestamps.js'
import type { UploadFiles } from './upload-files.js'

/** An upload as operators see it. */
export interface InventoryItem {
  id: string
  content_type: string
  /** In bytes. */
  size: number
  created_at: string
}

/** The uploads of an account, newest first, and how much of its quota they use. */
export interface Inventory {
  uploads: InventoryItem[]
  used_bytes: number
  quota_bytes: number
}

type InventoryDeps = Pick<OperatorDeps, 'models'> & { quotas: Quotas; uploadFiles: UploadFiles }

/** Lists and deletes the uploads of any account, for operators. */
export class UploadInventory {
  readonly #deps: InventoryDeps

  constructor(deps: InventoryDeps) {
    this.#deps = deps
  }

  /** The uploads of an account. */
  async list(accountId: string): Promise<Inventory> {
    const { models, quotas, uploadFiles } = this.#deps
    const [files, used_bytes, quota_bytes] = await Promise.all([
      models.uploads.collection.find<UploadDoc>({ 'metadata.account_id': accountId }).sort({ _id: -1 }).toArray(),
      uploadFiles.bytesOf(accountId),
      quotas.limitOf('uploads', accountId),
    ])
    return { uploads: files.map(present), used_bytes, quota_bytes }
  }

  /**
   * Deletes an upload.
   * @returns it with its account.
   * @throws ApiError `not_found`.
   */
  async delete(id: string): Promise<{ id: string; account_id: string }> {
    const [file] = await this.#deps.uploadFiles.find([id])
    const account_id = file?.metadata.account_id
    if (!account_id || !(await this.#deps.uploadFiles.delete(account_id, id))) {
      throw new ApiError('not_found', `There is no upload ${id}, or it is deleted already.`)
    }
    return { id, account_id }
  }
}

function present({ _id, length, metadata }: UploadDoc): InventoryItem {
  return { id: _id, content_type: metadata.content_type, size: length, created_at: isoTime(idTime(_id)) }
}
