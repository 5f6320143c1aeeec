import { isDeepStrictEqual } from 'node:util'
import type { mongo } from 'mongoose'
import { Batcher } from '../../../lib/concurrency/batcher.js'
import { Keyed } from '../../../lib/concurrency/keyed.js'
import { mapInSlices } from '../../../lib/concurrency/time-slices.js'
import { isDuplicateKey } from '../../../models/duplicate-key.js'
import { insertUnordered } from '../../../models/insert-unordered.js'
import type { RecordedChange } from '../../../models/mail-change.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import type { ServiceDeps } from '../../deps.js'
import type { DomainLookUp } from '../../domains/domain-look-up.js'
import type { HtmlReader } from '../../reading/html-reader.js'
import type { ReaderThreads } from '../../reading/reader-threads.js'
import { withMailLock } from '../merging/mail-lock.js'
import { moveAllMails, partOf } from '../merging/move-mails.js'
import { arrivedNotes } from '../notes/note-rows.js'
import { markFiled, withoutCanceled } from '../scheduled/filed-messages.js'
import { readFoundBy } from '../search/search-reader.js'
import { countFiled, nextFilingSeq, OutdatedError, recordChanges, replaceThreads } from '../threads/thread-writes.js'
import { type FilingWrites, planFiling } from './filing-plan.js'
import { type FilingMail, type FilingView, findBlocked, lookUpView, toFilingMail } from './filing-view.js'
import type { MailToFile } from './mail-to-file.js'
import { comparableId } from './message-ids.js'
import { findNamedMessages, readOutboundMails } from './outbound-mails.js'
import { ownDomainsOf } from './own-domains.js'

/*
 * Gives mails their place in threads.
 *
 * The mail of an account is filed by one process at a time, which has the account's turn, in batches: what arrives
 * during a batch is the next one. A batch reads what it needs, decides, and writes everything in one transaction, so a
 * mail is filed wholly or not at all, and filing it again finds it. If a thread was changed in the meantime by its
 * owner, or the lease ended before the batch and another one was filed, the batch looks and decides again, within the
 * transaction: then no owner comes in between.
 */

const MAX_BATCH = 200
/** A change of its threads by their owner makes a batch begin again once, and each lost lease does. */
const MAX_ROUNDS = 8

type FilingDeps = Pick<ServiceDeps, 'config' | 'models' | 'clock' | 'newId' | 'conveyor'> & {
  domainLookUp: Pick<DomainLookUp, 'ofAccount'>
  htmlReader: Pick<HtmlReader, 'beginning'>
  readerThreads: Pick<ReaderThreads, 'run'>
}

/** Mails of an account that are filed together. */
interface Batch {
  accountId: string
  mails: FilingMail[]
  /** The domains of the account. */
  domains: ReadonlySet<string>
}

/** What mails are about changed in every round: file them again later. */
export class FilingBusyError extends Error {
  override name = 'FilingBusyError'

  constructor() {
    super('threads, or what else decides where mail belongs, changed each time before the mail was filed')
  }
}

/** Gives mails their place in threads. */
export class MailFiling {
  readonly #deps: FilingDeps
  /** A group for each account, so that none delays another. */
  readonly #groups = new Keyed(
    (accountId) =>
      new Batcher<MailToFile, string | null>((mails) => this.#fileMany(accountId, mails), { maxItems: MAX_BATCH }),
  )

  constructor(deps: FilingDeps) {
    this.#deps = deps
  }

