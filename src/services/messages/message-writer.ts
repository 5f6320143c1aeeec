import type { SendResponse } from '../../contract/messages.js'
import { ApiError } from '../../errors.js'
import { DuplicateRowError } from '../../models/insert-unordered.js'
import { messagingAttributes, type Span, type Tracing, traced } from '../../tracing/tracing.js'
import type { ServiceDeps } from '../deps.js'
import type { PendingCharge } from '../spend/charges.js'
import type { StoppedMessages } from '../suppressions/stopped-messages.js'
import type { Accepted, AcceptOnce } from './accept-once.js'
import type { MessageStore } from './message-store.js'
import { newMessage } from './new-message.js'
import { presentAccepted } from './present-message.js'
import { applyRules, type RuleDeps } from './rules/index.js'
import { checkSpend, type SpendRuleDeps } from './rules/spend.js'
import type { Claim, LookUps, Send } from './send.js'
import type { TestSends } from './test-sends.js'

export interface WriterDeps extends RuleDeps, SpendRuleDeps, Pick<ServiceDeps, 'newId' | 'tracing'> {
  acceptOnce: AcceptOnce
  messageStore: Pick<MessageStore, 'insert'>
  stoppedMessages: StoppedMessages
  testSends: TestSends
}

/** Writes accepted messages, one per idempotency key. The rules of sending and their order are in `rules/`. */
export class MessageWriter {
  readonly #deps: WriterDeps

  constructor(deps: WriterDeps) {
    this.#deps = deps
  }

  /**
   * Answers a send with the message of its idempotency key, which `accept` makes if it is the first.
   * @param onReplay called if it is not the first.
   * @throws ApiError `idempotency_key_reused`, `recipient_suppressed`; what `accept` throws.
   */
  async once(claim: Claim, accept: () => Promise<Accepted>, onReplay?: () => void): Promise<SendResponse> {
    const { message, isNew } = await this.#deps.acceptOnce.run(claim, accept)
    if (message.request_hash !== claim.hash) throw new ApiError('idempotency_key_reused')
    if (!isNew) onReplay?.()
    await this.#deps.stoppedMessages.refuse(message)
    return presentAccepted(message)
  }

  /** Applies the rules, charges the message and stores it. */
  write(send: Send & LookUps): Promise<Accepted> {
    const { tracing } = this.#deps
    return tracing ? this.#traceWrite(send, tracing) : this.#write(send, null)
  }

  #traceWrite(send: Send & LookUps, tracing: Tracing): Promise<Accepted> {
    const { client, accountId, testMode } = send.caller
    const span = tracing.start({
      kind: 'producer',
      name: 'send dispatch',
      parent: client?.traceparent,
      attributes: {
        ...messagingAttributes('send', 'dispatch'),
        ...{ 'postline.account.id': accountId, 'postline.test_mode': testMode },
      },
    })
    return traced(span, () => this.#write(send, span))
  }

  async #write(send: Send & LookUps, span: Span | null): Promise<Accepted> {
    const message = newMessage(send, await applyRules(send, this.#deps), this.#deps)
    if (span) {
      message.trace = span.traceparent
      span.set({ 'messaging.message.id': message._id })
    }
    await send.position.toCharge()
    let pending: PendingCharge | null
    try {
      pending = await checkSpend(message, this.#deps)
    } catch (error) {
      // The same request may have used up the budget through another process.
      return this.#deps.acceptOnce.winnerOver(send, error)
    }
    try {
      message.charge = pending?.charge ?? null
      await this.#deps.messageStore.insert(message)
    } catch (error) {
      if (!(error instanceof DuplicateRowError)) throw error
      pending?.notWritten()
      return this.#deps.acceptOnce.winnerOver(send, error)
    }
    pending?.written()
    return { message, isNew: true }
  }
}
