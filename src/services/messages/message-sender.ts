import type { SendRequest, SendResponse } from '../../contract/messages.js'
import { ApiError } from '../../errors.js'
import { FairTurns } from '../../lib/fair-turns.js'
import { DuplicateRowError } from '../../models/insert-unordered.js'
import type { DomainChecks } from '../../providers/dns/deliverable-domains.js'
import type { Caller } from '../caller.js'
import type { ServiceDeps } from '../deps.js'
import type { DomainLookUp } from '../domains/domain-look-up.js'
import type { PendingCharge } from '../spend/charges.js'
import type { StoppedMessages } from '../suppressions/stopped-messages.js'
import type { TemplateRendering } from '../templates/template-rendering.js'
import type { AcceptOnce } from './accept-once.js'
import { ALONE, BatchOrder, type BatchPosition } from './batch-order.js'
import { lookAhead } from './look-ahead.js'
import type { MessageStore, StoredMessage } from './message-store.js'
import { newMessage } from './new-message.js'
import { presentAccepted } from './present-message.js'
import { requestHash } from './request-hash.js'
import { checkChannel } from './rules/channel.js'
import { applyRules, type RuleDeps } from './rules/index.js'
import { checkSpend, type SpendRuleDeps } from './rules/spend.js'
import type { LookUps, Send } from './send.js'
import type { TestSends } from './test-sends.js'

/** The result of one item of a batch. */
export type BatchItemResult = { success: true; response: SendResponse } | { success: false; error: ApiError }

/**
 * Most sends with a rendered template that are not stored yet. Rendered bodies can be much larger than the request, so
 * a batch renders this many at a time, in order.
 */
const MAX_RENDERED = 32
const MAX_RENDERED_OF_ONE = 24

export interface SenderDeps extends RuleDeps, SpendRuleDeps, Pick<ServiceDeps, 'newId' | 'log' | 'deliverability'> {
  acceptOnce: AcceptOnce
  messageStore: Pick<MessageStore, 'insert'>
  domainLookUp: DomainLookUp
  stoppedMessages: StoppedMessages
  templateRendering: TemplateRendering
  testSends: TestSends
}

/** Accepts messages, one per idempotency key. The rules of sending and their order are in `rules/`. */
export class MessageSender {
  readonly #deps: SenderDeps
  readonly #rendered = new FairTurns({ slots: MAX_RENDERED, perOwner: MAX_RENDERED_OF_ONE })

  constructor(deps: SenderDeps) {
    this.#deps = deps
  }

  /**
   * Accepts a message. When this resolves, the message is in the ledger and will be sent.
   *
   * A repeated request gets the first response again. A refused request does not use up its idempotency key.
   * @throws ApiError in this order of rules: channel, idempotency, destination, payload or template, schedule, sender,
   *   test send, sandbox recipients, suppression, deliverability, spend.
   */
  send(caller: Caller, request: SendRequest): Promise<SendResponse> {
    return this.#send(caller, request, this.#deps.deliverability.forRequest(caller.accountId), ALONE)
  }

  /**
   * Accepts many messages. A bad item does not affect the others.
   * @param items requests, or the errors of items that could not be parsed.
   */
  sendBatch(caller: Caller, items: (SendRequest | ApiError)[]): Promise<BatchItemResult[]> {
    const order = new BatchOrder()
    const checks = this.#deps.deliverability.forRequest(caller.accountId)
    return Promise.all(
      items.map(async (item, index): Promise<BatchItemResult> => {
        const position = order.position(index)
        try {
          if (item instanceof ApiError) throw item
          return { success: true, response: await this.#send(caller, item, checks, position) }
        } catch (error) {
          if (error instanceof ApiError) return { success: false, error }
          this.#deps.log.error({ accountId: caller.accountId, err: error }, 'an item of a batch failed')
          return { success: false, error: new ApiError('internal_error') }
        } finally {
          position.leave()
        }
      }),
    )
  }

  async #send(
    caller: Caller,
    request: SendRequest,
    checks: DomainChecks,
    position: BatchPosition,
  ): Promise<SendResponse> {
    checkChannel(request)
    const send = { caller, request, hash: requestHash(request, caller.testMode), checks, position }
    const stored = await this.#deps.acceptOnce.run(send, () => this.#accept(send))
    if (stored.request_hash !== send.hash) throw new ApiError('idempotency_key_reused')
    await this.#deps.stoppedMessages.refuse(stored)
    return presentAccepted(stored)
  }

  async #accept(send: Send): Promise<StoredMessage> {
    const { caller, request, position } = send
    const ahead = lookAhead(send, this.#deps)
    const stored = await this.#deps.acceptOnce.find(send)
    if (stored) return stored
    const write = () => this.#write({ ...send, ...ahead })
    if (request.template_id === undefined) {
      position.skipRendering()
      return write()
    }
    // Ignore a template that cannot be used here; its rule reports the error in its turn.
    await ahead.template.catch(() => undefined)
    await position.toRender()
    return this.#whenThereIsRoom(caller.accountId, write)
  }

  /** Starts to render a template mail once enough of the rendered ones are stored. */
  #whenThereIsRoom<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => this.#rendered.add(accountId, () => work().then(resolve, reject)))
  }

  /** Applies the rules, charges the message and stores it. */
  async #write(send: Send & LookUps): Promise<StoredMessage> {
    const message = newMessage(send, await applyRules(send, this.#deps), this.#deps)
    await send.position.toCharge()
    let pending: PendingCharge | null
    try {
      pending = await checkSpend(message, this.#deps)
    } catch (error) {
      // The same request may have used up the budget through another process.
      return this.#deps.acceptOnce.winnerOver(send, error)
    }
    try {
      await this.#deps.messageStore.insert({ ...message, charge: pending?.charge ?? null })
    } catch (error) {
      if (!(error instanceof DuplicateRowError)) throw error
      pending?.notWritten()
      return this.#deps.acceptOnce.winnerOver(send, error)
    }
    pending?.written()
    return message
  }
}