  /**
   * Files a mail. When this resolves, it is in its thread for good. Repeatable.
   * @returns its thread; null for a message that was canceled, which is in none.
   * @throws FilingBusyError if the mails of its batch cannot be filed now; LockTakenError if the account's turn does not come.
   */
  async file(mail: MailToFile): Promise<{ threadId: string | null }> {
    return { threadId: await this.#groups.use(mail.accountId, (group) => group.add(mail)) }
  }

  async #fileMany(accountId: string, mails: MailToFile[]): Promise<(string | null)[]> {
    const threadOf = await withMailLock(this.#deps, accountId, () => this.#fileLocked(accountId, mails))
    this.#deps.conveyor.announce(accountId)
    return mails.map(({ id }) => threadOf.get(id) ?? null)
  }

  async #fileLocked(accountId: string, given: MailToFile[]): Promise<Map<string, string>> {
    const domains = await ownDomainsOf(this.#deps, accountId)
    const batch = { accountId, domains, mails: await this.#prepare(inOrder(given), domains) }
    for (let round = 1; ; round += 1) {
      try {
        return await (round === 1 ? this.#decideAndWrite(batch) : this.#decideWhileWriting(batch))
      } catch (error) {
        const isOutdated = error instanceof OutdatedError
        if (!isOutdated && !isDuplicateKey(error)) throw error
        if (round === MAX_ROUNDS) throw isOutdated ? new FilingBusyError() : error
      }
    }
  }

  /** Decides before the transaction, which is short then. */
  async #decideAndWrite(batch: Batch): Promise<Map<string, string>> {
    const { models, config } = this.#deps
    const { accountId, mails } = batch
    const { filed, first, all } = await this.#look(batch)
    const view = all === mails ? first : await lookUpView(models, accountId, all, config.threadSubjectMatch)
    const writes = this.#plan(accountId, all, view)
    await this.#storeTexts(accountId, all, writes)
    if (isNothing(writes)) return writes.threadOf
    await models.connection.transaction(async (session) => {
      const seq = await nextFilingSeq(models, accountId, filed, session)
      if (seq === null) throw new OutdatedError()
      const now = await findBlocked(models, accountId, all, session)
      if (!isDeepStrictEqual(now, view.blocked)) throw new OutdatedError()
      await this.#write(accountId, writes, seq, session)
    })
    return writes.threadOf
  }

  /**
   * Decides within the transaction. It takes the number first: from then on nobody else can change threads of the account,
   * so what it reads is as it is, however busy people are. Their changes wait meanwhile.
   */
  async #decideWhileWriting(batch: Batch): Promise<Map<string, string>> {
    const { models, config } = this.#deps
    const { accountId } = batch
    const { filed, all: found } = await this.#look(batch)
    let threadOf = new Map<string, string>()
    await models.connection.transaction(async (session) => {
      const seq = await nextFilingSeq(models, accountId, filed, session)
      if (seq === null) throw new OutdatedError()
      // Canceled mail is rare, and shows itself when the first round writes.
      const all = await withoutCanceled(models, accountId, found, session)
      const view = await lookUpView(models, accountId, all, config.threadSubjectMatch, session)
      const writes = withoutGuess(this.#plan(accountId, all, view))
      threadOf = writes.threadOf
      // Without a mail there is nothing to record, so the number is given back.
      if (isNothing(writes)) return session.abortTransaction()
      await this.#storeTexts(accountId, all, writes)
      await this.#write(accountId, writes, seq, session)
    })
    return threadOf
  }

  /** How much was filed before anything else is read, what the mails are about, and the mails with the parents that are filed with them. */
  async #look(batch: Batch): Promise<{ filed: number | null; first: FilingView; all: FilingMail[] }> {
    const { models, config } = this.#deps
    const { accountId, mails } = batch
    const filed = await countFiled(models, accountId)
    const first = await lookUpView(models, accountId, mails, config.threadSubjectMatch)
    return { filed, first, all: await this.#withParents(batch, first) }
  }

  #plan(accountId: string, mails: readonly FilingMail[], view: FilingView): FilingWrites {
    const { config, newId } = this.#deps
    return planFiling(mails, view, {
      accountId,
      matchSubjects: config.threadSubjectMatch,
      newThreadId: () => newId('thread'),
    })
  }

  /**
   * Adds the messages of ours that mails answer and that have no thread yet. A provider may have given them other ids;
   * what names these also names ours then.
   */
  async #withParents({ accountId, mails, domains }: Batch, view: FilingView): Promise<FilingMail[]> {
    const known = new Set([...view.ids.map(({ rfc_id }) => rfc_id), ...mails.map(({ rfcId }) => rfcId)])
    const raw = mails.flatMap(({ mail }) => [...mail.inReplyTo, ...mail.references].slice(-100))
    const unknown = [...new Set(raw)].filter((id) => !known.has(comparableId(id) ?? ''))
    if (unknown.length === 0) return mails
    const { models } = this.#deps
    const found = await findNamedMessages(models, accountId, unknown)
    if (found.length === 0) return mails
    const aliases = new Map(
      found.map(({ asked, rfcMessageId }) => [comparableId(asked) ?? '', comparableId(rfcMessageId) ?? '']),
    )
    const parents = await readOutboundMails(
      this.#deps,
      accountId,
      found.map(({ messageId }) => messageId),
    )
    const own = new Set(mails.map(({ mail }) => mail.id))
    const added = await this.#prepare(
      parents.filter(({ id }) => !own.has(id)),
      domains,
    )
    const named = ({ named: ids }: FilingMail) => [...new Set(ids.flatMap((id) => [aliases.get(id) ?? id, id]))]
    return [...added, ...mails.map((mail) => ({ ...mail, named: named(mail) }))]
  }

  #prepare(mails: readonly MailToFile[], domains: ReadonlySet<string>): Promise<FilingMail[]> {
    return mapInSlices(mails, async (mail) =>
      toFilingMail(mail, domains, await readFoundBy(this.#deps.readerThreads, mail)),
    )
  }

  /** Outside of the transaction: a text without its mail does no harm. */
  async #storeTexts(accountId: string, mails: readonly FilingMail[], { newItems }: FilingWrites): Promise<void> {
    const isNew = new Set(newItems.map(({ _id }) => _id))
    const texts = mails
      .filter(({ mail }) => isNew.has(mail.id))
      .map(({ mail, foundBy: { inOrder } }) => ({ _id: mail.id, account_id: accountId, words: inOrder }))
    await insertUnordered(this.#deps.models.mailTexts.collection, texts)
  }

  async #write(accountId: string, writes: FilingWrites, seq: number, session: mongo.ClientSession): Promise<void> {
    const { models } = this.#deps
    const notes = await this.#arrivedNotes(accountId, writes, session)
    await this.#writeAll(accountId, writes, seq, session)
    await markFiled(models, accountId, writes.newItems, session)
    await recordChanges(models, { accountId, seq }, [...changesIn(writes), ...notes], session)
  }

  /** The notes that come into view with the mail. Only before anything is written. */
  async #arrivedNotes(
    accountId: string,
    writes: FilingWrites,
    session: mongo.ClientSession,
  ): Promise<RecordedChange[]> {
    const { models } = this.#deps
    const { changedThreads, newThreads, merged } = writes
    const noted = [...changedThreads, ...merged.map(({ row }) => row)].flatMap((row) => (row.note_count ? row._id : []))
    if (noted.length === 0) return []
    const rows = new Map([...newThreads, ...changedThreads].map((row) => [row._id, row]))
    const intoOf = new Map(merged.map(({ row, into }) => [row._id, into]))
    const own = { account_id: accountId, _id: { $in: noted } }
    const notes: RecordedChange[] = []
    for (const was of await models.mailThreads.collection.find(own, { session }).toArray()) {
      const is = rows.get(intoOf.get(was._id) ?? was._id)
      if (is) notes.push(...(await arrivedNotes(models, was, is, session)))
    }
    return notes
  }

  async #writeAll(accountId: string, writes: FilingWrites, seq: number, session: mongo.ClientSession): Promise<void> {
    const { mailItems, mailIds, mailThreads } = this.#deps.models
    const { newThreads, changedThreads, merged, newItems, changedItems, newIds, changedIds } = writes
    const changes = [
      ...changedThreads.map((row) => [row, { ...row, seq }] as const),
      ...merged.map(({ row, into }) => [row, { ...row, ...partOf(into) }] as const),
    ]
    if (changes.length > 0) await replaceThreads(this.#deps.models, accountId, changes, session)
    if (newThreads.length > 0) {
      await mailThreads.collection.insertMany(
        newThreads.map((row) => ({ ...row, version: 1, seq })),
        { session },
      )
    }
    for (const { row, into } of merged) {
      await moveAllMails(this.#deps.models, row, into, session)
    }
    if (newItems.length > 0) await mailItems.collection.insertMany(newItems, { session })
    if (changedItems.length > 0) {
      const itemUpdates = changedItems.map(({ _id, copies, to, terms }) => ({
        updateOne: { filter: { _id, account_id: accountId }, update: { $set: { copies, to, terms } } },
      }))
      await mailItems.collection.bulkWrite(itemUpdates, { session })
    }
    if (newIds.length > 0) await mailIds.collection.insertMany(newIds, { session })
    const idUpdates = changedIds.map(({ _id, ...row }) => ({
      updateOne: { filter: { _id, account_id: accountId }, update: { $set: row }, upsert: true },
    }))
    if (idUpdates.length > 0) await mailIds.collection.bulkWrite(idUpdates, { session, ordered: false })
  }
}

/** What a batch changed, for those who follow. */
function changesIn({ merged, newItems, changedItems }: FilingWrites): RecordedChange[] {
  const ofItem = (type: RecordedChange['type'], { _id, source, thread_id }: MailItemDoc): RecordedChange => ({
    ...{ type, thread_id, mail: { id: _id, source } },
  })
  return [
    ...merged.map(({ row, into }) => ({
      ...{ type: 'merged' as const, thread_id: row._id, merged_into: into, own_addresses: row.own_addresses },
    })),
    ...newItems.map((item) => ofItem(item.source === 'inbound' ? 'received' : 'sent', item)),
    ...changedItems.map((item) => ofItem('updated', item)),
  ]
}

/** Whether all mails have been filed before. */
const isNothing = ({ newItems, changedItems }: FilingWrites) => newItems.length + changedItems.length === 0

/** The same, but with every id written as one that may exist. Inserts are several times as quick. */
const withoutGuess = (writes: FilingWrites): FilingWrites => ({
  ...writes,
  newIds: [],
  changedIds: [...writes.newIds, ...writes.changedIds],
})

/** Older mails first, so that an answer finds what it answers. */
function inOrder(mails: readonly MailToFile[]): MailToFile[] {
  return mails.toSorted((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime())
}
