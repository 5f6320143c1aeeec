import { shouldYield, yieldToEventLoop } from '../../../lib/concurrency/time-slices.js'
import { normalizeAddress } from '../../../lib/mail/addresses.js'
import type { Models } from '../../../models/index.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import { isAnyWithin, type MailReach } from '../../platform/mail-reach.js'
import { notesWithin } from '../notes/note-rows.js'
import { EMPTY_SUMMARY, MAX_OWN_ADDRESSES, TAGS, type ThreadSummary, withMail } from '../threads/thread-state.js'

/*
 * Mail and threads as a key that is bound to inboxes sees them. A thread with mail of other inboxes has the summary of the mail
 * within reach alone. What people have done with the thread, such as its folder and labels, is of all who work on it.
 */

/** Whether a thread has mail within reach. */
export const reachesThread = (reach: MailReach, { own_addresses }: Pick<MailThreadDoc, 'own_addresses'>) =>
  isAnyWithin(reach, own_addresses)

/** The addresses of a thread that are within reach. */
export const addressesWithin = (
  { addresses }: MailReach,
  { own_addresses: own }: Pick<MailThreadDoc, 'own_addresses'>,
) => (addresses === null ? own : own.filter((address) => addresses.includes(address)))

/** Whether all mail of a thread is within reach. One that keeps no more addresses may have had others. */
export const reachesAllOf = ({ addresses }: MailReach, { own_addresses: own }: Pick<MailThreadDoc, 'own_addresses'>) =>
  addresses === null || (own.length < MAX_OWN_ADDRESSES && own.every((address) => addresses.includes(address)))

/** Whether a mail is within reach. */
export const reachesMail = ({ addresses }: MailReach, { copies }: Pick<MailItemDoc, 'copies'>): boolean =>
  addresses === null || copies.some(({ own_address }) => addresses.includes(own_address))

/** Whether a mail is within reach by the copy with an id. */
export const reachesCopy = (reach: MailReach, { copies }: Pick<MailItemDoc, 'copies'>, id: string): boolean =>
  reachesMail(reach, { copies: copies.filter((copy) => copy.id === id) })

/** The items within reach, as a filter. */
export const itemsWithin = ({ accountId, addresses }: MailReach) => ({
  account_id: accountId,
  ...(addresses && { 'copies.own_address': { $in: [...addresses] } }),
})

/** The tags of which all threads within reach have one; null if all threads are. */
export const tagsWithin = ({ addresses }: MailReach): string[] | null => addresses?.map(TAGS.address) ?? null

type Reached = Pick<MailItemDoc, '_id' | 'copies' | 'to'>

/**
 * A mail within reach without what shows that it also arrived at other inboxes: it has the id of the first copy that is
 * within reach, and no hidden recipients. The copy that its row is named after may be removed.
 */
export function itemWithin<T extends Reached>({ addresses }: MailReach, item: T): T {
  if (addresses === null) return { ...item, _id: item.copies[0]?.id ?? item._id }
  const copies = item.copies.filter(({ own_address }) => addresses.includes(own_address))
  const others = item.copies.flatMap(({ own_address }) => (addresses.includes(own_address) ? [] : own_address))
  const to = item.to.filter(({ email }) => !others.includes(normalizeAddress(email)))
  return { ...item, _id: copies[0]?.id ?? item._id, copies, to }
}

const IN_THREADS = { thread_id: 1, position: 1 } as const

/** The threads within reach, as far as they are. Their order stays. */
export async function threadsWithin(
  models: Pick<Models, 'mailItems' | 'mailNotes'>,
  reach: MailReach,
  rows: readonly MailThreadDoc[],
): Promise<MailThreadDoc[]> {
  const { addresses } = reach
  if (addresses === null) return [...rows]
  const reached = await withOwnNotes(
    models,
    reach,
    rows.filter((row) => reachesThread(reach, row)),
  )
  const mixed = reached.filter((row) => !reachesAllOf(reach, row))
  if (mixed.length === 0) return reached
  const own = { ...itemsWithin(reach), thread_id: { $in: mixed.map(({ _id }) => _id) } }
  const summaries = new Map<string, ThreadSummary>()
  // A page can have tens of thousands of mails, so they are not held together.
  for await (const mail of models.mailItems.collection.find(own, { projection: { terms: 0 } }).sort(IN_THREADS)) {
    if (shouldYield()) await yieldToEventLoop()
    const summary = summaries.get(mail.thread_id) ?? EMPTY_SUMMARY
    summaries.set(mail.thread_id, withMail(summary, itemWithin(reach, mail)))
  }
  const isMixed = new Set(mixed.map(({ _id }) => _id))
  return reached.flatMap((row) => {
    if (!isMixed.has(row._id)) return row
    const summary = summaries.get(row._id)
    return summary ? { ...row, ...summary } : []
  })
}

/** The threads, with the counts of the notes that are within reach, and the tag for notes if there are any. */
export async function withOwnNotes(
  { mailNotes }: Pick<Models, 'mailNotes'>,
  reach: MailReach,
  rows: readonly MailThreadDoc[],
): Promise<MailThreadDoc[]> {
  if (reach.addresses === null) return [...rows]
  const noted = rows.flatMap(({ _id, note_count }) => (note_count ? [_id] : []))
  if (noted.length === 0) return [...rows]
  const counts = await mailNotes.collection
    .aggregate<{ _id: string; count: number }>([
      { $match: { ...notesWithin(reach), thread_id: { $in: noted } } },
      { $group: { _id: '$thread_id', count: { $sum: 1 } } },
    ])
    .toArray()
  const countOf = new Map(counts.map(({ _id, count }) => [_id, count]))
  return rows.map((row) => {
    if (!row.note_count) return row
    const note_count = countOf.get(row._id) ?? 0
    return { ...row, note_count, tags: row.tags.filter((tag) => note_count > 0 || tag !== TAGS.noted) }
  })
}

/** The threads, without the tag of the folder sent where no mail within reach was sent. */
export async function withOwnSent(
  { mailItems }: Pick<Models, 'mailItems'>,
  reach: MailReach,
  rows: readonly MailThreadDoc[],
): Promise<MailThreadDoc[]> {
  const tag = TAGS.folder('sent')
  const mixed = rows.flatMap((row) => (row.tags.includes(tag) && !reachesAllOf(reach, row) ? [row._id] : []))
  if (mixed.length === 0) return [...rows]
  const sent = { ...itemsWithin(reach), thread_id: { $in: mixed }, source: 'outbound' as const }
  const ofOwn = new Set(await mailItems.collection.distinct('thread_id', sent))
  const isOfOthers = new Set(mixed.filter((id) => !ofOwn.has(id)))
  return rows.map((row) => (isOfOthers.has(row._id) ? { ...row, tags: row.tags.filter((each) => each !== tag) } : row))
}
