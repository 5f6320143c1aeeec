import { mongo } from 'mongoose'
import { ApiError } from '../../../errors.js'
import type { InboundContentDoc, InboundEmailDoc } from '../../../models/inbound-email.js'
import type { InboundRouteDoc } from '../../../models/inbound-route.js'
import type { AttachmentDoc } from '../../../models/message.js'
import { revisionsOf } from '../../../models/revisions.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import type { BlobStore } from '../../platform/blobs/blob-store.js'
import { type OwnContentIds, ownContentIds } from '../../reading/content-ids.js'
import type { HtmlReader } from '../../reading/html-reader.js'
import { ALONE } from '../../sending/messages/batch-order.js'
import type { Accept, MessageAcceptance } from '../../sending/messages/message-acceptance.js'
import { requestHash } from '../../sending/messages/request-hash.js'
import type { Claim, Send } from '../../sending/messages/send.js'
import { attachmentKey } from '../blob-keys.js'
import { loopProblem } from './forwardable.js'
import { forwardedMail, forwardKey, type OmittedFile } from './forwarded-mail.js'

/** Most bytes of files in a forwarded mail, as in any message. */
const MAX_FILES_BYTES = 7 * 1024 * 1024

type ForwarderDeps = Pick<ServiceDeps, 'models' | 'config' | 'log' | 'deliverability'> & {
  messageAcceptance: Pick<MessageAcceptance, 'acceptOnce'>
  htmlReader: Pick<HtmlReader, 'withOwnContentIds'>
  blobStore: Pick<BlobStore, 'get'>
}

/** Sends received mail on to the addresses of routes, as messages of the account. */
export class MailForwarder {
  readonly #deps: ForwarderDeps

  constructor(deps: ForwarderDeps) {
    this.#deps = deps
  }

  /**
   * Forwards a mail once, however often this is called. A mail that goes in circles, or that the rules of sending
   * refuse, such as for a suppressed address or a reached spend cap, is not forwarded; the log says why.
   * @throws ApiError `overloaded` if it has to be tried again.
   */
  async forward(email: InboundEmailDoc, content: InboundContentDoc, route: InboundRouteDoc): Promise<void> {
    const where = { inboundId: email._id, routeId: route._id, accountId: email.account_id }
    const loop = loopProblem(content.headers, this.#deps.config.inboundMxHost)
    if (loop) {
      this.#deps.log.info({ ...where, reason: loop }, 'a received mail is not forwarded')
      return
    }
    try {
      await this.#send(email, content, route)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      this.#deps.log.warn({ ...where, code: error.code, reason: error.message }, 'a received mail is not forwarded')
    }
  }

  async #send(email: InboundEmailDoc, content: InboundContentDoc, route: InboundRouteDoc): Promise<void> {
    const caller = await this.#callerFor(route)
    if (!caller) return
    const idempotency_key = forwardKey(email._id, route._id)
    const hash = await requestHash({ forward: idempotency_key }, false)
    const claim: Claim = { caller, hash, position: ALONE, request: { idempotency_key } }
    await this.#deps.messageAcceptance.acceptOnce(claim, async (accept: Accept) =>
      accept(await this.#sendOf(claim, email, content, route)),
    )
  }

  async #sendOf(
    claim: Claim,
    email: InboundEmailDoc,
    content: InboundContentDoc,
    route: InboundRouteDoc,
  ): Promise<Send> {
    const ids = ownContentIds(email.attachments.map(({ content_id }) => content_id))
    const { files, leftOut } = await this.#files(email, ids)
    const html = content.html && (await this.#deps.htmlReader.withOwnContentIds(email.account_id, content.html, ids))
    const request = forwardedMail(email, { text: content.text, html }, route, leftOut)
    const checks = this.#deps.deliverability.forRequest(email.account_id)
    return { ...claim, request, checks, files }
  }

  /** The files of a mail, in order, as far as they fit. */
  async #files({ _id, account_id, attachments }: InboundEmailDoc, ids: OwnContentIds) {
    const files: AttachmentDoc[] = []
    const leftOut: OmittedFile[] = []
    let left = MAX_FILES_BYTES
    for (const [index, { filename, content_type, content_id, size }] of attachments.entries()) {
      const bytes = size <= left ? await this.#deps.blobStore.get(account_id, attachmentKey(_id, index)) : null
      if (!bytes) leftOut.push({ filename, size })
      else {
        const own = ids.get(content_id ?? '') ?? null
        files.push({ filename, content_type, content: new mongo.Binary(bytes), content_id: own })
        left -= bytes.length
      }
    }
    return { files, leftOut }
  }

  /** The account, sending for a route. Null if it is gone. */
  async #callerFor({ _id, account_id }: InboundRouteDoc): Promise<Caller | null> {
    const at = performance.now()
    const account = await this.#deps.models.accounts.collection.findOne({ _id: account_id })
    return (
      account && {
        accountId: account_id,
        ownerEmail: account.owner_email,
        plan: account.plan,
        suspended: account.suspended_at !== null,
        sendingPause: account.sending_pause ?? null,
        revisions: revisionsOf(account, at),
        keyId: _id,
        sessionId: null,
        keyHash: '',
        scope: 'send',
        testMode: false,
        inboxIds: null,
        sendTo: null,
        client: null,
      }
    )
  }
}
