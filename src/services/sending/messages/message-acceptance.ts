import type { SendResponse } from '../../../contract/messages.js'
import { ApiError } from '../../../errors.js'
import { makeSharedQueue } from '../../../lib/concurrency/fair-queue.js'
import { SingleFlight } from '../../../lib/concurrency/single-flight.js'
import { DuplicateRowError } from '../../../models/insert-unordered.js'
import type { MessageDoc } from '../../../models/message.js'
import { messagingAttributes, type Span, traced } from '../../../tracing/tracing.js'
import { BudgetOnHoldError, type PendingCharge } from '../../accounts/spend/charges.js'
import type { StoppedMessages } from '../../audience/suppressions/stopped-messages.js'
import type { ServiceDeps } from '../../deps.js'
import { BusyError } from '../../platform/overload.js'
import type { AcceptanceLimit } from './acceptance-limit.js'
import { ALONE } from './batch-order.js'
import { MAX_INLINE_BYTES, type MessageStore, type StoredMessage } from './message-store.js'
import { newMessage } from './new-message.js'
import { type LookUpDeps, prefetch } from './prefetch.js'
import { presentAccepted } from './present-message.js'
import { checkChannel } from './rules/channel.js'
import { applyRules, type RuleDeps } from './rules/index.js'
import { checkSpend, type SpendRuleDeps } from './rules/spend.js'
import type { Claim, LookUps, Send } from './send.js'

/*
 * How a request becomes a message, from top to bottom:
 *
 * 1. Requests with one idempotency key make one message: the unique index accepts the first one. Concurrent ones in this
 *    process wait for it. Where a repetition would cost much, an earlier message is looked up first. Otherwise it is looked
 *    up only when the request is refused or its key is taken, because hardly any request is a repetition.
 * 2. The data that the rules need is looked up.
 * 3. A message that renders a template waits until enough of the rendered ones are stored.
 * 4. The rules of `rules/` are applied in their order. The first broken one refuses the request.
 * 5. Its cost is held, in the order of the batch.
 * 6. The message is written. Only then is the request answered.
 */

/** A message that is in the ledger. */
export interface Accepted {
  message: StoredMessage
  /** Whether this request made it, and no earlier one. */
  isNew: boolean
}

/** Makes a message from a send whose key nobody has used. */
export type Accept = (send: Send) => Promise<Accepted>

/**
 * Most sends with a rendered template that are not stored yet. Rendered bodies can be much larger than the request, so
 * a batch renders this many at a time, in order.
 */
const MAX_RENDERED = 96
/** Of these, an account alone holds 24, and one after ten others still finds some. */
const FREE_PERMITS_FACTOR = 1 / 3

type AcceptanceDeps = LookUpDeps &
  RuleDeps &
  SpendRuleDeps &
  Pick<ServiceDeps, 'newId' | 'tracing'> & {
    acceptanceLimit: AcceptanceLimit
    messageStore: Pick<MessageStore, 'find' | 'insert'>
    stoppedMessages: StoppedMessages
  }

/** Accepts messages, one for each idempotency key. */
export class MessageAcceptance {
  readonly #deps: AcceptanceDeps
  /** Requests in progress in this process, by account and idempotency key. */
  readonly #underWay = new SingleFlight<string, Accepted>()
  readonly #rendered = makeSharedQueue(MAX_RENDERED, FREE_PERMITS_FACTOR)

  constructor(deps: AcceptanceDeps) {
    this.#deps = deps
  }

  /**
   * Accepts a message. When this resolves, the message is in the ledger and will be sent.
   *
   * A repeated request gets the first response again. A refused request does not use up its idempotency key. The sender has let
   * it in by the acceptance limit, alone or with its batch.
   * @param onReplay called if the result is that of an earlier request.
   * @throws ApiError in this order of rules: channel, idempotency, pause for sending, destination, recipients of the key, payload or template,
   *   schedule, sender, test send, sandbox recipients, suppression, deliverability, spend.
   */
  async acceptMessage(send: Send, onReplay?: () => void): Promise<SendResponse> {
    checkChannel(send.request)
    const message = await this.#answerOnce(
      send,
      async () => {
        const ahead = prefetch(send, this.#deps)
        const isFirst = !isCheap(send)
        if (isFirst) {
          const earlier = await this.find(send)
          if (earlier) return earlier
          // The ledger answers for many sends at once.
          await send.position.waitForTimeSlice()
        }
        const made = this.#inPlaceToRender(send, ahead, () => this.#make({ ...send, ...ahead }))
        return made.catch((error: unknown) => this.#winnerOver(send, error, isFirst ? isLate : isRefusal))
      },
      onReplay,
    )
    return presentAccepted(message)
  }

  /**
   * As {@link acceptMessage}, for a request whose content is read first, which has to be done only if it is not repeated.
   * @param make reads the content and accepts the send that it makes of it.
   * @returns the message; a repeated request is answered from it as the first one was.
   * @throws ApiError as {@link acceptMessage}; `overloaded` before anything else.
   */
  acceptOnce(claim: Claim, make: (accept: Accept) => Promise<Accepted>, onReplay?: () => void): Promise<StoredMessage> {
    const { acceptanceLimit } = this.#deps
    return acceptanceLimit.hold(claim.caller.accountId, 1, () => this.#acceptOnce(claim, make, onReplay))
  }

  #acceptOnce(
    claim: Claim,
    make: (accept: Accept) => Promise<Accepted>,
    onReplay: (() => void) | undefined,
  ): Promise<StoredMessage> {
    const accept: Accept = (send) =>
      this.#make({ ...send, ...prefetch(send, this.#deps) }).catch((error: unknown) =>
        this.#winnerOver(send, error, isLate),
      )
    return this.#answerOnce(claim, async () => (await this.find(claim)) ?? make(accept), onReplay)
  }

