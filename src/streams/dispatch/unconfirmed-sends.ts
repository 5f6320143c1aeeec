import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../config.js'
import { idTime } from '../../ids.js'
import { groupBy } from '../../lib/collections/group-by.js'
import type { CallbackDoc } from '../../models/callback.js'
import type { Models } from '../../models/index.js'
import { type LookUp, lookUp, WORKER_BATCHING } from '../../models/look-up.js'
import type { DispatchedMessage } from '../../models/message.js'
import type { Capabilities } from '../../providers/capabilities.js'
import type { CallbackSources } from '../../providers/index.js'
import type { WorkerEvent } from '../../services/tracking/events/worker-events.js'

/*
 * A hand-over is lost if SES accepted the mail but we did not hear of it: the worker died, or the response was lost.
 * SES has no idempotency, so another hand-over would send the mail twice. But every mail has its message id as a tag,
 * and if a configuration set publishes its events, SES reports it within seconds (`Send`, then `Delivery` and others).
 * These reports are stored as callbacks, and the id in them is used as if it were the response.
 */

export interface UnconfirmedSendsDeps {
  config: Pick<Config, 'dispatchTimeoutMs'>
  models: Pick<Models, 'callbacks'>
  capabilities: Pick<Capabilities, 'tellsOfMail'>
  callbackSources: CallbackSources
}

type Trace = Pick<CallbackDoc, '_id' | 'provider' | 'tagged_message_id' | 'provider_message_id' | 'body'>

/** Longest wait for the first report about a mail, in ms. */
const MAX_WAIT_MS = 5_000
const LOOK_EVERY_MS = 500

/** Whether a message may have been handed over before. After a deferral by another worker whose claim had ended, too. */
export const isInDoubt = ({ crashes, deferrals }: Pick<DispatchedMessage, 'crashes' | 'deferrals'>): boolean =>
  crashes > 1 || deferrals > 0

export class UnconfirmedSends {
  readonly #deps: UnconfirmedSendsDeps
  readonly #findTrace: LookUp<string, Trace | null>

  constructor(deps: UnconfirmedSendsDeps) {
    this.#deps = deps
    this.#findTrace = lookUp((ids) => this.#findTraces(ids), WORKER_BATCHING)
  }

  /**
   * The `sent` event of an earlier hand-over that SES accepted; null if there was none, or SES has not reported it.
   *
   * Waits for a report if a worker died. After a deferral the time until the next attempt was wait enough. The wait and
   * a hand-over after it fit into a lease.
   */
  async find(
    message: Pick<DispatchedMessage, '_id' | 'crashes' | 'deferrals' | 'test_mode'>,
  ): Promise<WorkerEvent | null> {
    const { capabilities, config } = this.#deps
    if (capabilities.tellsOfMail === 'never' || message.test_mode || !isInDoubt(message)) return null
    const waits = message.crashes > 1 && capabilities.tellsOfMail === 'soon'
    const until = performance.now() + (waits ? Math.min(MAX_WAIT_MS, config.dispatchTimeoutMs) : 0)
    for (;;) {
      const trace = await this.#findTrace(message._id)
      if (trace) return this.#toSent(trace)
      if (performance.now() + LOOK_EVERY_MS > until) return null
      await delay(LOOK_EVERY_MS)
    }
  }

  async #findTraces(ids: string[]): Promise<(Trace | null)[]> {
    const rows = await this.#deps.models.callbacks.collection
      .find(
        { tagged_message_id: { $in: ids }, provider_message_id: { $ne: null } },
        { projection: { provider: 1, tagged_message_id: 1, provider_message_id: 1, body: 1 } },
      )
      .sort({ _id: 1 })
      .toArray()
    const byMessage = groupBy(rows, (row) => row.tagged_message_id ?? '')
    return ids.map((id) => byMessage.get(id)?.[0] ?? null)
  }

  /**
   * Dated just before the time at which the provider accepted the mail, so that it precedes everything reported about
   * it.
   */
  #toSent({ _id, provider, provider_message_id, body }: Trace): WorkerEvent {
    const acceptedAt = this.#deps.callbackSources[provider].acceptedAt(body)
    const occurredAt = acceptedAt ? new Date(acceptedAt.getTime() - 1) : idTime(_id)
    return { type: 'sent', payload: { provider_message_id }, occurredAt }
  }
}
