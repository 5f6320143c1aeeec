import type { ApprovedDraft } from '../../../contract/approvals.js'
import { OWN_KEYS } from '../../../contract/idempotency-keys.js'
import type { AcceptedMail } from '../../../contract/mail-compose.js'
import type { SendDraft } from '../../../contract/mail-drafts.js'
import { ApiError, fieldError } from '../../../errors.js'
import type { MailDraftDoc } from '../../../models/mail-draft.js'
import type { MessageDoc } from '../../../models/message.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { LedgerLock, LockTakenError } from '../../platform/ledger-lock.js'
import { type MailViewer, viewerOf } from '../../platform/mail-reach.js'
import type { SendDetails } from '../../sending/messages/message-sender.js'
import { type MailComposer, presentMail } from '../composing/mail-composer.js'
import { contentDigestOf, toApprove } from './approved-draft.js'
import { addressOf } from './draft-address.js'
import { CONTENTLESS, findDraft, reopenDraftOf, reopened, writeDraft } from './draft-rows.js'

/*
 * Sends drafts, each as one message whatever races and dies:
 *
 * 1. One process at a time has the draft's lock. It freezes the draft: its status is `sending`, so nobody changes it.
 * 2. The mail is accepted with an idempotency key that belongs to the draft.
 * 3. The draft is `sent`, and answers later requests as the first one. If the mail is refused, it is a draft again.
 *
 * What died after the first step is found by the next request: the message with the key shows whether it was accepted.
 * A draft keeps its key until there is a message with it. So a write that comes late, after the draft was opened again,
 * and the next send make one message.
 *
 * A test key sends a draft as it is, with a separate key, and leaves it a draft.
 */

/** A process that died loses the lock after this, in ms. */
const LEASE_MS = 30_000
const LOCK_TIMEOUT_MS = 8_000
/** How long a draft is kept after its mail has left, in ms: to answer repeated requests. */
const KEPT_MS = 30 * 86_400_000

type SenderDeps = Pick<ServiceDeps, 'models' | 'clock' | 'conveyor'> & {
  mailComposer: Pick<MailComposer, 'compose' | 'reply' | 'forward'>
}

/** How often a draft is opened again at most while an approval waits, for which its messages are looked up. */
const MAX_KEYS = 50

/** Who is to know, and what was approved. */
interface HowToSend {
  approved?: ApprovedDraft | undefined
  onReplay: () => void
}

export class DraftSender {
  readonly #deps: SenderDeps

  constructor(deps: SenderDeps) {
    this.#deps = deps
  }

