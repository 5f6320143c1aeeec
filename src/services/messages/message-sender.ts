import { ApiError } from '../../errors.js'
import { domainOf } from '../../lib/addresses.js'
import { FairTurns } from '../../lib/fair-turns.js'
import { OrderGate } from '../../lib/order-gate.js'
import { DuplicateRowError } from '../../models/insert-unordered.js'
import { countRecipients, isPaidFor, type MessageDoc, type StopDoc } from '../../models/message.js'
import type { DomainChecks } from '../../providers/dns/deliverable-domains.js'
import type { Caller } from '../caller.js'
import type { ServiceDeps } from '../deps.js'
import { isSandboxed, type SendingDomain, type SendingDomains } from '../domains/sending-domains.js'
import type { Charges, PendingCharge } from '../spend/charges.js'
import { recipientsOf } from '../suppressions/stop-event.js'
import type { StoppedMessages } from '../suppressions/stopped-messages.js'
import type { Renderable, TemplateRendering } from '../templates/template-rendering.js'
import type { VerifiedRecipients } from '../test-recipients/verified-recipients.js'
import type { UploadService } from '../uploads/upload-service.js'
import type { MessageStore, StoredMessage } from './message-store.js'
import { attachedUploads } from './prepare-attachments.js'
import { prepareContent, prepareRecipients, type Recipients } from './prepare-content.js'
import { prepareSchedule } from './prepare-schedule.js'
import { prepareTracking } from './prepare-tracking.js'
import { presentAccepted, type SendResponse } from './present-message.js'
import { resolveSender } from './resolve-sender.js'
import { assertSandboxRecipients } from './sandbox-recipients.js'
import { searchTerms } from './search-terms.js'
import { requestHash, type SendRequest } from './send-request.js'
import { payloadOf } from './template-payload.js'
import type { TestSends } from './test-sends.js'

/**
 * Sends whose template is rendered and that are not stored yet. Each can hold megabytes that were in no request, so a
 * batch has as many at a time, whose order is that of the batch.
 */
const MAX_RENDERED = 32
const MAX_RENDERED_OF_ONE = 24

/** What became of one item of a batch. */
export type BatchItemResult = { success: true; response: SendResponse } | { success: false; error: ApiError }

/** Where the items of a batch wait for each other, to go on in the order of the request. */
interface Turn {
  index: number
  /** Before their templates are rendered: who is rendered must never wait for one before him who finds no room. */
  rendering: OrderGate
  /** Before they are charged, so that a spend cap is used up in this order. */
  charging: OrderGate
}

/** What a send has begun to look up. */
interface Ahead {
  recipients: Promise<Recipients>
  domains: Promise<SendingDomain[]>
  stop: Promise<StopDoc | null>
  template: Promise<Renderable | null>
}

type SenderDeps = Pick<ServiceDeps, 'config' | 'clock' | 'newId' | 'log' | 'deliverability'> & {
  charges: Charges
  uploads: UploadService
  templateRendering: TemplateRendering
  messageStore: MessageStore
  stoppedMessages: StoppedMessages
  sendingDomains: SendingDomains
  verifiedRecipients: VerifiedRecipients
  testSends: TestSends
}

/** Accepts messages: the rules of sending, in their order, and each idempotency key once. */
export class MessageSender {
  readonly #deps: SenderDeps
  readonly #store: MessageStore
  readonly #charges: Charges
  readonly #uploads: UploadService
  readonly #stopped: StoppedMessages
  readonly #domains: SendingDomains
  readonly #verified: VerifiedRecipients
  readonly #testSends: TestSends
  readonly #templates: TemplateRendering
  readonly #rendered = new FairTurns({ places: MAX_RENDERED, perOwner: MAX_RENDERED_OF_ONE })
  /** Sends under way in this process, by account and idempotency key. */
  readonly #underWay = new Map<string, Promise<StoredMessage>>()

  constructor(deps: SenderDeps) {
    this.#deps = deps
    this.#charges = deps.charges
    this.#uploads = deps.uploads
    this.#templates = deps.templateRendering
    this.#store = deps.messageStore
    this.#stopped = deps.stoppedMessages
    this.#domains = deps.sendingDomains
    this.#verified = deps.verifiedRecipients
    this.#testSends = deps.testSends
  }

