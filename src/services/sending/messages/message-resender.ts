import { randomUUID } from 'node:crypto'
import type { ResendRequest } from '../../../contract/message-content.js'
import type { SendRequest, SendResponse } from '../../../contract/messages.js'
import { ApiError } from '../../../errors.js'
import { makeSharedQueue } from '../../../lib/concurrency/fair-queue.js'
import { formatMailbox } from '../../../lib/mail/addresses.js'
import { exists } from '../../../models/exists.js'
import type { MailContent, MessageDoc } from '../../../models/message.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { ALONE } from './batch-order.js'
import type { Accept, Accepted, MessageAcceptance } from './message-acceptance.js'
import type { MessageContents } from './message-contents.js'
import type { SendDetails } from './message-sender.js'
import { presentAccepted } from './present-message.js'
import { requestHash } from './request-hash.js'
import { checkChannel } from './rules/channel.js'
import type { Claim } from './send.js'

/** Most contents in memory that are read to be sent again: each may have 15 MiB. An account alone gets two. */
const MAX_CONTENTS = 8
const FREE_PERMITS_FACTOR = 1 / 3

interface ResenderDeps extends Pick<ServiceDeps, 'models' | 'deliverability'> {
  messageAcceptance: Pick<MessageAcceptance, 'acceptOnce'>
  messageContents: MessageContents
}

/** Sends messages again: new messages with the content and the sender of earlier ones. */
export class MessageResender {
  readonly #deps: ResenderDeps
  readonly #contents = makeSharedQueue(MAX_CONTENTS, FREE_PERMITS_FACTOR)

  constructor(deps: ResenderDeps) {
    this.#deps = deps
  }

  /**
   * Accepts a copy of a message, under the rules of a send as they are now, in the mode of the caller's key. A repeated
   * request with the same idempotency key gets the first response again, also if the content is deleted by then.
   * @throws ApiError `not_found`, also once the content is deleted; otherwise as a send.
   */
  async resend(
    caller: Caller,
    { id, idempotency_key = `resend-${randomUUID()}` }: ResendRequest,
    { given, onReplay }: SendDetails,
  ): Promise<SendResponse> {
    const isThere = await exists(this.#deps.models.messages.collection, { _id: id, account_id: caller.accountId })
    if (!isThere) throw new ApiError('not_found')
    const hash = await requestHash(given, caller.testMode)
    const claim: Claim = { caller, hash, position: ALONE, request: { idempotency_key } }
    const copyInPlace = (accept: Accept) => this.#contents.hold(caller, () => this.#copy(id, claim, accept))
    return presentAccepted(await this.#deps.messageAcceptance.acceptOnce(claim, copyInPlace, onReplay))
  }

  async #copy(id: string, claim: Claim, accept: Accept): Promise<Accepted> {
    const { messageContents, deliverability } = this.#deps
    const { accountId } = claim.caller
    const original = await messageContents.original(accountId, id)
    const request = requestOf(original, claim.request.idempotency_key)
    checkChannel(request)
    const checks = deliverability.forRequest(accountId)
    const { to, attachments: files } = original.content
    const topic = original.topic_id !== undefined && { topicId: original.topic_id }
    return accept({ ...claim, request, checks, files, mayHideRecipients: to.length === 0, ...topic })
  }
}

/** The request that would make the same message now; its files come apart. */
function requestOf(
  { channel, message_type, content, tags, metadata, tracking, test_send }: MessageDoc & { content: MailContent },
  idempotency_key: string,
): SendRequest {
  return {
    channel,
    idempotency_key,
    message_type,
    destination: {
      ...mainRecipients(content.to),
      cc: content.cc.map(formatMailbox),
      bcc: content.bcc.map(formatMailbox),
    },
    payload: {
      subject: content.subject,
      body_html: content.html ?? undefined,
      body_text: content.text ?? undefined,
      reply_to: content.reply_to.map(formatMailbox),
      headers: Object.fromEntries(content.headers),
    },
    metadata: { ...(metadata && JSON.parse(metadata)), from_email: formatMailbox(content.from) },
    tags: tags ?? undefined,
    tracking: tracking ?? { opens: false, clicks: false },
    test_send,
  }
}

/** One is taken as it is; several, or none, are written as text. */
function mainRecipients(to: MailContent['to']): SendRequest['destination'] {
  const [first, ...others] = to
  if (!first || others.length > 0) return { to: to.map(formatMailbox) }
  return { email: first.email, name: first.name ?? undefined }
}
