import type { SendRequest, SendResponse } from '../../contract/messages.js'
import { ApiError } from '../../errors.js'
import { makeSharedQueue } from '../../lib/fair-queue.js'
import { mapInShares } from '../../lib/loop-share.js'
import type { Caller } from '../caller.js'
import type { ServiceDeps } from '../deps.js'
import type { DomainLookUp } from '../domains/domain-look-up.js'
import type { StoppedMessages } from '../suppressions/stopped-messages.js'
import type { Renderable, TemplateRendering } from '../templates/template-rendering.js'
import type { Accepted, AcceptOnce } from './accept-once.js'
import { ALONE, BatchOrder } from './batch-order.js'
import { lookAhead } from './look-ahead.js'
import type { MessageWriter } from './message-writer.js'
import { requestHash } from './request-hash.js'
import { checkChannel } from './rules/channel.js'
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

/**
 * Most sends with a rendered template that are not stored yet. Rendered bodies can be much larger than the request, so
 * a batch renders this many at a time, in order.
 */
const MAX_RENDERED = 96
/** Of these, an account alone holds 24, and one after ten others still finds some. */
const TIMES_FREE = 1 / 3

interface SenderDeps extends Pick<ServiceDeps, 'log' | 'deliverability'> {
  acceptOnce: Pick<AcceptOnce, 'find'>
  messageWriter: MessageWriter
  domainLookUp: DomainLookUp
  stoppedMessages: StoppedMessages
  templateRendering: TemplateRendering
}

/** Accepts messages, one per idempotency key. */
export class MessageSender {
  readonly #deps: SenderDeps
  readonly #rendered = makeSharedQueue(MAX_RENDERED, TIMES_FREE)

  constructor(deps: SenderDeps) {
    this.#deps = deps
  }

  /**
   * Accepts a message. When this resolves, the message is in the ledger and will be sent.
   *
   * A repeated request gets the first response again. A refused request does not use up its idempotency key.
   * @throws ApiError in this order of rules: channel, idempotency, pause for sending, destination, payload or template, schedule, sender,
   *   test send, sandbox recipients, suppression, deliverability, spend.
   */
  async send(
    caller: Caller,
    request: SendRequest,
    {
      given = request,
      rfcMessageId = null,
      mayHideRecipients = false,
      renderable,
      onReplay,
    }: Partial<SendDetails> = {},
  ): Promise<SendResponse> {
    const checks = this.#deps.deliverability.forRequest(caller.accountId)
    const hash = await requestHash(given, caller.testMode)
    return this.#send(
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
    const stored = await this.#deps.acceptOnce.find(claim)
    return stored && this.#deps.messageWriter.once(claim, async () => stored, onReplay)
  }

  /** Accepts many messages. A bad item does not affect the others. */
  async sendBatch(caller: Caller, items: BatchItem[]): Promise<BatchItemResult[]> {
    const order = new BatchOrder()
    const checks = this.#deps.deliverability.forRequest(caller.accountId)
    // All of them first: of two items with one key, the first must not come second because it is larger.
    const hashes = await mapInShares(items, ({ request, given }) =>
      request instanceof ApiError ? '' : requestHash(given, caller.testMode),
    )
    return Promise.all(
      items.map(({ request, renderable, broadcastId, topicId }, index) =>
        this.#sendItem(request, {
          ...{ caller, hash: hashes[index]!, checks, position: order.position(index) },
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
      await send.position.toWork()
      return { success: true, response: await this.#send({ ...send, request: item }) }
    } catch (error) {
      if (error instanceof ApiError) return { success: false, error }
      this.#deps.log.error({ accountId: send.caller.accountId, err: error }, 'an item of a batch failed')
      return { success: false, error: new ApiError('internal_error') }
    } finally {
      send.position.leave()
    }
  }

  async #send(send: Send, onReplay?: () => void): Promise<SendResponse> {
    checkChannel(send.request)
    return this.#deps.messageWriter.once(send, () => this.#accept(send), onReplay)
  }

  async #accept(send: Send): Promise<Accepted> {
    const { caller, request, renderable, position } = send
    const ahead = lookAhead(send, this.#deps)
    const stored = await this.#deps.acceptOnce.find(send)
    if (stored) return stored
    // The ledger answers for many sends at once.
    await position.toWork()
    const write = () => this.#deps.messageWriter.write({ ...send, ...ahead })
    if (request.template_id === undefined && !renderable) {
      position.skipRendering()
      return write()
    }
    // Ignore a template that cannot be used here; its rule reports the error in its turn.
    await ahead.template.catch(() => undefined)
    await position.toRender()
    // Renders once enough of the rendered ones are stored.
    return this.#rendered.hold(caller, write)
  }
}
