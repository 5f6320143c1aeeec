import type { Models } from '../../../models/index.js'
import type { RecordedChange } from '../../../models/mail-change.js'
import type { MailReach } from '../../platform/mail-reach.js'
import { itemsWithin, itemWithin, reachesThread } from './within-reach.js'

/**
 * The changes within reach: of a mail, if that is; of a thread, if it has or had mail that is. Names of labels are of the
 * account.
 */
export async function changesWithin<T extends { change: RecordedChange }>(
  { mailItems, mailThreads }: Pick<Models, 'mailItems' | 'mailThreads'>,
  reach: MailReach,
  placed: readonly T[],
): Promise<readonly T[]> {
  if (reach.addresses === null || placed.length === 0) return placed
  const changes = placed.map(({ change }) => change)
  const idsOf = (ids: (string | undefined)[]) => ({ $in: [...new Set(ids.flatMap((id) => id ?? []))] })
  const [items, threads] = await Promise.all([
    mailItems.collection
      .find({ ...itemsWithin(reach), _id: idsOf(changes.map(({ mail }) => mail?.id)) }, { projection: { terms: 0 } })
      .toArray(),
    mailThreads.collection
      .find(
        { account_id: reach.accountId, _id: idsOf(changes.map(({ thread_id }) => thread_id)) },
        { projection: { own_addresses: 1 } },
      )
      .toArray(),
  ])
  const idOf = new Map(items.map((item) => [item._id, itemWithin(reach, item)._id]))
  const reached = new Set(threads.filter((row) => reachesThread(reach, row)).map(({ _id }) => _id))
  return placed.flatMap((given) => {
    const { mail, thread_id, note_id, draft_id } = given.change
    // These keys read no notes and no drafts.
    if (note_id !== undefined || draft_id !== undefined) return []
    const id = mail && idOf.get(mail.id)
    if (mail) return id === undefined ? [] : { ...given, change: { ...given.change, mail: { ...mail, id } } }
    return thread_id === undefined || reached.has(thread_id) ? given : []
  })
}
