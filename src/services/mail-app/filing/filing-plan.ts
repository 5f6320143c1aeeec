import { createHash } from 'node:crypto'
import { normalizeAddress } from '../../../lib/mail/addresses.js'
import type { InboundMailboxDoc } from '../../../models/inbound-email.js'
import type { MailIdDoc, MailItemDoc } from '../../../models/mail-item.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import { termsWithCopy } from '../search/mail-terms.js'
import {
  completed,
  EMPTY_SUMMARY,
  folderAfter,
  joinSummaries,
  MAX_THREAD_MAILS,
  mergedState,
  positionOf,
  type ThreadState,
  withCopies,
  withMail,
} from '../threads/thread-state.js'
import { type Blocked, type FilingMail, type FilingView, mayJoinBySubject, SUBJECT_WINDOW_MS } from './filing-view.js'
import { isBlocked } from './mail-authors.js'
import { snippetOf } from './snippet.js'

/** Most copies of one mail. */
const MAX_COPIES = 50

/** A thread while it is planned what happens to it. */
interface PlannedThread {
  row: Omit<MailThreadDoc, 'position' | 'tags'>
  isNew: boolean
  isChanged: boolean
}

/** What to write for a batch of mails. */
export interface FilingWrites {
  newThreads: MailThreadDoc[]
  changedThreads: MailThreadDoc[]
  /** Threads that became a part of another. */
  merged: { row: MailThreadDoc; into: string }[]
  newItems: MailItemDoc[]
  /** Items with more copies. */
  changedItems: MailItemDoc[]
  /** Ids that the ledger did not have when it was asked. */
  newIds: MailIdDoc[]
  changedIds: MailIdDoc[]
  /** The thread of each mail, by the mail's id. */
  threadOf: Map<string, string>
}

export interface PlanOptions {
  accountId: string
  matchSubjects: boolean
  newThreadId: () => string
}

/** Decides where the mails of a batch belong. Mails of one batch see each other, in their order. */
export function planFiling(mails: readonly FilingMail[], view: FilingView, options: PlanOptions): FilingWrites {
  const plan = new FilingPlan(view, options)
  for (const mail of mails) plan.add(mail)
  return plan.writes()
}

class FilingPlan {
  readonly #options: PlanOptions
  readonly #threads = new Map<string, PlannedThread>()
  readonly #mergedInto = new Map<string, string>()
  readonly #mergedNow = new Set<string>()
  /** Rows of ids, by id. */
  readonly #ids = new Map<string, MailIdDoc[]>()
  readonly #storedIds: ReadonlySet<string>
  readonly #changedIds = new Map<string, MailIdDoc>()
  readonly #items = new Map<string, MailItemDoc>()
  readonly #itemsByRfcId = new Map<string, MailItemDoc[]>()
  readonly #newItems = new Set<string>()
  readonly #changedItems = new Set<string>()
  /** Ids of threads, by their base subject. */
  readonly #bySubject = new Map<string, string[]>()
  readonly #blocked: Blocked
  readonly #threadOf = new Map<string, string>()

  constructor(view: FilingView, options: PlanOptions) {
    this.#options = options
    for (const row of [...view.bySubject, ...view.threads]) {
      this.#threads.set(row._id, { row, isNew: false, isChanged: false })
      if (row.merged_into !== undefined) this.#mergedInto.set(row._id, row.merged_into)
    }
    this.#storedIds = new Set(view.ids.map(({ _id }) => _id))
    for (const row of view.ids) this.#listOf(this.#ids, row.rfc_id).push(row)
    for (const item of view.items) this.#know(item)
    for (const row of view.bySubject) this.#listBySubject({ row })
    this.#blocked = view.blocked
  }

  add(given: FilingMail): void {
    const filed = this.#items.get(given.mail.id)
    if (filed) {
      this.#note(given, filed.thread_id)
      return
    }
    const original = this.#originalOf(given)
    if (original) this.#addCopy(given, original)
    else this.#addMail(given, this.#threadFor(given))
  }

