import { randomUUID } from 'node:crypto'
import type { AcceptedMail, ComposeRequest, ForwardRequest, ReplyRequest } from '../../../contract/mail-compose.js'
import type { SendRequest } from '../../../contract/messages.js'
import { ApiError, fieldError } from '../../../errors.js'
import { parseMailbox } from '../../../lib/mail/addresses.js'
import type { AttachmentDoc } from '../../../models/message.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import type { DomainLookUp } from '../../domains/domain-look-up.js'
import { TRIAL_DOMAIN } from '../../domains/trial-domain.js'
import { isWithin, type MailViewer, reachOf } from '../../platform/mail-reach.js'
import { isoTime } from '../../platform/timestamps.js'
import type { HtmlReader } from '../../reading/html-reader.js'
import { ALONE } from '../../sending/messages/batch-order.js'
import type { Accept, MessageAcceptance } from '../../sending/messages/message-acceptance.js'
import type { SendDetails } from '../../sending/messages/message-sender.js'
import type { StoredMessage } from '../../sending/messages/message-store.js'
import { presentAccepted } from '../../sending/messages/present-message.js'
import { requestHash } from '../../sending/messages/request-hash.js'
import type { Claim, Send } from '../../sending/messages/send.js'
import { strippedSubject } from '../filing/base-subject.js'
import type { OutboundFiling } from '../filing/outbound-filing.js'
import type { Signatures } from '../signatures/signatures.js'
import type { Conversation, ThreadMails } from '../threads/thread-mails.js'
import type { ForwardedFiles } from './forwarded-files.js'
import { withOriginal } from './quote-original.js'
import { replyHeaders } from './reply-headers.js'

export interface ComposerDeps extends Pick<ServiceDeps, 'models' | 'deliverability'> {
  domainLookUp: Pick<DomainLookUp, 'ofAccount'>
  messageAcceptance: Pick<MessageAcceptance, 'acceptOnce'>
  outboundFiling: Pick<OutboundFiling, 'file'>
  threadMails: ThreadMails
  htmlReader: Pick<HtmlReader, 'withOwnContentIds'>
  forwardedFiles: ForwardedFiles
  signatures: Pick<Signatures, 'addTo'>
}

/** A mail of the mail app before it is a request to send. */
interface Draft {
  from: string
  to: string[]
  /** If they are not those of the request. */
  cc?: string[] | undefined
  subject: string | undefined
  headers?: Record<string, string>
  bodies: Pick<ComposeRequest, 'body_text' | 'body_html'>
  /** Its files, if they do not come from the request. */
  files?: AttachmentDoc[]
  /** The thread that it belongs to; null for the one of its subject and recipients, or a new one. */
  threadId: string | null
  /** The version of that thread that it answers, if it is unread. */
  answersVersion?: number | undefined
}

type Given = Omit<ComposeRequest, 'to' | 'subject'>

/** Sends the mail of the mail app, by the same rules as every other mail. */
export class MailComposer {
  readonly #deps: ComposerDeps

  constructor(deps: ComposerDeps) {
    this.#deps = deps
  }

