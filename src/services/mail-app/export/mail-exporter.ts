import type { ExportedMail, ExportRequest, MailExport } from '../../../contract/mail-export.js'
import { ApiError } from '../../../errors.js'
import { groupBy } from '../../../lib/collections/group-by.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import type { ServiceDeps } from '../../deps.js'
import type { BlobStore } from '../../platform/blobs/blob-store.js'
import { type MailViewer, reachOf } from '../../platform/mail-reach.js'
import { isoTime } from '../../platform/timestamps.js'
import { rawKey } from '../../receiving/blob-keys.js'
import { composeSent } from '../../sending/messages/compose-sent.js'
import type { MessageContents } from '../../sending/messages/message-contents.js'
import { itemsWithin, itemWithin } from '../reach/within-reach.js'
import { searchThreads } from '../search/thread-search.js'
import { tagsOfFilter } from '../threads/thread-filter.js'
import { readExported } from './exported-mails.js'
import { mboxEntry } from './mbox.js'

/*
 * Exports the mails of threads: as one object, or as a stream of any length, for which a few mails at a time are in
 * memory.
 */

/** Threads that are read at a time. */
const THREADS = 50
/** Mails that are read at a time: each may have some megabytes of text. */
const MAILS = 20
/** Most text of an export as one object, in characters. A stream has no limit. */
const MAX_CHARS = 16 * 1024 * 1024

type ExportDeps = Pick<ServiceDeps, 'config' | 'models' | 'clock'> & {
  blobStore: Pick<BlobStore, 'get'>
  messageContents: Pick<MessageContents, 'get' | 'getMany' | 'original'>
}
type Filter = Omit<ExportRequest, 'format'>

/** Exports the mails of threads. */
export class MailExporter {
  readonly #deps: ExportDeps

  constructor(deps: ExportDeps) {
    this.#deps = deps
  }

  /** @throws ApiError `invalid_request` for a search that cannot be understood, or more text than one object holds. */
  async json(viewer: MailViewer, filter: Filter): Promise<MailExport> {
    const messages: ExportedMail[] = []
    let left = MAX_CHARS
    for await (const mails of this.#exported(viewer, filter)) {
      for (const mail of mails) left -= mail.text_body?.length ?? 0
      if (left < 0) throw tooMuch()
      messages.push(...mails)
    }
    return { exported_at: this.#now(), count: messages.length, messages }
  }

  /**
   * The same as JSON, piece by piece.
   * @throws ApiError `invalid_request` for a search that cannot be understood.
   */
  jsonPieces(viewer: MailViewer, filter: Filter): Promise<AsyncIterable<string>> {
    return begun(this.#jsonPieces(this.#exported(viewer, filter)))
  }

  /**
   * The mails as a mailbox file (mboxrd), piece by piece: the bytes of received mail as they came, of sent mail as it is
   * composed. Mail that is no longer kept is left out.
   * @throws ApiError `invalid_request` for a search that cannot be understood.
   */
  mbox(viewer: MailViewer, filter: Filter): Promise<AsyncIterable<Buffer>> {
    return begun(this.#mboxPieces(viewer, filter))
  }

  async *#jsonPieces(batches: AsyncIterable<ExportedMail[]>): AsyncGenerator<string> {
    // The number is known at the end.
    let count = 0
    let head = `{"exported_at":${JSON.stringify(this.#now())},"messages":[`
    for await (const mails of batches) {
      for (const mail of mails) {
        yield head + JSON.stringify(mail)
        head = ','
        count += 1
      }
    }
    yield `${count === 0 ? head : ''}],"count":${count}}`
  }

  async *#mboxPieces(viewer: MailViewer, filter: Filter): AsyncGenerator<Buffer> {
    for await (const items of this.#items(viewer, filter)) {
      for (const item of items) {
        const raw = await this.#raw(viewer.accountId, item)
        if (raw) yield* mboxEntry(raw, item.from[0]?.email ?? '', item.occurred_at)
      }
    }
  }

  async *#exported(viewer: MailViewer, filter: Filter): AsyncGenerator<ExportedMail[]> {
    for await (const items of this.#items(viewer, filter)) yield readExported(this.#deps, viewer.accountId, items)
  }

  /** The mails of a filter, a few at a time: newest thread first, oldest mail of it first. */
  async *#items(viewer: MailViewer, filter: Filter): AsyncGenerator<MailItemDoc[]> {
    let left = filter.limit
    const { models } = this.#deps
    const reach = await reachOf(models, viewer)
    for await (const ids of this.#threads(viewer, filter)) {
      const rows = await models.mailItems.collection
        .find(
          { ...itemsWithin(reach), thread_id: { $in: ids } },
          { projection: { terms: 0 }, sort: { thread_id: 1, position: 1 } },
        )
        .toArray()
      const byThread = groupBy(rows, ({ thread_id }) => thread_id)
      const found = ids.flatMap((id) => byThread.get(id) ?? []).slice(0, left)
      const items = found.map((item) => itemWithin(reach, item))
      for (let from = 0; from < items.length; from += MAILS) yield items.slice(from, from + MAILS)
      left -= items.length
      if (left === 0) return
    }
  }

  /** The ids of the threads of a filter, newest first, some at a time. */
  async *#threads(viewer: MailViewer, filter: Filter): AsyncGenerator<string[]> {
    const { models } = this.#deps
    const reach = await reachOf(models, viewer)
    const tags = await tagsOfFilter(models, viewer, reach, filter)
    if (!tags) return
    for (let before: string | undefined; ; ) {
      const page = await searchThreads(models, reach, { q: filter.q, tags }, { before, limit: THREADS })
      if (page.threads.length > 0) yield page.threads.map(({ _id }) => _id)
      if (page.after === null) return
      before = page.after
    }
  }

  async #raw(accountId: string, { _id, source }: MailItemDoc): Promise<Buffer | null> {
    const { models, blobStore } = this.#deps
    if (source === 'outbound') return this.#composed(accountId, _id)
    const row = await models.inboundEmails.collection.findOne(
      { _id, account_id: accountId },
      { projection: { raw_digest: 1 } },
    )
    return row && blobStore.get(accountId, rawKey(row.raw_digest))
  }

  /** A sent mail as it left, but for its signature and what tracking changes. */
  async #composed(accountId: string, id: string): Promise<Buffer | null> {
    const message = await this.#deps.messageContents.original(accountId, id).catch((error: unknown) => {
      if (error instanceof ApiError) return null
      throw error
    })
    return message && composeSent(message)
  }

  #now(): string {
    return isoTime(this.#deps.clock.now())
  }
}

/** Makes the first item at once, so that a bad search is refused before the response begins. */
async function begun<T>(items: AsyncGenerator<T, void>): Promise<AsyncGenerator<T, void>> {
  const first = await items.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* items
  })()
}

const tooMuch = () =>
  new ApiError('invalid_request', 'The response would be larger than 16 MiB. Ask for less, or export it over REST.')
