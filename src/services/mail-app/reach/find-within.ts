import type { Models } from '../../../models/index.js'
import type { MailItemDoc } from '../../../models/mail-item.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import { type MailReach, type MailViewer, reachOf } from '../../platform/mail-reach.js'
import { findThread } from '../threads/thread-writes.js'
import { itemsWithin, itemWithin, threadsWithin } from './within-reach.js'

/** The thread with an id, or the one that it was merged into, as a viewer sees it; null if there is none for them. */
export async function findThreadWithin(models: Models, viewer: MailViewer, id: string): Promise<MailThreadDoc | null> {
  const thread = await findThread(models, viewer.accountId, id)
  const [seen] = thread ? await threadsWithin(models, await reachOf(models, viewer), [thread]) : []
  return seen ?? null
}

/** The newest received mail of a thread that is within reach; in a thread of only sent mail, the newest one. */
export function newestWithin(
  models: Pick<Models, 'mailItems'>,
  reach: MailReach,
  thread: MailThreadDoc,
): Promise<MailItemDoc | null> {
  return mailAtEnd(models, reach, thread, -1)
}

/** The oldest such mail. */
export function oldestWithin(
  models: Pick<Models, 'mailItems'>,
  reach: MailReach,
  thread: MailThreadDoc,
): Promise<MailItemDoc | null> {
  return mailAtEnd(models, reach, thread, 1)
}

async function mailAtEnd(
  { mailItems }: Pick<Models, 'mailItems'>,
  reach: MailReach,
  { _id: thread_id, has_inbound }: MailThreadDoc,
  position: 1 | -1,
): Promise<MailItemDoc | null> {
  const source = has_inbound ? ('inbound' as const) : ('outbound' as const)
  const options = { projection: { terms: 0 }, sort: { position } }
  const item = await mailItems.collection.findOne({ ...itemsWithin(reach), thread_id, source }, options)
  return item && itemWithin(reach, item)
}
