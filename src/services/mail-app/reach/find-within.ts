import type { Models } from '../../../models/index.js'
import type { MailThreadDoc } from '../../../models/mail-thread.js'
import { type MailViewer, reachOf } from '../../platform/mail-reach.js'
import { findThread } from '../thread-writes.js'
import { threadsWithin } from './within-reach.js'

/** The thread with an id, or the one that it was merged into, as a viewer sees it; null if there is none for them. */
export async function findThreadWithin(models: Models, viewer: MailViewer, id: string): Promise<MailThreadDoc | null> {
  const thread = await findThread(models, viewer.accountId, id)
  const [seen] = thread ? await threadsWithin(models, await reachOf(models, viewer), [thread]) : []
  return seen ?? null
}
