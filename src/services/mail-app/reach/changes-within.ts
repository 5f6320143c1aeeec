import type { Models } from '../../../models/index.js'
import type { RecordedChange } from '../../../models/mail-change.js'
import { isAnyWithin, type MailReach } from '../../platform/mail-reach.js'
import { seesNote } from '../notes/note-rows.js'
import { itemsWithin, itemWithin, reachesThread } from './within-reach.js'

/**
 * The changes within reach: of a mail, a note or a draft, if that is, and of a thread, if it has or had mail that is. Of
 * other mail in a thread within reach, a key sees that something has changed in the thread. Names of labels are of the
 * account.
 */
export async function changesWithin<T extends { change: RecordedChange }>(
  { mailItems, mailThreads }: Pick<Models, 'mailItems' | 'mailThreads'>,
  reach: MailReach,
  placed: readonly T[],
): Promise<readonly T[]> {
  if (placed.length === 0) return placed
  const changes = placed.map(({ change }) => change)
  const idsOf = (ids: (string | undefined)[]) => ({ $in: [...new Set(ids.flatMap((id) => id ?? []))] })
  const isBound = reach.addresses !== null
  const [items, threads] = await Promise.all([
    mailItems.collection
      .find({ ...itemsWithin(reach), _id: idsOf(changes.map(({ mail }) => mail?.id)) }, { projection: { terms: 0 } })
      .toArray(),
    // A key that is not bound reaches all threads.
    isBound
      ? mailThreads.collection
          .find(
            { account_id: reach.accountId, _id: idsOf(changes.map(({ thread_id }) => thread_id)) },
            { projection: { own_addresses: 1 } },
          )
          .toArray()
      : [],
  ])
  const known: Known = {
    reach,
    mailIds: new Map(items.map((item) => [item._id, itemWithin(reach, item)._id])),
    threads: new Set(threads.filter((row) => reachesThread(reach, row)).map(({ _id }) => _id)),
  }
  return placed.flatMap((given) => {
    const change = isBound ? within(given.change, known) : ofAll(given.change, known)
    return change ? { ...given, change } : []
  })
}

/** What of the changes is within reach now. */
interface Known {
  reach: MailReach
  /** The ids that mails have within reach. */
  mailIds: ReadonlyMap<string, string>
  threads: ReadonlySet<string>
}

/** The change for a key that is not bound. A mail that loses the copy with its id gets another id. */
function ofAll(change: RecordedChange, { mailIds }: Known): RecordedChange | null {
  const { type, mail, copies = [], stays_for } = change
  if (stays_for && !copies.some(({ id }) => id === mail?.id)) return null
  return mail && type !== 'deleted' ? { ...change, mail: { ...mail, id: mailIds.get(mail.id) ?? mail.id } } : change
}

function within(change: RecordedChange, { reach, mailIds, threads }: Known): RecordedChange | null {
  const { type, mail, thread_id, own_addresses, stays_for } = change
  if (change.draft_id !== undefined) return isAnyWithin(reach, own_addresses ?? []) ? change : null
  if (change.note_id !== undefined) {
    const stays = stays_for !== undefined && isForOthers(type, stays_for, reach)
    return seesNote(reach, change) && !stays ? change : null
  }
  if (mail) {
    const id = type === 'deleted' ? idOfCopy(change, reach) : mailIds.get(mail.id)
    if (id !== undefined) return { ...change, mail: { ...mail, id } }
  }
  // It is deleted for others.
  if (stays_for && (mail || isAnyWithin(reach, stays_for))) return null
  const isReached = threads.has(thread_id ?? '') || isAnyWithin(reach, own_addresses ?? [])
  if (thread_id !== undefined && !isReached) return null
  return mail ? { type: 'updated', ...(thread_id && { thread_id }) } : change
}

/** Whether a change of a note that is for some alone is for others: who sees the note still, or saw its thread before. */
const isForOthers = (type: RecordedChange['type'], stays_for: string[], reach: MailReach): boolean =>
  type === 'noted' ? isAnyWithin(reach, stays_for) : seesNote(reach, { own_addresses: stays_for })

/** The id that a deleted mail had within reach. */
const idOfCopy = ({ copies = [] }: RecordedChange, reach: MailReach): string | undefined =>
  copies.find(({ own_address }) => isAnyWithin(reach, [own_address]))?.id
