import type { mongo } from 'mongoose'
import type { Models } from '../../../models/index.js'
import type { RecordedChange } from '../../../models/mail-change.js'
import type { MailNoteDoc } from '../../../models/mail-note.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import type { MailReach } from '../../platform/mail-reach.js'
import { MAX_OWN_ADDRESSES } from '../threads/thread-state.js'

/** Rows from before the addresses were kept have none. */
type Quoting = Partial<Pick<MailNoteDoc, 'own_addresses'>>

/**
 * Whether a note is within reach: all mail that its writers saw in the thread. It may quote any of it. One with as many
 * addresses as a thread keeps may quote mail of others.
 */
export const seesNote = ({ addresses }: MailReach, { own_addresses: own = [] }: Quoting): boolean =>
  addresses === null ||
  (own.length > 0 && own.length < MAX_OWN_ADDRESSES && own.every((address) => addresses.includes(address)))

/** The notes within reach, as a filter. */
export const notesWithin = ({ accountId, addresses }: MailReach): mongo.Filter<MailNoteDoc> => ({
  account_id: accountId,
  ...(addresses && {
    'own_addresses.0': { $exists: true },
    [`own_addresses.${MAX_OWN_ADDRESSES - 1}`]: { $exists: false },
    own_addresses: { $not: { $elemMatch: { $nin: [...addresses] } } },
  }),
})

/**
 * Our addresses of whose mail a note may have quotes once it is edited: that of its earlier writers, and that which its
 * editor sees. Of a note without any, which is from before they were kept, nobody knows the earlier ones.
 */
export const addressesOfEdited = ({ own_addresses: before = [] }: Quoting, seen: readonly string[]): string[] =>
  before.length > 0 ? [...new Set([...before, ...seen])] : []

/** The edit of a note, as it is recorded. For those who do not see the note any more it is a deletion. */
export function changesOfEdited(
  { _id: note_id, thread_id, own_addresses: before = [] }: Pick<MailNoteDoc, '_id' | 'thread_id'> & Quoting,
  own_addresses: string[],
): RecordedChange[] {
  const note = { thread_id, note_id }
  const isWider = own_addresses.length > before.length
  return [
    { type: 'note_updated', ...note, own_addresses },
    ...(isWider ? [{ type: 'note_deleted' as const, ...note, own_addresses: before, stays_for: own_addresses }] : []),
  ]
}

/* The notes of threads that change as a whole, in the transactions that do it. */

type Noted = Pick<MailThreadDoc, '_id' | 'account_id' | 'note_count'>

/**
 * The notes of a thread that keys see from now on which did not see the thread: mail of their addresses has come, or come
 * back, or their thread has become one with this one. Only before the notes are moved.
 * @param was the thread that the notes are in, as it was.
 * @param is the thread that they are in from now on.
 */
export async function arrivedNotes(
  { mailNotes }: Models,
  was: Noted & Pick<MailThreadDoc, 'own_addresses'>,
  is: Pick<MailThreadDoc, '_id' | 'own_addresses'>,
  session: mongo.ClientSession,
): Promise<RecordedChange[]> {
  const { own_addresses: stays_for } = was
  if (!was.note_count || is.own_addresses.every((address) => stays_for.includes(address))) return []
  // Whoever sees a note with an address that was in the thread saw the thread.
  const others = { 'own_addresses.0': { $exists: true }, own_addresses: { $nin: stays_for } }
  const notes = await mailNotes.collection
    .find({ account_id: was.account_id, thread_id: was._id, ...others }, { projection: { own_addresses: 1 }, session })
    .toArray()
  return notes.map(({ _id, own_addresses }) => ({
    ...{ type: 'noted' as const, thread_id: is._id, note_id: _id, own_addresses, stays_for },
  }))
}

/** Moves the notes of a thread that becomes a part of another. */
export async function moveNotes(
  { mailNotes }: Models,
  { _id, account_id, note_count }: Noted,
  into: string,
  session: mongo.ClientSession,
): Promise<void> {
  if (!note_count) return
  await mailNotes.collection.updateMany({ account_id, thread_id: _id }, { $set: { thread_id: into } }, { session })
}

/** Deletes the notes of a thread that is deleted. */
export async function deleteNotes(
  { mailNotes }: Models,
  { _id, account_id, note_count }: Noted,
  session: mongo.ClientSession,
): Promise<void> {
  if (!note_count) return
  await mailNotes.collection.deleteMany({ account_id, thread_id: _id }, { session })
}