  /**
   * Sends a draft. A repeated request gets the first response again.
   * @param how `approved` is the draft as a person has approved it: it is sent with this content or not at all.
   * @throws ApiError `not_found`; `draft_changed` unless it has the given revision, or what was approved; `forbidden` for a forward without the
   *   scope admin; `overloaded` while another process sends it; otherwise as compose, reply and forward.
   */
  async send(caller: Caller, given: SendDraft, how: HowToSend): Promise<AcceptedMail> {
    const { models } = this.#deps
    const found = await findDraft(models, caller, given.id)
    if (caller.testMode) return this.#simulate(caller, await this.settled(found), given, how)
    const first = await this.#openIfCanceled(found)
    if (first.status === 'sent') return replay(first, how)
    return this.#locked(first, async () => {
      const frozen = await this.#freeze(caller, given, how)
      return frozen.status === 'sent' ? replay(frozen, how) : this.#sendFrozen(caller, frozen, given)
    })
  }

  /** Nothing becomes of the draft. A repeated request for the same revision makes no other message. */
  #simulate(caller: Caller, row: MailDraftDoc, given: SendDraft, how: HowToSend): Promise<AcceptedMail> {
    // To a test key, what was sent for real is missing.
    if (row.status !== 'draft') throw new ApiError('not_found')
    assertMay(caller, row, given, how)
    return this.#compose(caller, row, given, { key: `${keyOf(row)}-test-${row.revision}`, onReplay: how.onReplay })
  }

  /**
   * The draft as a person is shown it before a model sends it.
   * @throws ApiError `not_found`, and as `toApprove`.
   */
  async toApprove(viewer: MailViewer, given: SendDraft): Promise<ApprovedDraft> {
    return toApprove(await this.settled(await findDraft(this.#deps.models, viewer, given.id)), given)
  }

  /**
   * The message that a draft was sent as since it was shown, with exactly that content; null if it was not. One that was
   * canceled counts unless that was before the decision: whoever approves a draft that was taken back wants it sent.
   */
  async sentAs(accountId: string, draft: ApprovedDraft, decidedAt: Date): Promise<string | null> {
    const { mailDrafts, messages } = this.#deps.models
    const { shown, content_digest, reopened: before } = draft
    const found = await mailDrafts.collection.findOne({ _id: shown.id, account_id: accountId })
    if (found?.sent_digest !== content_digest) return null
    // Whoever was sending it may have died.
    const row = await this.settled(found)
    // Each time that it was opened again it got another key.
    const counts = Array.from(
      { length: Math.min(row.reopened - before + 1, MAX_KEYS) },
      (_none, at) => row.reopened - at,
    )
    const keys = counts.map((reopened) => keyOf({ ...row, reopened }))
    const sent = await messages.collection.findOne(
      {
        ...{ account_id: accountId, idempotency_key: { $in: keys }, accepted_status: { $ne: 'suppressed' } },
        $nor: [{ status: 'canceled', updated_at: { $lt: decidedAt } }],
      },
      { projection: { _id: 1 } },
    )
    return sent?._id ?? null
  }

  /** The row once nobody is sending it: a send that was interrupted has either made a message or not. */
  async settled(found: MailDraftDoc): Promise<MailDraftDoc> {
    if (found.status !== 'sending') return this.#openIfCanceled(found)
    return this.#locked(found, async () => {
      const row = await this.#again(found)
      if (row.status !== 'sending') return row
      await this.#finishOrReopen(row)
      return this.#again(row)
    })
  }

  async #locked<T>({ _id }: MailDraftDoc, work: () => Promise<T>): Promise<T> {
    const lock = new LedgerLock(this.#deps, { name: `draft:${_id}`, leaseMs: LEASE_MS })
    try {
      return await lock.hold(LOCK_TIMEOUT_MS, work)
    } catch (error) {
      if (error instanceof LockTakenError) throw new ApiError('overloaded', 'The draft is being sent. Try again.')
      throw error
    }
  }

  /** With the lock: the row as it is to be sent, or as it was. */
  async #freeze(caller: Caller, given: SendDraft, how: HowToSend): Promise<MailDraftDoc> {
    const { models, clock } = this.#deps
    for (;;) {
      const row = await this.#finishedIfAccepted(await findDraft(models, caller, given.id))
      if (row.status === 'sent') return row
      // Here, because somebody may have changed it a moment ago.
      assertMay(caller, row, given, how)
      // What a send that was interrupted has frozen is sent as it is, with the same key.
      const $set = { status: 'sending' as const, sent_digest: contentDigestOf(row), updated_at: clock.now() }
      const frozen = await writeDraft(models, row, { $set })
      if (frozen) return frozen
    }
  }

  async #sendFrozen(caller: Caller, row: MailDraftDoc, given: SendDraft): Promise<AcceptedMail> {
    let accepted: AcceptedMail
    try {
      accepted = await this.#compose(caller, row, given, { key: keyOf(row), onReplay: () => undefined })
    } catch (error) {
      // Otherwise it is not known whether the mail was accepted.
      if (error instanceof ApiError && error.status < 500) await this.#refused(row)
      throw error
    }
    await this.#finish(row, accepted)
    return accepted
  }

  /**
   * What was refused is a draft again, unless an earlier send, which had failed, has written its message since: it counts, so
   * that nobody gets two mails. It may be of another revision, so the draft keeps what was changed.
   * @throws ApiError `draft_changed` if there is such a message.
   */
  async #refused(row: MailDraftDoc): Promise<void> {
    const message = await this.#finishOrReopen(row, { keepsContent: true })
    if (message)
      throw new ApiError('draft_changed', `An earlier revision of the draft was sent, as the message ${message._id}.`)
  }

  async #compose(
    caller: Caller,
    row: MailDraftDoc,
    { scheduled_at }: SendDraft,
    { key, onReplay }: { key: string; onReplay: () => void },
  ): Promise<AcceptedMail> {
    const { mailComposer } = this.#deps
    const { kind, to, cc, bcc, attachments } = row
    const mail = {
      ...{ from: await this.#senderOf(row), subject: row.subject ?? undefined },
      ...{ body_text: row.body_text ?? undefined, body_html: row.body_html ?? undefined },
      ...{ bcc, attachments, signature: row.signature, scheduled_at, idempotency_key: key },
    }
    // The content of a revision never changes.
    const details: SendDetails = { given: { draft: row._id, revision: row.revision }, onReplay }
    if (kind === 'new') return mailComposer.compose(caller, { ...mail, to, cc }, details)
    const answer = { ...mail, id: row.thread_id ?? '', cc: cc.length > 0 ? cc : undefined }
    try {
      if (kind === 'forward') return await mailComposer.forward(caller, { ...answer, to }, details)
      const options = { toAll: kind === 'reply_all' }
      return await mailComposer.reply(caller, { ...answer, to: to.length > 0 ? to : undefined }, details, options)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
      // With details, the thread is there, but not all of the mail that would be forwarded.
      const problem = error.details?.[0]?.message ?? 'is gone: make it a new mail, or choose another'
      throw fieldError('invalid_request', 'thread_id', problem)
    }
  }

  /**
   * The sender that it shows, also if its inbox is deleted by now; undefined if it shows none.
   * @throws ApiError `invalid_request` if it was to be from an inbox of which nothing is known any more.
   */
  async #senderOf(row: MailDraftDoc): Promise<string | undefined> {
    const { account_id, from, own_address, inbox_id } = row
    const sender = from ?? own_address ?? (await addressOf(this.#deps.models, viewerOf(account_id), row))
    if (sender !== null || inbox_id === null) return sender ?? undefined
    throw fieldError('invalid_request', 'inbox_id', 'is deleted: choose another inbox, or a sender as `from`')
  }

  #again({ account_id, _id }: MailDraftDoc): Promise<MailDraftDoc> {
    return findDraft(this.#deps.models, viewerOf(account_id), _id)
  }

  /** With the lock: the row, after a send that was interrupted once its mail was accepted as a sent one. */
  async #finishedIfAccepted(row: MailDraftDoc): Promise<MailDraftDoc> {
    if (row.status !== 'sending') return row
    const message = await this.#messageOf(row)
    if (!isAccepted(message)) return row
    await this.#finish(row, presentMail(message))
    return this.#again(row)
  }

  /**
   * With the lock: makes a frozen row a sent one if its mail was accepted, or else a draft again. One look decides: a message
   * that is written right after it keeps its key, which the next send finds.
   * @returns the message that it was sent as, if any.
   */
  async #finishOrReopen(row: MailDraftDoc, options: { keepsContent?: boolean } = {}): Promise<SentMessage | null> {
    const message = await this.#messageOf(row)
    if (isAccepted(message)) {
      await this.#finish(row, presentMail(message), options)
      return message
    }
    await writeDraft(this.#deps.models, row, reopened(row, this.#deps.clock.now(), message !== null))
    this.#deps.conveyor.announce(row.account_id)
    return null
  }

  /** The message with its idempotency key; null if there is none yet. */
  #messageOf(row: MailDraftDoc): Promise<SentMessage | null> {
    const key = { account_id: row.account_id, idempotency_key: keyOf(row) }
    return this.#deps.models.messages.collection.findOne(key, { projection: { content: 0 } })
  }

  /** A row whose message was canceled as the draft that it becomes, also before whoever canceled it has seen to that. */
  async #openIfCanceled(row: MailDraftDoc): Promise<MailDraftDoc> {
    const { account_id, message_id, accepted } = row
    const mayBeCanceled = message_id !== undefined && accepted?.undo_until
    return mayBeCanceled && (await this.#reopenIfCanceled(account_id, message_id)) ? this.#again(row) : row
  }

  async #reopenIfCanceled(accountId: string, messageId: string): Promise<boolean> {
    const { models, clock } = this.#deps
    const canceled = { _id: messageId, account_id: accountId, status: 'canceled' as const }
    if (!(await models.messages.collection.findOne(canceled, { projection: { _id: 1 } }))) return false
    await reopenDraftOf(models, accountId, messageId, clock.now())
    return true
  }

  /** Of mail that can be taken back, the draft keeps the content until the mail has left: see `SentDrafts`. */
  async #finish(row: MailDraftDoc, accepted: AcceptedMail, { keepsContent = false } = {}): Promise<void> {
    const { models, clock, conveyor } = this.#deps
    const { account_id } = row
    const now = clock.now()
    const undoUntil = accepted.undo_until === null ? null : new Date(accepted.undo_until)
    const sent = {
      ...{ status: 'sent' as const, message_id: accepted.id, accepted, updated_at: now },
      expires_at: new Date((undoUntil ?? now).getTime() + KEPT_MS),
      ...(undoUntil && { empty_at: undoUntil, ...(keepsContent && { keeps_content: true as const }) }),
      ...(!undoUntil && (keepsContent ? { size_bytes: 0 } : CONTENTLESS)),
    }
    await writeDraft(models, row, { $set: sent, $unset: { open: 1 } })
    // It may have been canceled before the draft was known to be its own.
    await this.#reopenIfCanceled(account_id, accepted.id)
    conveyor.announce(account_id)
  }
}