  writes(): FilingWrites {
    const planned = [...this.#threads.values()].filter(({ row }) => !this.#mergedInto.has(row._id))
    const itemsOf = (ids: ReadonlySet<string>) =>
      [...ids].map((id) => this.#items.get(id)!).map((item) => ({ ...item, thread_id: this.#root(item.thread_id) }))
    const ids = [...this.#changedIds.values()].map((row) => ({ ...row, thread_id: this.#root(row.thread_id) }))
    return {
      newThreads: planned.filter(({ isNew }) => isNew).map(({ row }) => completed(row)),
      changedThreads: planned.filter(({ isNew, isChanged }) => isChanged && !isNew).map(({ row }) => completed(row)),
      merged: [...this.#mergedNow].flatMap((id) => {
        const { row, isNew } = this.#threads.get(id)!
        return isNew ? [] : [{ row: completed(row), into: this.#root(id) }]
      }),
      newItems: itemsOf(this.#newItems),
      changedItems: itemsOf(this.#changedItems),
      newIds: ids.filter(({ _id }) => !this.#storedIds.has(_id)),
      changedIds: ids.filter(({ _id }) => this.#storedIds.has(_id)),
      threadOf: new Map([...this.#threadOf].map(([mailId, threadId]) => [mailId, this.#root(threadId)])),
    }
  }

  /** The thread for a mail, which may be new, or several that it makes one. */
  #threadFor(given: FilingMail): PlannedThread {
    const forced = given.mail.threadId && this.#threads.get(this.#root(given.mail.threadId))
    if (forced) return forced
    const relatives = this.#related(given, given.named)
    const parentOf = this.#related(given, [given.rfcId])
    const open = [...relatives, ...parentOf].find(({ thread }) => this.#takes(thread, given))
    if (open) return this.#isBlocked(given) ? open.thread : this.#mergeChildren(given, open, parentOf)
    return this.#sameSubject(given) ?? this.#newThread(given)
  }

  /** Threads that know one of some ids, where the subjects agree: first those with a mail that has the id. */
  #related({ base }: FilingMail, ids: readonly string[]): { thread: PlannedThread; entry: MailIdDoc }[] {
    const { matchSubjects } = this.#options
    const agrees = (entry: MailIdDoc) =>
      !matchSubjects || base === '' || entry.base_subject === '' || entry.base_subject === base
    const found = ids.flatMap((id) => this.#ids.get(id) ?? []).filter(agrees)
    const ordered = [...found.filter(({ owned }) => owned), ...found.filter(({ owned }) => !owned)]
    return ordered.flatMap((entry) => {
      const thread = this.#threads.get(this.#root(entry.thread_id))
      return thread ? [{ thread, entry }] : []
    })
  }

  /** A parent that arrives after its answers makes one thread of theirs, and of the one that it belongs to itself. */
  #mergeChildren(
    { base, rfcId }: FilingMail,
    open: { thread: PlannedThread; entry: MailIdDoc },
    parentOf: readonly { thread: PlannedThread; entry: MailIdDoc }[],
  ): PlannedThread {
    const isSame = ({ entry }: { entry: MailIdDoc }) => base !== '' && entry.base_subject === base
    if (!isSame(open)) return open.thread
    // There is one row for an id and a subject.
    const children = parentOf.find((each) => isSame(each) && !each.entry.owned && each.entry.rfc_id === rfcId)
    return children ? this.#merge(open.thread, children.thread) : open.thread
  }

  /**
   * Makes one thread of two: the older one. If there is no room for that and one more mail, or somebody has split one of
   * them, the first stays alone.
   */
  #merge(one: PlannedThread, another: PlannedThread): PlannedThread {
    const mails = one.row.message_count + another.row.message_count
    const isSplit = one.row.was_split || another.row.was_split
    if (one === another || isSplit || mails >= MAX_THREAD_MAILS) return one
    const [kept, other] = one.row._id < another.row._id ? [one, another] : [another, one]
    const state = mergedState([kept.row, other.row])
    kept.row = { ...kept.row, ...joinSummaries(kept.row, other.row), ...state }
    kept.isChanged = true
    this.#listBySubject(kept)
    this.#mergedInto.set(other.row._id, kept.row._id)
    this.#mergedNow.add(other.row._id)
    return kept
  }

  /**
   * The newest thread with the subject of a mail that names no other, with a stranger who is in both, and with mail of the
   * same address of ours: nobody gets into the mail of another inbox by guessing a subject.
   */
  #sameSubject(given: FilingMail): PlannedThread | undefined {
    if (!mayJoinBySubject(given)) return undefined
    const sinceMs = given.mail.occurredAt.getTime() - SUBJECT_WINDOW_MS
    const ids = new Set(this.#bySubject.get(given.base)?.map((id) => this.#root(id)))
    const matching = [...ids]
      .flatMap((id) => this.#threads.get(id) ?? [])
      .filter((thread) => {
        const { base_subject, participants, own_addresses, last_message_at } = thread.row
        const isSubject = base_subject === given.base && last_message_at.getTime() >= sinceMs
        const isOurs = own_addresses.includes(given.mail.ownAddress)
        return (
          isSubject && isOurs && this.#takes(thread, given) && given.strangers.some((one) => participants.includes(one))
        )
      })
    return matching.toSorted((one, other) => other.row.last_message_at.getTime() - one.row.last_message_at.getTime())[0]
  }

  #newThread(given: FilingMail): PlannedThread {
    const begins = given.mail.source === 'outbound' ? 'sent' : this.#isBlocked(given) ? 'spam' : 'inbox'
    const state: ThreadState = { folder: begins, unread: false, starred: false, labels: [] }
    const _id = this.#options.newThreadId()
    const row = { _id, account_id: this.#options.accountId, version: 0, seq: 0, ...EMPTY_SUMMARY, ...state }
    const thread: PlannedThread = { row, isNew: true, isChanged: true }
    this.#threads.set(_id, thread)
    return thread
  }

  #addMail(given: FilingMail, thread: PlannedThread): void {
    const item = newItem(given, this.#options.accountId, thread.row._id)
    const { folder, unread, snoozed_until, base_subject } = thread.row
    const isReceived = item.source === 'inbound'
    thread.row = {
      ...thread.row,
      ...withMail(thread.row, item),
      folder: folderAfter(folder, item.source),
      unread: unread || isReceived,
      // What it waited for may have come.
      ...(snoozed_until && isReceived && { snoozed_until: null }),
    }
    thread.isChanged = true
    if (thread.row.base_subject !== base_subject) this.#listBySubject(thread)
    this.#know(item)
    this.#newItems.add(item._id)
    for (const id of given.named) this.#claimId(id, given.base, thread, false)
    this.#claimId(given.rfcId, given.base, thread, true)
    this.#note(given, thread.row._id)
  }

  /**
   * The mail that another is a copy of: it arrived at another address of ours. The sender, the subject and the content
   * must be the same, too, so that nobody hides a mail behind one with its id.
   */
  #originalOf({ mail, rfcId }: FilingMail): MailItemDoc | undefined {
    if (mail.source !== 'inbound' || !mail.contentDigest) return undefined
    return this.#itemsByRfcId.get(rfcId)?.find(({ source, from, subject, content_digest, copies }) => {
      const isSender = source === 'inbound' && senderOf(from) === senderOf(mail.from)
      const isSame = isSender && subject === shownSubject(mail) && content_digest === mail.contentDigest
      const isElsewhere = copies.every(({ own_address }) => own_address !== mail.ownAddress)
      return isSame && isElsewhere && copies.length < MAX_COPIES
    })
  }

  /** A copy changes nothing in the state of the thread: it is no new mail. */
  #addCopy(given: FilingMail, original: MailItemDoc): void {
    const { mail } = given
    const copies = [...original.copies, { id: mail.id, own_address: mail.ownAddress, inbox_id: mail.inboxId }]
    const named = [...original.to, ...original.cc].map(({ email }) => normalizeAddress(email))
    const unnamed = copies.flatMap(({ own_address: email }) => (named.includes(email) ? [] : [{ name: null, email }]))
    const item: MailItemDoc = {
      ...original,
      copies,
      to: [...original.to, ...unnamed],
      terms: termsWithCopy(original.terms, mail.ownAddress),
    }
    this.#know(item)
    if (!this.#newItems.has(item._id)) this.#changedItems.add(item._id)
    const thread = this.#threads.get(this.#root(item.thread_id))
    if (thread) {
      thread.row = { ...thread.row, ...withCopies(thread.row, item) }
      thread.isChanged = true
    }
    this.#note(given, item.thread_id)
  }

  /** Notes that a thread knows an id, unless the id leads to another thread that takes more mail. */
  #claimId(rfcId: string, base: string, thread: PlannedThread, owned: boolean): void {
    const rows = this.#listOf(this.#ids, rfcId)
    const index = rows.findIndex((row) => row.base_subject === base)
    const known = rows[index]
    const other = known && this.#threads.get(this.#root(known.thread_id))
    const isOurs = other === thread
    if (known && isOurs && (known.owned || !owned)) return
    const leadsElsewhere = other && !isOurs && this.#hasRoom(other)
    if (leadsElsewhere && (known.owned || !owned)) return
    const { accountId: account_id } = this.#options
    const row: MailIdDoc = {
      ...{ _id: idOf(account_id, rfcId, base), account_id, rfc_id: rfcId, base_subject: base },
      ...{ thread_id: thread.row._id, owned: owned || known?.owned === true },
    }
    if (known) rows[index] = row
    else rows.push(row)
    this.#changedIds.set(row._id, row)
  }

  #know(item: MailItemDoc): void {
    const earlier = this.#items.get(item._id)
    for (const { id } of item.copies) this.#items.set(id, item)
    const same = this.#listOf(this.#itemsByRfcId, item.rfc_id)
    if (earlier) same.splice(same.indexOf(earlier), 1)
    same.push(item)
  }

  #note({ mail }: FilingMail, threadId: string): void {
    this.#threadOf.set(mail.id, threadId)
  }

  #root(id: string): string {
    let root = id
    for (let next = this.#mergedInto.get(root); next !== undefined; next = this.#mergedInto.get(root)) root = next
    return root
  }

  #hasRoom({ row }: PlannedThread): boolean {
    return row.message_count < MAX_THREAD_MAILS
  }

  /** Mail of a blocked sender joins only what is in spam: it must not take what others write there with it. */
  #takes(thread: PlannedThread, given: FilingMail): boolean {
    return this.#hasRoom(thread) && (thread.row.folder === 'spam' || !this.#isBlocked(given))
  }

  #isBlocked({ author }: FilingMail): boolean {
    return author !== null && isBlocked(author, this.#blocked)
  }

  #listBySubject({ row }: Pick<PlannedThread, 'row'>): void {
    this.#listOf(this.#bySubject, row.base_subject).push(row._id)
  }

