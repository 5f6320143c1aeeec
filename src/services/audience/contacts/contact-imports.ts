import { randomBytes } from 'node:crypto'
import type { ContactImport, NewContactImport, StoredContactFile } from '../../../contract/contact-imports.js'
import { ApiError, fieldError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import { shouldYield, yieldToEventLoop } from '../../../lib/concurrency/time-slices.js'
import { csvRecords, encodingErrorOf, UnsupportedEncodingError } from '../../../lib/csv/csv-records.js'
import type { ContactImportDoc } from '../../../models/contact-import.js'
import type { ServiceDeps } from '../../deps.js'
import type { BlobStore, OpenBlob } from '../../platform/blobs/blob-store.js'
import { manyOf } from '../../platform/many.js'
import { orOverloaded } from '../../platform/overload.js'
import { isoTime } from '../../platform/timestamps.js'
import type { ClaimedImport, ContactImporter } from './contact-importer.js'
import { releaseErased } from './erased-imports.js'
import { findStaticList } from './find-list.js'
import { importColumns } from './import-columns.js'

/** The kind of stored files in the blob store. */
export const IMPORT_FILES = 'imports'
/** Files with more rows are imported by a worker. */
const MAX_ROWS_AT_ONCE = 10_000
/** How long a request works on an import, in ms. */
const REQUEST_MS = 20_000
const KEY_BYTES = 16

type ImportsDeps = Pick<ServiceDeps, 'models' | 'newId' | 'clock' | 'conveyor'> & {
  blobStore: Pick<BlobStore, 'put' | 'open'>
  contactImporter: Pick<ContactImporter, 'work'>
}

/** Imports of contacts from CSV files. */
export class ContactImports {
  readonly #deps: ImportsDeps

  constructor(deps: ImportsDeps) {
    this.#deps = deps
  }

  /**
   * Stores a file for an import.
   * @throws ApiError `overloaded`.
   */
  async store(accountId: string, csv: Buffer): Promise<StoredContactFile> {
    const name = randomBytes(KEY_BYTES).toString('hex')
    await orOverloaded(this.#deps.blobStore.put(accountId, `${IMPORT_FILES}/${name}`, csv))
    return { storage_key: `${IMPORT_FILES}/${accountId}/${name}` }
  }

  /**
   * Imports a stored file: one of up to 10,000 rows before this resolves, a longer one by a worker.
   * @throws ApiError `forbidden` for a key of another account; `not_found` for an unknown file or list; `invalid_request`
   *   naming `columns` or, for a dynamic list, `list_id`.
   */
  async create(
    accountId: string,
    { storage_key, list_id, columns, on_duplicate = 'skip' }: NewContactImport,
  ): Promise<ContactImport> {
    const blob_key = blobKeyIn(accountId, storage_key)
    if (list_id !== undefined) await findStaticList(this.#deps, accountId, list_id)
    const blob = await orOverloaded(this.#deps.blobStore.open(accountId, blob_key))
    if (!blob) throw new ApiError('not_found', 'There is no stored file with this storage_key.')
    const { heading, row: position, isLong } = await beginningOf(blob)
    const now = this.#deps.clock.now()
    const row: ContactImportDoc = {
      ...{ _id: this.#deps.newId('contactImport'), account_id: accountId, blob_key, list_id: list_id ?? null },
      ...{
        columns: importColumns(heading, columns),
        status: 'running',
        position,
        ...{ on_duplicate, imported: 0, updated: 0, added_to_list: 0, skipped: 0, suppressed: 0 },
        row_errors: [],
      },
      ...{ failure: null, updated_at: now, process_at: now, crashes: 0 },
    }
    return isLong ? this.#leave(row) : this.#run(row)
  }

  /** @throws ApiError `not_found`. */
  async get(accountId: string, id: string): Promise<ContactImport> {
    const row = await this.#deps.models.contactImports.collection.findOne({ _id: id, account_id: accountId })
    if (!row) throw new ApiError('not_found')
    return present(row)
  }

  /** Imports by id. Unknown ids are left out. */
  getMany(accountId: string, ids: readonly string[]): Promise<Map<string, ContactImport>> {
    return manyOf(
      { collection: this.#deps.models.contactImports.collection, filter: { account_id: accountId } },
      ids,
      present,
    )
  }

  /** Leaves an import to the workers. */
  async #leave(row: ContactImportDoc): Promise<ContactImport> {
    await this.#deps.models.contactImports.collection.insertOne(row)
    this.#deps.conveyor.hint('imports', [{ id: row._id, accountId: row.account_id }])
    return present(row)
  }

  /** Works on an import at once. If this process dies, a worker goes on when the claim ends. */
  async #run(row: ContactImportDoc): Promise<ContactImport> {
    const { models, clock, conveyor, contactImporter } = this.#deps
    const until = new Date(clock.now().getTime() + Math.max(REQUEST_MS, conveyor.catalog.imports.leaseMs))
    const lease = { by: 'request', token: randomBytes(KEY_BYTES).toString('hex'), until }
    const claimed: ClaimedImport = { ...row, lease, process_at: until, crashes: 1 }
    await models.contactImports.collection.insertOne(claimed)
    const deadline = clock.now().getTime() + REQUEST_MS / 2
    await contactImporter.work(claimed, () => clock.now().getTime() > deadline)
    await releaseErased(models, claimed)
    const { account_id, _id } = row
    // After a failover it can be missing for a moment. `not_found` would have the operation run, and import, once more.
    return present((await models.contactImports.collection.findOne({ _id, account_id })) ?? claimed)
  }
}

/** @throws ApiError `forbidden`. */
function blobKeyIn(accountId: string, storageKey: string): string {
  const prefix = `${IMPORT_FILES}/${accountId}/`
  if (!storageKey.startsWith(prefix)) throw new ApiError('forbidden', 'This storage_key is not one of the account.')
  return `${IMPORT_FILES}/${storageKey.slice(prefix.length)}`
}

/**
 * The column names of a file and their row, and whether it has more rows than a request imports.
 * @throws ApiError `invalid_request` naming `storage_key`.
 */
async function beginningOf({ content }: OpenBlob): Promise<{ heading: string[]; row: number; isLong: boolean }> {
  let heading: { values: string[]; row: number } | null = null
  let rows = 0
  try {
    for await (const records of csvRecords(Buffer.isBuffer(content) ? [content] : (content as AsyncIterable<Buffer>))) {
      const [first] = records
      if (!heading && first) {
        if (first.fault) throw badFile(`begins with a row that ${first.fault}`)
        heading = first
      }
      rows += records.length
      if (heading && rows > MAX_ROWS_AT_ONCE + 1) return { heading: heading.values, row: heading.row, isLong: true }
      if (shouldYield()) await yieldToEventLoop()
    }
  } catch (error) {
    throw error instanceof UnsupportedEncodingError ? badFile(encodingErrorOf(error)) : error
  }
  if (!heading) throw badFile('is empty: it must begin with a row of column names')
  return { heading: heading.values, row: heading.row, isLong: false }
}

const badFile = (message: string) => fieldError('invalid_request', 'storage_key', `is of a file that ${message}`)

function present(row: ContactImportDoc): ContactImport {
  const { status, list_id, on_duplicate = 'skip', imported, updated = 0, added_to_list = 0, skipped, failure } = row
  const { suppressed = 0 } = row
  return {
    ...{ id: row._id, status, list_id, on_duplicate, processed: imported + updated + added_to_list + skipped },
    ...{ imported, updated, added_to_list, skipped, suppressed, errors: row.row_errors, failure },
    created_at: isoTime(idTime(row._id)),
    updated_at: isoTime(row.updated_at),
  }
}