  /**
   * Accepts a message. When this resolves it is in the ledger and will be sent.
   *
   * A repeated request gets the answer of the first, unchanged; a refused one leaves its idempotency key unused.
   * @throws ApiError by the rules, in this order: channel, idempotency, destination, payload or template, schedule,
   *   sender, test send, sandbox recipients, suppression, deliverability, spend.
   */
  send(caller: Caller, request: SendRequest): Promise<SendResponse> {
    return this.#send(caller, request, this.#deps.deliverability.forRequest(caller.accountId))
  }

  /**
   * Accepts many messages at once; what is wrong with one does not touch the others.
   * @param items requests, or the error of those that are none.
   */
  sendBatch(caller: Caller, items: (SendRequest | ApiError)[]): Promise<BatchItemResult[]> {
    const gates = { rendering: new OrderGate(), charging: new OrderGate() }
    const checks = this.#deps.deliverability.forRequest(caller.accountId)
    return Promise.all(
      items.map(async (item, index): Promise<BatchItemResult> => {
        const turn = { index, ...gates }
        try {
          if (item instanceof ApiError) throw item
          return { success: true, response: await this.#send(caller, item, checks, turn) }
        } catch (error) {
          if (error instanceof ApiError) return { success: false, error }
          this.#deps.log.error({ accountId: caller.accountId, err: error }, 'an item of a batch failed')
          return { success: false, error: new ApiError('internal_error') }
        } finally {
          leave(turn)
        }
      }),
    )
  }

  async #send(caller: Caller, request: SendRequest, checks: DomainChecks, turn?: Turn): Promise<SendResponse> {
    if (request.channel !== 'email') throw new ApiError('channel_not_enabled')
    const hash = requestHash(request, caller.testMode)
    const name = `${caller.accountId} ${request.idempotency_key}`

    for (let first = this.#underWay.get(name); first; first = this.#underWay.get(name)) {
      // What it waits for may itself be in this batch.
      if (turn) leave(turn)
      const stored = await first.catch(() => null)
      if (stored) return await this.#answer(stored, hash)
    }
    const own = this.#acceptOnce(caller, request, hash, checks, turn)
    this.#underWay.set(name, own)
    try {
      return await this.#answer(await own, hash)
    } finally {
      this.#underWay.delete(name)
    }
  }