  /**
   * The first response to a request that is repeated; null if this is the first one.
   * @throws ApiError `idempotency_key_reused`; `recipient_suppressed`, if that was the response.
   */
  async findReplay(claim: Claim, onReplay?: () => void): Promise<SendResponse | null> {
    const earlier = await this.find(claim)
    return earlier && presentAccepted(await this.#answerOnce(claim, async () => earlier, onReplay))
  }

  /** The message in the ledger with the key of a send; null if there is none yet. */
  async find({ caller, request }: Claim): Promise<Accepted | null> {
    const key = { accountId: caller.accountId, idempotencyKey: request.idempotency_key }
    const message = await this.#deps.messageStore.find(key)
    return message && { message, isNew: false }
  }

  /** The message of an idempotency key, which `accept` finds or makes. */
  async #answerOnce(claim: Claim, accept: () => Promise<Accepted>, onReplay?: () => void): Promise<StoredMessage> {
    const { message, isNew } = await this.#oneAtATime(claim, accept)
    if (message.request_hash !== claim.hash) throw new ApiError('idempotency_key_reused')
    if (!isNew) onReplay?.()
    await this.#deps.stoppedMessages.refuse(message)
    return message
  }

  async #oneAtATime({ caller, request, position }: Claim, accept: () => Promise<Accepted>): Promise<Accepted> {
    const name = `${caller.accountId} ${request.idempotency_key}`
    for (let first = this.#underWay.find(name); first; first = this.#underWay.find(name)) {
      // The first one may come after this one in the same batch.
      position.leave()
      const earlier = await first.catch(() => null)
      if (earlier) return { ...earlier, isNew: false }
    }
    return this.#underWay.run(name, accept)
  }

  /** Does the work at once if nothing is rendered, or else once enough of the rendered ones are stored. */
  async #inPlaceToRender(
    { caller, request, renderable, position }: Send,
    { template }: LookUps,
    work: () => Promise<Accepted>,
  ): Promise<Accepted> {
    if (request.template_id === undefined && !renderable) {
      position.skipRendering()
      return work()
    }
    // Ignore a template that cannot be used here; its rule reports the error in its turn.
    await template.catch(() => undefined)
    await position.waitToRender()
    return this.#rendered.hold({ accountId: caller.accountId }, work)
  }

  #make(send: Send & LookUps): Promise<Accepted> {
    const span = this.#startSpan(send)
    return span ? traced(span, () => this.#write(send, span)) : this.#write(send, null)
  }

  #startSpan({ caller: { client, accountId, testMode } }: Send): Span | undefined {
    return this.#deps.tracing?.start({
      kind: 'producer',
      name: 'send dispatch',
      parent: client?.traceparent,
      attributes: {
        ...messagingAttributes('send', 'dispatch'),
        ...{ 'postline.account.id': accountId, 'postline.test_mode': testMode },
      },
    })
  }

  /** Applies the rules, charges the message and stores it. */
  async #write(send: Send & LookUps, span: Span | null): Promise<Accepted> {
    const message = newMessage(send, await applyRules(send, this.#deps), this.#deps)
    if (span) {
      message.trace = span.traceparent
      span.set({ 'messaging.message.id': message._id })
    }
    await send.position.waitToCharge()
    return this.#insert(message, await checkSpend(message, this.#deps))
  }

  async #insert(message: MessageDoc, pending: PendingCharge | null): Promise<Accepted> {
    message.charge = pending?.charge ?? null
    try {
      await this.#deps.messageStore.insert(message)
    } catch (error) {
      if (error instanceof DuplicateRowError || error instanceof BusyError) pending?.notWritten()
      else pending?.unknown()
      throw error
    }
    pending?.written()
    return { message, isNew: true }
  }

  /**
   * The message that was accepted with the same key before, instead of a failure that may come from there.
   * @param mayComeFromIt returns whether it may.
   * @throws `failure` if it does not, or there is no such message.
   */
  async #winnerOver(claim: Claim, failure: unknown, mayComeFromIt: (error: unknown) => boolean): Promise<Accepted> {
    const winner = mayComeFromIt(failure) ? await this.find(claim) : null
    if (winner) return winner
    throw failure
  }
}

/** Whether little is done in vain if the request is a repetition: it is alone, and nothing is rendered, read or stored apart. */
function isCheap({ request: { template_id, payload }, renderable, files, position }: Send): boolean {
  if (position !== ALONE || template_id !== undefined || renderable || files || payload?.attachments) return false
  return (payload?.body_html?.length ?? 0) + (payload?.body_text?.length ?? 0) <= MAX_INLINE_BYTES
}

/** Whether an earlier attempt may have what this one lacks: the key, or what is left of the budget. */
const isTaken = (error: unknown): boolean => error instanceof DuplicateRowError || error instanceof BudgetOnHoldError

/** Whether the same request may have been accepted since the look-up: it may have used up the budget, too. */
const isLate = (error: unknown): boolean =>
  isTaken(error) ||
  (error instanceof ApiError && (error.code === 'spend_cap_exceeded' || error.code === 'test_send_daily_limit'))

/** Whether the request failed because of what it asks for, so that it would fail again, or because of an earlier one. */
const isRefusal = (error: unknown): boolean =>
  isTaken(error) || (error instanceof ApiError && error.code !== 'overloaded')
