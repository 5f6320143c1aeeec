import { ApiError } from '../../../errors.js'
import { shouldYield, yieldToEventLoop } from '../../../lib/concurrency/time-slices.js'
import type { CsvRecord } from '../../../lib/csv/csv-reader.js'
import { csvRecords, encodingErrorOf, UnsupportedEncodingError } from '../../../lib/csv/csv-records.js'
import type { ContactImportDoc } from '../../../models/contact-import.js'
import type { Claimed } from '../../../streams/engine/work-row.js'
import type { ServiceDeps } from '../../deps.js'
import type { BlobStore } from '../../platform/blobs/blob-store.js'
import { type WriteDeps, writeSuppressions } from '../suppressions/write-suppressions.js'
import type { ContactQuotas } from './contact-quotas.js'
import { findStaticList } from './find-list.js'
import { importPortion, type PortionResult } from './import-portion.js'
import { isSkipped, readRow, type SkippedRow, type StoppedAddress } from './import-rows.js'

/*
 * Works on an import, portion by portion. After each portion one write moves the position of the import and adds the counts
 * of the portion, if the claim is still held. A portion whose position was not written is repeated, and comes to the same
 * counts. So the counts are exact, whenever a process dies.
 */

/** Rows of a portion. */
const PORTION = 1_000
/** Most skipped rows to name. All are counted. */
const MAX_NAMED = 1_000

export type ImporterDeps = Pick<ServiceDeps, 'models' | 'newId' | 'clock' | 'work' | 'conveyor'> &
  Pick<WriteDeps, 'recipientHash'> & {
    blobStore: Pick<BlobStore, 'open'>
    contactQuotas: Pick<ContactQuotas, 'take' | 'release'>
    /** Runs after each portion is written and before its position is. For tests. */
    onPortion?: (position: number) => Promise<void> | void
  }

export type ClaimedImport = Claimed<ContactImportDoc>

/** Why an import cannot go on. */
class ImportFailure extends Error {}
/** The import has another owner by now, or none any more. */
class ClaimLostError extends Error {}

export class ContactImporter {
  readonly #deps: ImporterDeps

  constructor(deps: ImporterDeps) {
    this.#deps = deps
  }

  /**
   * Works on a claimed import until it ends or `isOver` says so after a portion; then it is due again at once.
   * @returns whether it has ended.
   */
  async work(row: ClaimedImport, isOver: () => boolean): Promise<boolean> {
    try {
      const isDone = await this.#read(row, isOver)
      await this.#end(row, isDone ? { status: 'done' } : null)
      return isDone
    } catch (error) {
      if (error instanceof ClaimLostError) return false
      if (!(error instanceof ImportFailure)) throw error
      await this.#end(row, { status: 'failed', failure: error.message })
      return true
    }
  }

  /** Resolves with whether all rows are done. */
  async #read(row: ClaimedImport, isOver: () => boolean): Promise<boolean> {
    let open: CsvRecord[] = []
    let position = row.position
    const flush = async () => {
      const last = open.at(-1)
      if (!last) return
      await this.#import(row, position, open)
      position = last.row
      open = []
    }
    for await (const records of this.#records(row)) {
      for (const record of records) {
        if (record.row <= row.position) continue
        open.push(record)
        if (open.length < PORTION) continue
        await flush()
        if (isOver()) return false
      }
      if (shouldYield()) await yieldToEventLoop()
    }
    await flush()
    return true
  }

  /** The records of the file, as they are read. */
  async *#records({ account_id, blob_key }: ClaimedImport): AsyncGenerator<CsvRecord[], void> {
    const blob = await this.#deps.blobStore.open(account_id, blob_key)
    if (!blob) throw new ImportFailure('The file is no longer stored.')
    const source = Buffer.isBuffer(blob.content) ? [blob.content] : blob.content
    try {
      yield* csvRecords(source as AsyncIterable<Buffer>)
    } catch (error) {
      if (!(error instanceof UnsupportedEncodingError)) throw error
      if (error.mixedLine !== null) throw new ImportFailure(`The file ${encodingErrorOf(error)}.`)
      throw new ImportFailure('The rest of the file is no text in the encoding in which it begins.')
    }
  }

  async #import(row: ClaimedImport, position: number, records: readonly CsvRecord[]): Promise<void> {
    await this.#assertList(row)
    const skipped: SkippedRow[] = []
    const rows = []
    const stops: StoppedAddress[] = []
    for (const record of records) {
      if (shouldYield()) await yieldToEventLoop()
      const { read, stop } = readRow(record, row.columns)
      if (stop) stops.push(stop)
      if (isSkipped(read)) skipped.push(read)
      else rows.push(read)
    }
    // Before the contacts exist, so that nothing can be sent to them.
    await this.#suppress(row.account_id, stops)
    const { account_id: accountId, _id: importId, list_id: listId, on_duplicate: onDuplicate = 'skip' } = row
    const done = await importPortion(this.#deps, { accountId, importId, listId, onDuplicate }, rows)
    skipped.push(...done.skipped)
    skipped.sort((one, other) => one.row - other.row)
    await this.#deps.onPortion?.(records.at(-1)!.row)
    await this.#moveOn(row, position, records, { ...done, skipped, suppressed: stops.length })
  }

  /** Never weakens an entry, and keeps the reason of one that stops as much. */
  #suppress(accountId: string, stops: readonly StoppedAddress[]): Promise<void> {
    const writes = stops.map(({ recipient, state, reason }) => {
      const keeps = state === 'suppressed' ? (['suppressed'] as const) : (['suppressed', 'unsubscribed'] as const)
      return { accountId, recipient, state, reason, keeps }
    })
    return writeSuppressions(this.#deps, writes)
  }

  async #assertList({ account_id, list_id }: ClaimedImport): Promise<void> {
    if (list_id === null) return
    try {
      await findStaticList(this.#deps, account_id, list_id)
    } catch (error) {
      if (error instanceof ApiError) throw new ImportFailure('The list was deleted.')
      throw error
    }
  }

  /** Counts a portion, once. @throws ClaimLostError. */
  async #moveOn(
    { _id, account_id, lease }: ClaimedImport,
    position: number,
    records: readonly CsvRecord[],
    { updated, addedToList, skipped, suppressed }: PortionResult & { suppressed: number },
  ): Promise<void> {
    const { models, clock } = this.#deps
    const { matchedCount } = await models.contactImports.collection.updateOne(
      { _id, account_id, position, 'lease.token': lease.token },
      {
        // With a portion done, the crashes before it count no more.
        $set: { position: records.at(-1)!.row, updated_at: clock.now(), crashes: 1 },
        $inc: {
          imported: records.length - updated - addedToList - skipped.length,
          ...{ updated, added_to_list: addedToList, skipped: skipped.length, suppressed },
        },
        $push: { row_errors: { $each: [...skipped], $slice: MAX_NAMED } },
      },
    )
    if (matchedCount === 0) throw new ClaimLostError()
  }

  /** Ends the claim. @param end null if the import goes on at once. */
  async #end(row: ClaimedImport, end: (Pick<ContactImportDoc, 'status'> & { failure?: string }) | null): Promise<void> {
    const { work, clock, conveyor } = this.#deps
    const now = clock.now()
    await work.imports.writeOutcomes([{ row, dueAt: end ? null : now, set: { ...end, updated_at: now } }])
    if (!end) conveyor.hint('imports', [{ id: row._id, accountId: row.account_id }])
  }
}
