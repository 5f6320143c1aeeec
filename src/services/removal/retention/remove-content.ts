import type { Models } from '../../../models/index.js'
import type { MessageDoc } from '../../../models/message.js'
import { forgetTexts } from '../../mail-app/filing/forget-mails.js'
import { removeCaptured } from '../../sending/outbox/remove-captured.js'

/** What lists show stays, wherever the content was stored. */
const SUMMARY = {
  from: '$content.from',
  to: '$content.to',
  cc: '$content.cc',
  subject: '$content.subject',
}

/**
 * Removes the content of messages for good: bodies, attachments and headers, the copies of captured mail, and what the
 * mail app has of their texts. Senders, recipients and subjects stay. Only for messages that have left. Repeatable: the
 * rows come last.
 */
export async function removeContent(models: Models, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const own = { $in: [...ids] }
  await forgetTexts(models, ids)
  await removeCaptured(models, ids)
  await models.messageContents.collection.deleteMany({ _id: own })
  await models.messages.collection.updateMany({ _id: own, content: { $ne: null } }, [
    { $set: { content_summary: SUMMARY, content: null } },
  ])
}

/** Filter for messages on which no work is left. One that is parked as a dead letter still waits for an operator. */
export const HAS_NO_WORK_LEFT = {
  status: { $nin: ['queued', 'scheduled'] satisfies MessageDoc['status'][] },
  dispatch_at: { $exists: false },
  held: { $exists: false },
}