  #listOf<T>(map: Map<string, T[]>, key: string): T[] {
    const list = map.get(key) ?? []
    map.set(key, list)
    return list
  }
}

/** Most of a subject that is kept, in characters. */
const MAX_SUBJECT = 998
/** Most mailboxes of a header that an item keeps, besides addresses of ours. */
const MAX_SHOWN = 200

function newItem({ mail, rfcId, base, foundBy }: FilingMail, accountId: string, threadId: string): MailItemDoc {
  return {
    _id: mail.id,
    account_id: accountId,
    thread_id: threadId,
    source: mail.source,
    copies: [{ id: mail.id, own_address: mail.ownAddress, inbox_id: mail.inboxId }],
    rfc_id: rfcId,
    rfc_message_id: mail.rfcMessageId,
    base_subject: base,
    subject: shownSubject(mail),
    from: mail.from.slice(0, MAX_SHOWN),
    ...(mail.isAuthentic !== undefined && { is_authentic: mail.isAuthentic }),
    ...(mail.contentDigest && { content_digest: mail.contentDigest }),
    to: shownRecipients(mail.to, mail.ownAddress),
    cc: shownRecipients(mail.cc, mail.ownAddress),
    snippet: snippetOf(mail.replyText) || snippetOf(mail.text),
    occurred_at: mail.occurredAt,
    position: positionOf(mail.occurredAt, mail.id),
    starred: false,
    size_bytes: mail.sizeBytes,
    terms: foundBy.terms,
  }
}

function shownRecipients(all: readonly InboundMailboxDoc[], ownAddress: string): InboundMailboxDoc[] {
  const own = all.findIndex(({ email }) => normalizeAddress(email) === ownAddress)
  return all.filter((_mailbox, index) => index < MAX_SHOWN || index === own)
}

const shownSubject = ({ subject }: Pick<FilingMail['mail'], 'subject'>) => subject.slice(0, MAX_SUBJECT)

const senderOf = (from: readonly { email: string }[]) => normalizeAddress(from[0]?.email ?? '')

const idOf = (accountId: string, rfcId: string, base: string) =>
  createHash('sha256').update(`${accountId}\0${rfcId}\0${base}`).digest('base64url')