  /**
   * Sends a new mail.
   * @throws ApiError `no_verified_domain` for an account without a verified domain; otherwise as a send.
   */
  compose(caller: Caller, given: ComposeRequest, details: SendDetails): Promise<AcceptedMail> {
    return this.#send(caller, 'compose', given, details, async () => {
      const from = given.from ?? (await this.#defaultSender(caller))
      const bodies = await this.#bodies(caller.accountId, from, given)
      return { from, to: given.to, subject: given.subject, bodies, threadId: null }
    })
  }

  /**
   * Answers the newest received mail of a thread, in a thread of only sent mail its newest one, and marks the thread
   * read, unless more has arrived in the meantime. With `toAll`, who else got that mail gets a copy of the answer, unless
   * the request names others.
   * @throws ApiError `not_found`; otherwise as `compose`.
   */
  async reply(
    caller: Caller,
    given: ReplyRequest,
    details: SendDetails,
    { toAll = false } = {},
  ): Promise<AcceptedMail> {
    return this.#send(caller, 'reply', given, details, async () => {
      const conversation = await this.#deps.threadMails.read(caller, given.id)
      const { latest, replyTo, others, ownAddress, thread } = conversation
      const from = given.from ?? ownAddress
      return {
        from,
        to: given.to ?? replyTo,
        cc: given.cc ?? (toAll ? others : undefined),
        subject: given.subject ?? `Re: ${strippedSubject(thread.subject || latest.subject)}`,
        headers: replyHeaders(latest),
        bodies: await this.#bodies(caller.accountId, from, given),
        threadId: thread._id,
        answersVersion: thread.unread ? thread.version : undefined,
      }
    })
  }

  /**
   * Forwards the newest received mail of a thread, with its files; in a thread of only sent mail, its newest one.
   * @throws ApiError `not_found`, also if the content or a file of that mail is not kept any more; `payload_too_large`;
   *   otherwise as `compose`.
   */
  async forward(caller: Caller, given: ForwardRequest, details: SendDetails): Promise<AcceptedMail> {
    return this.#send(caller, 'forward', given, details, async () => {
      const conversation = await this.#deps.threadMails.read(caller, given.id)
      return this.#forwardDraft(caller.accountId, conversation, given)
    })
  }

  async #forwardDraft(accountId: string, conversation: Conversation, given: ForwardRequest): Promise<Draft> {
    const { threadMails, forwardedFiles, htmlReader } = this.#deps
    const { latest, ownAddress, thread } = conversation
    const from = given.from ?? ownAddress
    const draft = {
      ...{ from, to: given.to, threadId: thread._id },
      subject: given.subject ?? `Fwd: ${latest.subject}`,
    }
    const { files, contentIds } = await forwardedFiles.read(accountId, latest, given.attachments ?? [])
    // It is refused below.
    if (!given.body_text && !given.body_html) return { ...draft, files, bodies: given }
    const original = await threadMails.original(accountId, latest)
    const html = original.html && (await htmlReader.withOwnContentIds(accountId, original.html, contentIds))
    return {
      ...draft,
      files,
      bodies: withOriginal(bodiesOf(await this.#bodies(accountId, from, given)), { ...original, html }),
    }
  }

  /** What somebody has written, with the signature if it is wanted. */
  async #bodies(accountId: string, from: string, given: Given): Promise<Draft['bodies']> {
    return given.signature ? this.#deps.signatures.addTo(accountId, from, given) : given
  }

  async #send(
    caller: Caller,
    action: string,
    given: Given & { to?: string[] | undefined },
    { given: asGiven, onReplay }: SendDetails,
    draft: () => Promise<Draft>,
  ): Promise<AcceptedMail> {
    const { messageAcceptance, outboundFiling } = this.#deps
    // `deed` is the name in the hashes that are stored.
    const hash = await requestHash({ deed: action, given: asGiven }, caller.testMode)
    const idempotency_key = given.idempotency_key ?? `${action}-${randomUUID()}`
    const claim: Claim = { caller, hash, position: ALONE, request: { idempotency_key } }
    const make = async (accept: Accept) => accept(await this.#sendOf(claim, given, await draft()))
    const message = await messageAcceptance.acceptOnce(claim, make, onReplay).catch(inOwnWords)
    await outboundFiling.file(caller.accountId, message._id)
    return presentMail(message)
  }

  async #sendOf(claim: Claim, given: Given, { threadId, answersVersion, files, ...draft }: Draft): Promise<Send> {
    const { deliverability, domainLookUp } = this.#deps
    const { accountId } = claim.caller
    await this.#assertOwnSender(claim.caller, draft.from)
    const domains = await domainLookUp.ofAccount(accountId)
    if (!domains.some(({ fully_verified }) => fully_verified)) throw new ApiError('no_verified_domain')
    const request = requestOf(claim, given, draft, files === undefined)
    const checks = deliverability.forRequest(accountId)
    return { ...claim, request, checks, mailApp: { threadId, answersVersion }, ...(files && { files }) }
  }

  /**
   * Keeps a key that is bound to inboxes to their addresses.
   * @throws ApiError `bound_key`.
   */
  async #assertOwnSender(viewer: MailViewer, from: string): Promise<void> {
    const reach = await reachOf(this.#deps.models, viewer)
    const email = parseMailbox(from)?.email
    // What is no address is refused as such.
    if (email === undefined || isWithin(reach, email)) return
    throw fieldError('bound_key', 'from', 'must be the address of an inbox of the key')
  }

  /**
   * The oldest active inbox of a verified domain, or else `hello` at the oldest such domain. The trial domain comes last.
   * @throws ApiError `no_verified_domain`; `bound_key` if no inbox of the key can send.
   */
  async #defaultSender({ accountId, inboxIds }: MailViewer): Promise<string> {
    const { models, domainLookUp } = this.#deps
    const domains = await domainLookUp.ofAccount(accountId)
    const all = domains.flatMap(({ name, fully_verified }) => (fully_verified ? name : []))
    const real = all.filter((name) => name !== TRIAL_DOMAIN)
    const verified = real.length > 0 ? real : all
    if (verified[0] === undefined) throw new ApiError('no_verified_domain')
    // Inboxes outlive their domains.
    const usable = { account_id: accountId, active: true, deleted_at: { $exists: false }, domain: { $in: verified } }
    const among = inboxIds ? { ...usable, _id: { $in: [...inboxIds] } } : usable
    const inbox = await models.inboxes.collection.findOne(among, { sort: { _id: 1 } })
    if (inbox) return inbox.address
    if (inboxIds)
      throw new ApiError(
        'bound_key',
        'None of the inboxes of the key can send: each is deleted, switched off, or of a domain that is not verified.',
      )
    return `hello@${verified[0]}`
  }
}

const bodiesOf = ({ body_text, body_html }: Draft['bodies']) => ({
  body_text: body_text || undefined,
  body_html: body_html || undefined,
})

function requestOf(
  { request: { idempotency_key } }: Claim,
  { cc: given, bcc, attachments, scheduled_at }: Given,
  { from, to, cc = given, subject, headers, bodies }: Omit<Draft, 'threadId' | 'files' | 'answersVersion'>,
  takesFiles: boolean,
): SendRequest {
  return {
    channel: 'email',
    idempotency_key,
    destination: { to, cc, bcc },
    payload: {
      subject,
      headers,
      body_text: bodies.body_text,
      body_html: bodies.body_html,
      ...(takesFiles && { attachments }),
    },
    metadata: { from_email: from },
    scheduled_at,
  }
}

type PresentedFields = '_id' | 'accepted_status' | 'channel' | 'idempotency_key' | 'scheduled_at'

/** The answer to a request that sends a mail. */
export const presentMail = (message: Pick<StoredMessage, PresentedFields>): AcceptedMail => ({
  ...presentAccepted(message),
  undo_until: message.scheduled_at && isoTime(message.scheduled_at),
})

/** Names the fields of a send as the mail app calls them. */
const FIELDS: Record<string, string> = {
  'metadata.from_email': 'from',
  destination: 'to',
  payload: 'body_text',
}

function inOwnWords(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  throw error.withPaths((path) => FIELDS[path] ?? path.replace(/^(destination|payload)\./, ''))
}
