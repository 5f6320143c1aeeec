import type { mongo } from 'mongoose'
import type { BlockedSenderDoc } from '../../../models/blocked-sender.js'
import type { Models } from '../../../models/index.js'
import type { MailIdDoc, MailItemDoc } from '../../../models/mail-item.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import type { FoundBy } from '../search/mail-terms.js'
import { participantsOf, positionOf } from '../threads/thread-state.js'
import { baseSubject } from './base-subject.js'
import { type Author, authorOf, sendersOf } from './mail-authors.js'
import type { MailToFile } from './mail-to-file.js'
import { comparableId, namedIds } from './message-ids.js'

/** How long a thread takes mail that names no other by its subject alone, in ms. */
export const SUBJECT_WINDOW_MS = 7 * 86_400_000
/** Most rows of a look-up for a batch. */
const MAX_ROWS = 5_000
/** Threads merge, and what they merged into may merge. More steps than this mean that the rows are broken. */
const MAX_MERGES = 50

/** A mail with what threads compare. */
export interface FilingMail {
  mail: MailToFile
  /** Its own id. */
  rfcId: string
  /** The ids it names, nearest relative first. */
  named: string[]
  base: string
  /** Its participants besides our own addresses. */
  strangers: string[]
  /** Who wrote an inbound mail; null for others. */
  author: Author | null
  foundBy: FoundBy
}

/** What the ledger says about the mails of a batch. */
export interface FilingView {
  /** Items that are, or may be, one of the mails: those with its id or with a copy of it. */
  items: MailItemDoc[]
  ids: MailIdDoc[]
  /** Every thread that these rows name, and those they were merged into. */
  threads: MailThreadDoc[]
  /** Threads that a mail may join by its subject, newest first. */
  bySubject: MailThreadDoc[]
  blocked: Blocked
}

/** The blocked senders that mails of a batch may be of. */
export type Blocked = ReadonlyMap<string, Pick<BlockedSenderDoc, 'forged_only'>>

/** Prepares a mail for comparison. */
export function toFilingMail(mail: MailToFile, ownDomains: ReadonlySet<string>, searched: FoundBy): FilingMail {
  const isOwn = (address: string) =>
    address === mail.ownAddress || ownDomains.has(address.slice(address.indexOf('@') + 1))
  const everyone = participantsOf({ from: [...mail.from], to: [...mail.to, ...mail.bcc], cc: [...mail.cc] })
  return {
    mail,
    rfcId: comparableId(mail.rfcMessageId) ?? mail.id,
    named: namedIds(mail),
    base: baseSubject(mail.subject),
    strangers: everyone.filter((address) => !isOwn(address)),
    author: mail.source === 'inbound' ? authorOf(mail.from, mail.isAuthentic) : null,
    foundBy: searched,
  }
}

/**
 * Reads what filing a batch needs, with a fixed number of queries.
 * @param matchSubjects whether ids count only where the base subjects agree.
 * @param session the transaction that it is read in, if any.
 */
export async function lookUpView(
  models: Models,
  accountId: string,
  mails: readonly FilingMail[],
  matchSubjects: boolean,
  session?: mongo.ClientSession,
): Promise<FilingView> {
  const read = readsOf(session)
  const [copies, sameIds, ids, bySubject, blocked] = await Promise.all([
    read((options) =>
      models.mailItems.collection
        .find({ account_id: accountId, 'copies.id': { $in: mails.map(({ mail }) => mail.id) } }, options)
        .toArray(),
    ),
    read((options) =>
      models.mailItems.collection
        .find({ account_id: accountId, rfc_id: { $in: mails.map(({ rfcId }) => rfcId) } }, options)
        .limit(MAX_ROWS)
        .toArray(),
    ),
    read((options) => findIds(models, accountId, mails, matchSubjects, options)),
    read((options) => findBySubject(models, accountId, mails, options)),
    read(() => findBlocked(models, accountId, mails, session)),
  ])
  const items = [...new Map([...copies, ...sameIds].map((item) => [item._id, item])).values()]
  const named = [...items, ...ids].map(({ thread_id }) => thread_id)
  const forced = mails.flatMap(({ mail }) => mail.threadId ?? [])
  const known = new Map(bySubject.map((thread) => [thread._id, thread]))
  const threads = await findThreads(models, accountId, [...named, ...forced], known, session)
  return { items, ids, bySubject, blocked, threads }
}

