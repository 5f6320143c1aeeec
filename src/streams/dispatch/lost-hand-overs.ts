import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../config.js'
import { idTime } from '../../ids.js'
import { Group } from '../../lib/group.js'
import { groupBy } from '../../lib/group-by.js'
import type { CallbackDoc } from '../../models/callback.js'
import type { Models } from '../../models/index.js'
import type { MessageDoc } from '../../models/message.js'
import type { Capabilities } from '../../providers/capabilities.js'
import type { CallbackSources } from '../../providers/index.js'
import type { WorkerEvent } from '../../services/events/worker-events.js'

/*
 * A hand-over is lost when SES took the mail and nobody here heard of it: the worker died, or the answer never came.
 * SES knows no idempotency, so handing over again would send twice. But every mail carries its message's id as a tag,
 * and SES tells of it within seconds (`Send`, then `Delivery` and others), if a configuration set publishes its
 * events. What it tells is kept as a callback; the id that it names is adopted as if it had been the answer.
 */

export interface LostHandOversDeps {
  config: Pick<Config, 'dispatchTimeoutMs'>
  models: Pick<Models, 'callbacks'>
  capabilities: Pick<Capabilities, 'tellsOfMail'>
  callbackSources: CallbackSources
}

type Trace = Pick<CallbackDoc, '_id' | 'provider' | 'tagged_message_id' | 'provider_message_id' | 'body'>

const MAX_BATCH = 200
/** Longest wait for a first event of a mail, in ms. */
const MAX_WAIT_MS = 5_000
const LOOK_EVERY_MS = 500

export class LostHandOvers {
  readonly #deps: LostHandOversDeps
  readonly #traces: Group<string, Trace | null>

  constructor(deps: LostHandOversDeps) {
    this.#deps = deps
    this.#traces = new Group((ids) => this.#find(ids), { maxItems: MAX_BATCH })
  }

  /**
   * The `sent` event of an earlier hand-over that SES took; null when there was none, or SES tells of none.
   *
   * Waits for it when a worker has died over the message. Where an attempt was deferred, the time until the next one
   * was wait enough. The wait and a hand-over after it fit into a lease.
   */
  async find(message: Pick<MessageDoc, '_id' | 'crashes' | 'deferrals' | 'test_mode'>): Promise<WorkerEvent | null> {
    const { capabilities, config } = this.#deps
    const isInDoubt = message.crashes > 1 || message.deferrals > 0
    if (capabilities.tellsOfMail === 'never' || message.test_mode || !isInDoubt) return null
    const waits = message.crashes > 1 && capabilities.tellsOfMail === 'soon'
    const until = performance.now() + (waits ? Math.min(MAX_WAIT_MS, config.dispatchTimeoutMs) : 0)
    for (;;) {
      const trace = await this.#traces.add(message._id)
      if (trace) return this.#toSent(trace)
      if (performance.now() + LOOK_EVERY_MS > until) return null
      await delay(LOOK_EVERY_MS)
    }
  }

  async #find(ids: string[]): Promise<(Trace | null)[]> {
    const rows = await this.#deps.models.callbacks
      .find({ tagged_message_id: { $in: ids }, provider_message_id: { $ne: null } })
      .select({ provider: 1, tagged_message_id: 1, provider_message_id: 1, body: 1 })
      .sort({ _id: 1 })
      .lean()
    const byMessage = groupBy(rows, (row) => row.tagged_message_id ?? '')
    return ids.map((id) => byMessage.get(id)?.[0] ?? null)
  }

  /** Dated by the provider, a moment before it had the mail, and so before everything that it tells of the mail. */
  #toSent({ _id, provider, provider_message_id, body }: Trace): WorkerEvent {
    const acceptedAt = this.#deps.callbackSources[provider].acceptedAt(body)
    const occurredAt = acceptedAt ? new Date(acceptedAt.getTime() - 1) : idTime(_id)
    return { type: 'sent', payload: { provider_message_id }, occurredAt }
  }
}
