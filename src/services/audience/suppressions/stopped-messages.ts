import type { MessageType } from '../../../contract/messages.js'
import { ApiError } from '../../../errors.js'
import { idTime } from '../../../ids.js'
import { Batcher } from '../../../lib/concurrency/batcher.js'
import { LEDGER_BATCHING, STORE_TIMEOUT_MS } from '../../../models/database-unavailable.js'
import { type MessageDoc, type StopDoc, statusRank } from '../../../models/message.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'
import { orOverloaded } from '../../platform/overload.js'
import type { EventMessage } from '../../tracking/events/event-row.js'
import { recordEvents } from '../../tracking/events/record-events.js'
import { TOPIC_OPT_OUT } from '../preferences/topic-opt-outs.js'
import { stopEventDoc, stopOf } from './stop-event.js'
import type { SuppressionLookUp } from './suppression-look-up.js'

/** The fields that show whether a stored message was stopped, and are needed to complete it. */
export type StoppedMessage = EventMessage & Pick<MessageDoc, 'stopped' | 'dispatch_at'>

/**
 * After this time, in ms, a worker completes a stopped message whose request did not. Longer than any request waits for
 * the ledger.
 */
const COMPLETED_BY_WORKER_AFTER_MS = 60_000

type StopDeps = Pick<ServiceDeps, 'models' | 'conveyor' | 'clock'> & {
  suppressionLookUp: Pick<SuppressionLookUp, 'underRevision'>
}

/**
 * Messages that are not sent because a recipient is on the suppression list, or has opted out of their topic.
 *
 * Such a message is stored like any other, so that its idempotency key is used up and it can be found, and has one
 * event. First the row is written, with its final status but marked as unfinished; then the event; then the mark is
 * removed. If the process dies in between, a replay of the request records the event before it answers, or the dispatch
 * worker does, because the row becomes due after a minute.
 */
export class StoppedMessages {
  readonly #deps: StopDeps
  readonly #completions: Batcher<StoppedMessage, undefined>

  constructor(deps: StopDeps) {
    this.#deps = deps
    this.#completions = new Batcher((messages) => this.#complete(messages), {
      ...LEDGER_BATCHING,
      maxRunMs: STORE_TIMEOUT_MS,
    })
  }

  /**
   * What stops a message to these addresses; null if nothing does.
   * @param topicId the topic of the message, if it has one.
   * @throws ApiError `overloaded` if the ledger does not answer.
   */
  async find(
    { accountId, revisions }: Pick<Caller, 'accountId' | 'revisions'>,
    messageType: MessageType,
    addresses: readonly string[],
    topicId?: string,
  ): Promise<StopDoc | null> {
    const found = this.#deps.suppressionLookUp.underRevision(accountId, revisions, addresses, topicId)
    return stopOf(addresses, messageType, await orOverloaded(found))
  }

  /** The fields of a stopped message that differ from those of a message to send. */
  fields(message: EventMessage, stop: StopDoc) {
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
   * Refuses a message that was stopped, now or when it was first sent; does nothing for others.
   * @throws ApiError `recipient_suppressed` once row and event are durable; `overloaded` if the ledger does not answer.
   */
  async refuse(message: StoppedMessage): Promise<void> {
    const { stopped, dispatch_at } = message
    if (!stopped) return
    if (dispatch_at) await orOverloaded(this.#completions.add(message))
    throw new ApiError('recipient_suppressed', `${stopped.recipient} ${whyOf(stopped)} (${stopped.reason}).`)
  }

  async #complete(messages: StoppedMessage[]): Promise<undefined> {
    const { models, conveyor } = this.#deps
    const events = messages.map((message) => eventOf(message, message.stopped!))
    await recordEvents(models, conveyor, events)
    await models.messages.collection.updateMany(
      { _id: { $in: messages.map(({ _id }) => _id) } },
      {
        $unset: { dispatch_at: 1, lease: 1, enqueued_at: 1 },
      },
    )
    return undefined
  }
}

function whyOf({ state, reason }: StopDoc): string {
  if (state === 'suppressed') return 'is on the suppression list'
  return reason === TOPIC_OPT_OUT ? 'has opted out of this topic' : 'has unsubscribed from marketing'
}

/** The event of a stopped message, with the time of the message. */
export function eventOf(message: EventMessage, stop: StopDoc) {
  return stopEventDoc(message, stop, idTime(message._id))
}