  async #acceptOnce(
    caller: Caller,
    request: SendRequest,
    hash: string,
    checks: DomainChecks,
    turn?: Turn,
  ): Promise<StoredMessage> {
    const key = { accountId: caller.accountId, idempotencyKey: request.idempotency_key }
    const ahead = this.#lookAhead(caller, request)
    const stored = await this.#store.find(key)
    if (stored) return stored
    const accept = () => this.#accept(caller, request, hash, checks, ahead, turn)
    if (request.template_id === undefined) {
      turn?.rendering.leave(turn.index)
      return accept()
    }
    // A template that is not there renders nothing: its rule comes later.
    await ahead.template.catch(() => undefined)
    await turn?.rendering.pass(turn.index)
    return this.#whenThereIsRoom(caller.accountId, accept)
  }

  /** Begins work on the mail of a template once enough of what was rendered before is stored. */
  #whenThereIsRoom<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => this.#rendered.add(accountId, () => work().then(resolve, reject)))
  }

  async #accept(
    caller: Caller,
    request: SendRequest,
    hash: string,
    checks: DomainChecks,
    ahead: Ahead,
    turn?: Turn,
  ): Promise<StoredMessage> {
    const key = { accountId: caller.accountId, idempotencyKey: request.idempotency_key }
    const message = await this.#prepare(caller, request, hash, checks, ahead)
    await turn?.charging.pass(turn.index)
    let pending: PendingCharge | null
    try {
      pending = await this.#charge(message)
    } catch (error) {
      // What took the last of the budget may be the same request, through another process.
      const winner = await this.#store.find(key)
      if (winner) return winner
      throw error
    }
    try {
      await this.#store.insert({ ...message, charge: pending?.charge ?? null })
      pending?.written()
      return message
    } catch (error) {
      if (!(error instanceof DuplicateRowError)) throw error
      pending?.notWritten()
      // Another process was first with this key.
      const winner = await this.#store.find(key)
      if (!winner) throw error
      return winner
    }
  }

  /** Scheduled mail is charged when it is dispatched; tests, and what a suppression stops, never. Test sends are counted. */
  async #charge(message: MessageDoc): Promise<PendingCharge | null> {
    const isLive = !message.test_mode && message.accepted_status !== 'suppressed'
    if (message.test_send && isLive) await this.#testSends.count(message)
    if (!isPaidFor(message) || message.accepted_status !== 'queued') return null
    return this.#charges.hold(message, countRecipients(message.content!))
  }

  /**
   * Begins what nearly every send looks up, beside the look-up of its idempotency key: one wait instead of three. What
   * is wrong comes to light where the answer is used, in the order of the rules.
   */
  #lookAhead({ accountId }: Caller, { destination, message_type = 'transactional', template_id }: SendRequest): Ahead {
    const recipients = Promise.resolve().then(() => prepareRecipients(destination))
    const domains = this.#domains.ofAccount(accountId)
    const stop = recipients.then((all) => this.#stopped.find(accountId, message_type, recipientsOf(all)))
    const template =
      template_id === undefined ? Promise.resolve(null) : this.#templates.findForSend(accountId, template_id)
    for (const begun of [recipients, domains, stop, template]) begun.catch(() => undefined)
    return { recipients, domains, stop, template }
  }

  async #prepare(
    caller: Caller,
    request: SendRequest,
    hash: string,
    checks: DomainChecks,
    ahead: Ahead,
  ): Promise<MessageDoc> {
    const { config, clock, newId } = this.#deps
    const recipients = await ahead.recipients
    const payload = await payloadOf(this.#templates, await ahead.template, request)
    const uploads = await attachedUploads(this.#uploads, caller.accountId, payload)
    const said = prepareContent(payload, uploads)
    const now = clock.now()
    const leavesAt = prepareSchedule(request.scheduled_at, now)
    const domains = await ahead.domains
    const from = resolveSender(config, domains, request.metadata?.from_email)
    const everybody = [...recipients.to, ...recipients.cc, ...recipients.bcc]
    const addresses = recipientsOf(recipients)
    if (request.test_send) await this.#testSends.assertAllowed(caller, request.idempotency_key, addresses)
    if (!caller.testMode && isSandboxed(domains)) await assertSandboxRecipients(caller, everybody, this.#verified)
    const stop = await ahead.stop
    if (!stop && request.validate_recipient) await assertDeliverable(checks, addresses)

    const status = leavesAt ? 'scheduled' : 'queued'
    const identity = { _id: newId('message'), account_id: caller.accountId }
    return {
      ...identity,
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
      updated_at: now,
      search: searchTerms(said.subject, addresses),
      content: { from, ...recipients, ...said },
      dispatch_at: leavesAt ?? now,
      deferrals: 0,
      first_attempt_at: null,
      crashes: 0,
      // Its hint follows the insert at once; a scheduled one gets its hint from the sweep.
      ...(!leavesAt && !stop && { enqueued_at: now }),
      ...(stop && this.#stopped.fields(identity, stop)),
    }
  }

  /** What a request is answered for the message that stands under its key. */
  async #answer(stored: StoredMessage, hash: string): Promise<SendResponse> {
    if (stored.request_hash !== hash) throw new ApiError('idempotency_key_reused')
    await this.#stopped.refuse(stored)
    return presentAccepted(stored)
  }
}

/** Has nobody wait for an item of a batch that is done, or waits for another. */
function leave({ index, rendering, charging }: Turn): void {
  rendering.leave(index)
  charging.leave(index)
}

async function assertDeliverable(checks: DomainChecks, addresses: string[]): Promise<void> {
  const domains = [...new Set(addresses.map(domainOf))]
  const verdicts = await Promise.all(domains.map((domain) => checks.check(domain)))
  const gone = domains.find((_domain, index) => verdicts[index] === 'undeliverable')
  if (!gone) return
  throw new ApiError(
    'recipient_undeliverable',
    `The domain ${gone} has no MX, A or AAAA record, so no mail reaches it.`,
  )
}
