import type { mongo } from 'mongoose'
import type { Models } from '../../../models/index.js'
import type { MailNoteDoc } from '../../../models/mail-note.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import type { MailReach } from '../../platform/mail-reach.js'

/** Whether a note is within reach: all mail that its writer saw in the thread. It may quote any of it. */
export const seesNote = (
  { addresses }: MailReach,
  { own_addresses: own = [] }: { own_addresses?: string[] },
): boolean => addresses === null || (own.length > 0 && own.every((address) => addresses.includes(address)))

/** The notes within reach, as a filter. */
export const notesWithin = ({ accountId, addresses }: MailReach): mongo.Filter<MailNoteDoc> => ({
  account_id: accountId,
  ...(addresses && {
    'own_addresses.0': { $exists: true },
    own_addresses: { $not: { $elemMatch: { $nin: [...addresses] } } },
  }),
})

/* The notes of threads that change as a whole, in the transactions that do it. */

type Noted = Pick<MailThreadDoc, '_id' | 'account_id' | 'note_count'>

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
