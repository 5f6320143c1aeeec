import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../config.js'
import { idTime } from '../../ids.js'
import { Group } from '../../lib/group.js'
import { groupBy } from '../../lib/group-by.js'
import type { CallbackDoc } from '../../models/callback.js'
import type { Models } from '../../models/index.js'
import type { MessageDoc } from '../../models/message.js'
import type { MailProvider } from '../../providers/mail/index.js'
import type { WorkerEvent } from '../../services/timeline/worker-events.js'

/*
 * A hand-over is lost when SES took the mail and nobody here heard of it: the worker died, or the answer never came.
 * SES knows no idempotency, so handing over again would send twice. But every mail carries its message's id as a tag,
 * and SES tells of it within seconds (`Send`, then `Delivery` and others), if a configuration set publishes its
 * events. What it tells is kept as a callback; the id that it names is adopted as if it had been the answer.
 */

export interface LostHandOversDeps {
  config: Pick<Config, 'sesConfigurationSet' | 'dispatchTimeoutMs'>
  models: Pick<Models, 'callbacks'>
  provider: Pick<MailProvider, 'name'>
}

type Trace = Pick<CallbackDoc, '_id' | 'tagged_message_id' | 'provider_message_id' | 'body'>

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
    const { provider, config } = this.#deps
    const isInDoubt = message.crashes > 1 || message.deferrals > 0
    if (provider.name !== 'ses' || message.test_mode || !isInDoubt) return null
    const waits = message.crashes > 1 && config.sesConfigurationSet !== null
    const until = performance.now() + (waits ? Math.min(MAX_WAIT_MS, config.dispatchTimeoutMs) : 0)
    for (;;) {
      const trace = await this.#traces.add(message._id)
      if (trace) return toSent(trace)
      if (performance.now() + LOOK_EVERY_MS > until) return null
      await delay(LOOK_EVERY_MS)
    }
  }

  async #find(ids: string[]): Promise<(Trace | null)[]> {
    const rows = await this.#deps.models.callbacks
      .find({ tagged_message_id: { $in: ids }, provider_message_id: { $ne: null } })
      .select({ tagged_message_id: 1, provider_message_id: 1, body: 1 })
      .sort({ _id: 1 })
      .lean<Trace[]>()
    const byMessage = groupBy(rows, (row) => row.tagged_message_id ?? '')
    return ids.map((id) => byMessage.get(id)?.[0] ?? null)
  }
}

/** Dated by SES, a moment before it had the mail: so it comes before whatever became of that. */
function toSent({ _id, provider_message_id, body }: Trace): WorkerEvent {
  const { mail } = JSON.parse(body) as { mail?: { timestamp?: unknown } }
  const takenMs = Date.parse(String(mail?.timestamp))
  const occurredAt = Number.isNaN(takenMs) ? idTime(_id) : new Date(takenMs - 1)
  return { type: 'sent', payload: { provider_message_id }, occurredAt }
}
