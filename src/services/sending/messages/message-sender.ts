import type { SendRequest, SendResponse } from '../../../contract/messages.js'
import { ApiError } from '../../../errors.js'
import { mapInSlices } from '../../../lib/concurrency/time-slices.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import type { Renderable } from '../templates/template-rendering.js'
import type { AcceptanceLimit } from './acceptance-limit.js'
import { ALONE, BatchOrder } from './batch-order.js'
import type { MessageAcceptance } from './message-acceptance.js'
import { requestHash } from './request-hash.js'
import type { Send } from './send.js'

/** What a send has besides its request. */
export interface SendDetails {
  /** The request as it was given. What repeats it must be equal in every field, also in unknown ones. */
  given: unknown
  /** The Message-ID that the mail keeps, without angle brackets. One of ours if there is none. */
  rfcMessageId?: string | null
  /** Whether it may have only bcc recipients. */
  mayHideRecipients?: boolean
  /** What renders with `template_vars`, instead of the template that the request names. */
  renderable?: Renderable
  /** The broadcast that it is part of. */
  broadcastId?: string
  /** The contact list that is its topic. */
  topicId?: string
  /** Called if the result is that of an earlier request with the same idempotency key, also if that is an error. */
  onReplay?: () => void
}

/** An item of a batch: the request, or why it could not be parsed. */
export interface BatchItem extends Pick<SendDetails, 'given' | 'renderable' | 'broadcastId' | 'topicId'> {
  request: SendRequest | ApiError
}

/** The result of one item of a batch. */
export type BatchItemResult = { success: true; response: SendResponse } | { success: false; error: ApiError }

interface SenderDeps extends Pick<ServiceDeps, 'log' | 'deliverability'> {
  acceptanceLimit: AcceptanceLimit
  messageAcceptance: Pick<MessageAcceptance, 'acceptMessage' | 'findReplay'>
}

/** Sends messages for requests, alone or in batches. */
export class MessageSender {
  readonly #deps: SenderDeps

  constructor(deps: SenderDeps) {
    this.#deps = deps
  }

  /**
   * Sends a message.
   * @throws ApiError as {@link MessageAcceptance.acceptMessage}; `overloaded` before anything else.
   */
  send(caller: Caller, request: SendRequest, details: Partial<SendDetails> = {}): Promise<SendResponse> {
    return this.#deps.acceptanceLimit.hold(caller.accountId, 1, () => this.#send(caller, request, details))
  }

  async #send(
    caller: Caller,
    request: SendRequest,
    { given = request, rfcMessageId = null, mayHideRecipients = false, renderable, onReplay }: Partial<SendDetails>,
  ): Promise<SendResponse> {
    const checks = this.#deps.deliverability.forRequest(caller.accountId)
    const hash = await requestHash(given, caller.testMode)
    return this.#deps.messageAcceptance.acceptMessage(
      {
        ...{ caller, request, hash, checks, position: ALONE, mayHideRecipients },
        ...(rfcMessageId && { rfcMessageId }),
        ...(renderable && { renderable }),
      },
      onReplay,
    )
  }

  /**
   * The first response to a request that is repeated; null if this is the first one.
   * @throws ApiError `idempotency_key_reused`; `recipient_suppressed`, if that was the response.
   */
  async findReplay(
    caller: Caller,
    idempotencyKey: string,
    { given, onReplay }: Pick<SendDetails, 'given' | 'onReplay'>,
  ): Promise<SendResponse | null> {
    const hash = await requestHash(given, caller.testMode)
    const claim = { caller, hash, position: ALONE, request: { idempotency_key: idempotencyKey } }
    return this.#deps.messageAcceptance.findReplay(claim, onReplay)
  }

  /**
   * Accepts many messages. A bad item does not affect the others.
   * @throws ApiError `overloaded` if too much is in progress; then none is accepted.
   */
  sendBatch(caller: Caller, items: BatchItem[]): Promise<BatchItemResult[]> {
    return this.#deps.acceptanceLimit.hold(caller.accountId, items.length, () => this.#sendBatch(caller, items))
  }

  async #sendBatch(caller: Caller, items: BatchItem[]): Promise<BatchItemResult[]> {
    const order = new BatchOrder()
    const checks = this.#deps.deliverability.forRequest(caller.accountId)
    // All of them first: of two items with one key, the first must not come second because it is larger.
    const hashes = await mapInSlices(items, ({ request, given }) =>
      request instanceof ApiError ? '' : requestHash(given, caller.testMode),
    )
    return Promise.all(
      items.map(({ request, renderable, broadcastId, topicId }, index) =>
        this.#sendItem(request, {
          ...{ caller, hash: hashes[index]!, checks, position: order.next() },
          ...(renderable && { renderable }),
          ...(broadcastId && { broadcastId }),
          ...(topicId && { topicId }),
        }),
      ),
    )
  }

  async #sendItem(item: SendRequest | ApiError, send: Omit<Send, 'request'>): Promise<BatchItemResult> {
    try {
      if (item instanceof ApiError) throw item
      await send.position.waitForTimeSlice()
      return { success: true, response: await this.#deps.messageAcceptance.acceptMessage({ ...send, request: item }) }
    } catch (error) {
      if (error instanceof ApiError) return { success: false, error }
      this.#deps.log.error({ accountId: send.caller.accountId, err: error }, 'an item of a batch failed')
      return { success: false, error: new ApiError('internal_error') }
    } finally {
      send.position.leave()
    }
  }
}