/** Options of queries: the transaction that they belong to. */
type ReadOptions = { session?: mongo.ClientSession }

/** Runs queries at once; those of a transaction one after the other, because it cannot run several. */
function readsOf(session: mongo.ClientSession | undefined) {
  const options: ReadOptions = session ? { session } : {}
  let before: Promise<unknown> = Promise.resolve()
  return <T>(query: (options: ReadOptions) => Promise<T>): Promise<T> => {
    if (!session) return query(options)
    const result = before.then(() => query(options))
    before = result
    return result
  }
}

/** The blocked senders among the authors of mails. What a test key has blocked concerns no mail. */
export async function findBlocked(
  { blockedSenders }: Pick<Models, 'blockedSenders'>,
  accountId: string,
  mails: readonly Pick<FilingMail, 'author'>[],
  session?: mongo.ClientSession,
): Promise<Blocked> {
  const senders = [...new Set(mails.flatMap(({ author }) => (author ? sendersOf(author) : [])))]
  if (senders.length === 0) return new Map()
  const rows = await blockedSenders.collection
    .find(
      { account_id: accountId, sender: { $in: senders }, test_mode: { $exists: false } },
      { ...(session && { session }) },
    )
    .toArray()
  return new Map(rows.map(({ sender, forged_only }) => [sender, { forged_only }]))
}

async function findIds(
  models: Models,
  accountId: string,
  mails: readonly FilingMail[],
  matchSubjects: boolean,
  options: ReadOptions,
) {
  const all = [...new Set(mails.flatMap(({ rfcId, named }) => [rfcId, ...named]))]
  const bases = new Set(mails.map(({ base }) => base))
  // An empty subject agrees with any.
  const isSelective = matchSubjects && !bases.has('')
  return models.mailIds.collection
    .find(
      {
        account_id: accountId,
        rfc_id: { $in: all },
        ...(isSelective && { base_subject: { $in: [...bases, ''] } }),
      },
      options,
    )
    .sort({ owned: -1 })
    .limit(MAX_ROWS)
    .toArray()
}

/** Threads for mail that names no other: with the same subject, a participant besides ourselves, and the same address of ours. */
async function findBySubject(
  models: Models,
  accountId: string,
  mails: readonly FilingMail[],
  options: ReadOptions,
): Promise<MailThreadDoc[]> {
  const alone = mails.filter(mayJoinBySubject)
  if (alone.length === 0) return []
  const earliestMs = Math.min(...alone.map(({ mail }) => mail.occurredAt.getTime()))
  return models.mailThreads.collection
    .find(
      {
        account_id: accountId,
        base_subject: { $in: [...new Set(alone.map(({ base }) => base))] },
        participants: { $in: [...new Set(alone.flatMap(({ strangers }) => strangers))] },
        own_addresses: { $in: [...new Set(alone.map(({ mail }) => mail.ownAddress))] },
        position: { $gt: positionOf(new Date(earliestMs - SUBJECT_WINDOW_MS), '') },
      },
      options,
    )
    .sort({ position: -1 })
    .limit(MAX_ROWS)
    .toArray()
}

/** Whether a mail joins a thread by its subject alone. */
export function mayJoinBySubject({ mail, base, strangers }: FilingMail): boolean {
  return base !== '' && strangers.length > 0 && mail.inReplyTo.length === 0 && mail.references.length === 0
}

/** Threads by id, and those that they were merged into. */
export async function findThreads(
  models: Pick<Models, 'mailThreads'>,
  accountId: string,
  ids: readonly string[],
  known = new Map<string, MailThreadDoc>(),
  session?: mongo.ClientSession,
): Promise<MailThreadDoc[]> {
  let missing = [...new Set(ids)].filter((id) => !known.has(id))
  for (let step = 0; missing.length > 0 && step < MAX_MERGES; step += 1) {
    const found = await models.mailThreads.collection
      .find({ _id: { $in: missing }, account_id: accountId }, { ...(session && { session }) })
      .toArray()
    for (const thread of found) known.set(thread._id, thread)
    const next = found.flatMap(({ merged_into }) => merged_into ?? [])
    missing = [...new Set(next)].filter((id) => !known.has(id))
  }
  return [...known.values()]
}