type SentMessage = Omit<MessageDoc, 'content'>

/** Whether somebody gets the message. */
const isAccepted = (message: SentMessage | null): message is SentMessage =>
  message !== null && message.accepted_status !== 'suppressed'

/** The idempotency key of its message. */
const keyOf = ({ _id, reopened: count }: Pick<MailDraftDoc, '_id' | 'reopened'>) =>
  `${OWN_KEYS.mailDraft}${_id}${count === 0 ? '' : `-${count}`}`

/** @throws ApiError `forbidden`, `draft_changed`. */
function assertMay({ scope }: Caller, row: MailDraftDoc, { revision }: SendDraft, { approved }: HowToSend): void {
  if (row.kind === 'forward' && scope !== 'admin')
    throw new ApiError('forbidden', 'A forward sends on what was received: it needs a key with the scope admin.')
  if (approved && approved.content_digest !== contentDigestOf(row)) throw new ApiError('draft_changed')
  if (revision !== undefined && revision !== row.revision) throw new ApiError('draft_changed')
}

function replay({ accepted, sent_digest }: MailDraftDoc, { approved, onReplay }: HowToSend): AcceptedMail {
  if (!accepted) throw new ApiError('not_found')
  if (approved && approved.content_digest !== sent_digest) throw new ApiError('draft_changed')
  onReplay()
  return accepted
}
