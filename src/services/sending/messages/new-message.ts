import type { MessageDoc } from '../../../models/message.js'
import { recipientsOf } from '../../audience/suppressions/stop-event.js'
import type { StoppedMessages } from '../../audience/suppressions/stopped-messages.js'
import type { ServiceDeps } from '../../deps.js'
import { searchTerms } from '../../platform/search/message-terms.js'
import { prepareTracking } from './prepare-tracking.js'
import type { PreparedSend } from './rules/index.js'
import type { Send, WrittenIn } from './send.js'

type NewMessageDeps = Pick<ServiceDeps, 'config' | 'newId'> & { stoppedMessages: Pick<StoppedMessages, 'fields'> }

/** How long a request has to file its mail in the mail app, or to take it out, before a scheduler does, in ms. */
const FILING_MS = 15_000

/** When a scheduler does what is left of a request's filing. */
export const filingDue = (now: Date): Date => new Date(now.getTime() + FILING_MS)

/** The row of a message that has passed the rules and is not charged yet. */
export function newMessage(
  { caller, request, hash, mailApp, rfcMessageId, broadcastId, topicId }: Send,
  { acceptedAt, leavesAt, content, templateId, stop }: PreparedSend,
  { config, newId, stoppedMessages }: NewMessageDeps,
): MessageDoc {
  const status = leavesAt ? 'scheduled' : 'queued'
  // One literal without spreads: V8 copies spreads field by field, and the row is made for every message.
  const message: MessageDoc = {
    _id: newId('message'),
    account_id: caller.accountId,
    idempotency_key: request.idempotency_key,
    request_hash: hash,
    channel: request.channel,
    message_type: request.message_type ?? 'transactional',
    key_id: caller.keyId,
    test_mode: caller.testMode,
    test_send: request.test_send === true,
    tracking: prepareTracking(config, request.tracking),
    status,
    accepted_status: status,
    status_rank: '',
    scheduled_at: leavesAt,
    tags: request.tags ?? null,
    charge: null,
    provider_message_id: null,
    updated_at: acceptedAt,
    search: searchTerms({
      subject: content.subject,
      addresses: recipientsOf(content),
      tags: request.tags,
      sender: content.from.email,
      template: templateId,
    }),
    content,
    dispatch_at: leavesAt ?? acceptedAt,
    deferrals: 0,
    first_attempt_at: null,
    crashes: 0,
  }
  const metadata = ownMetadata(request.metadata)
  if (metadata) message.metadata = metadata
  if (rfcMessageId) message.rfc_message_id = rfcMessageId
  if (broadcastId) message.broadcast_id = broadcastId
  if (templateId !== null) message.template_id = templateId
  if (topicId) message.topic_id = topicId
  // The hint follows the insert at once; a scheduled message gets its hint from the sweep.
  if (!leavesAt && !stop) message.enqueued_at = acceptedAt
  if (mailApp && !stop) Object.assign(message, filing(acceptedAt, mailApp))
  if (!stop) message.suppressions_revision = caller.revisions.suppressions
  if (stop) Object.assign(message, stoppedMessages.fields(message, stop))
  return message
}

/** The fields of `metadata` beside those of the service, as JSON; null if there are none. */
function ownMetadata({ from_email: _sender, ...own }: NonNullable<Send['request']['metadata']> = {}): string | null {
  return Object.keys(own).length === 0 ? null : JSON.stringify(own)
}

/** What is stopped is in no thread. */
const filing = (acceptedAt: Date, { threadId, answersVersion }: WrittenIn) => ({
  file_at: filingDue(acceptedAt),
  ...(threadId !== null && { mail_thread_id: threadId }),
  ...(answersVersion !== undefined && { answers_version: answersVersion }),
})
