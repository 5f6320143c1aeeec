import { ApiError } from '../../errors.js'
import { idTime } from '../../ids.js'
import { Group } from '../../lib/group.js'
import { withTimeout } from '../../lib/time-limit.js'
import { isLedgerAway, STORE_TIMEOUT_MS } from '../../models/ledger-away.js'
import { type MessageDoc, type MessageType, type StopDoc, statusRank } from '../../models/message.js'
import type { ServiceDeps } from '../deps.js'
import { orOverloaded } from '../overload.js'
import { recordEvents } from '../timeline/record-events.js'
import { stopEventDoc, stopOf } from './stop-event.js'
import type { SuppressionLookUp } from './suppression-look-up.js'

/** What is needed of a stored message to know whether it was stopped, and to complete that. */
export type StoppedMessage = Pick<MessageDoc, '_id' | 'account_id' | 'stopped' | 'dispatch_at'>

/**
 * Time after which a worker completes a stopped message, because whoever stored it never did. In ms. Longer than
 * anybody waits for the ledger.
 */
const COMPLETED_BY_WORKER_AFTER_MS = 60_000
const MAX_GROUP_ITEMS = 500

type StopDeps = Pick<ServiceDeps, 'models' | 'conveyor' | 'clock'> & {
  suppressionLookUp: Pick<SuppressionLookUp, 'find'>
}

/**
 * Messages that are not sent, because somebody they are for is on the suppression list.
 *
 * Such a message is stored like any other, so that its idempotency key is used up and it can be found, and has one
 * event. The row comes first, already with the status that follows from the event, and with work left to do; then
 * the event, then the mark that nothing is left. Whatever happens in between: a replay of the request records the
 * event before it answers, and so does the dispatch worker, to which the row falls due after a minute.
 */
export class StoppedMessages {
  readonly #deps: StopDeps
  readonly #completions: Group<StoppedMessage, undefined>

  constructor(deps: StopDeps) {
    this.#deps = deps
    this.#completions = new Group((messages) => withTimeout(STORE_TIMEOUT_MS, this.#complete(messages)), {
      maxItems: MAX_GROUP_ITEMS,
      failsWaiting: isLedgerAway,
    })
  }

  /**
   * What stops a message to these addresses; null when nothing does.
   * @throws ApiError `overloaded` when the ledger does not answer.
   */
  async find(accountId: string, messageType: MessageType, addresses: readonly string[]): Promise<StopDoc | null> {
    return stopOf(addresses, messageType, await orOverloaded(this.#deps.suppressionLookUp.find(accountId, addresses)))
  }

  /** What the row of a stopped message has instead of what one has that will be sent. */
  fields(message: Pick<MessageDoc, '_id' | 'account_id'>, stop: StopDoc) {
    const due = this.#deps.clock.now().getTime() + COMPLETED_BY_WORKER_AFTER_MS
    return {
      status: 'suppressed' as const,
      accepted_status: 'suppressed' as const,
      status_rank: statusRank(eventOf(message, stop)),
      stopped: stop,
      dispatch_at: new Date(due),
    }
  }

  /**
   * Refuses the send of a message that was stopped, now or when it was first sent; any other passes.
   * @throws ApiError `recipient_suppressed`, when row and event are durable; `overloaded` when the ledger does not answer.
   */
  async refuse(message: StoppedMessage): Promise<void> {
    const { stopped, dispatch_at } = message
    if (!stopped) return
    if (dispatch_at) await orOverloaded(this.#completions.add(message))
    const stops = stopped.state === 'suppressed' ? 'is on the suppression list' : 'has unsubscribed from marketing'
    throw new ApiError('recipient_suppressed', `${stopped.recipient} ${stops} (${stopped.reason}).`)
  }

  async #complete(messages: StoppedMessage[]): Promise<undefined> {
    const { models, conveyor } = this.#deps
    const events = messages.map((message) => eventOf(message, message.stopped!))
    await recordEvents(models, conveyor, events)
    await models.messages.collection.updateMany({ _id: { $in: messages.map(({ _id }) => _id) } } as object, {
      $unset: { dispatch_at: 1, lease: 1, enqueued_at: 1 },
    })
    return undefined
  }
}

/** The event of a message that was never accepted: as old as the message. */
export function eventOf(message: Pick<MessageDoc, '_id' | 'account_id'>, stop: StopDoc) {
  return stopEventDoc(message, stop, idTime(message._id))
}
