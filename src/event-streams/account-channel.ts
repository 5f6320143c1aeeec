import type { TimelineEvent, TimelineEventType } from '../contract/events.js'
import { withTimeout } from '../lib/concurrency/time-limit.js'
import type { EventDoc } from '../models/event.js'
import type { Models } from '../models/index.js'
import { presentEvent } from '../services/sending/messages/present-message.js'

/** An event with its sequence number in the account. */
export interface SequencedEvent {
  seq: number
  event: TimelineEvent
}

/** A listener of a channel. Called in order of sequence, without gaps. */
export type Listener = (event: SequencedEvent) => void

const PAGE = 500
/** A read that takes longer is abandoned, like a run of a group. */
const READ_TIMEOUT_MS = 30_000

/**
 * The live events of one account in this process: read once from the ledger, passed to all listeners.
 *
 * Each time it wakes, it reads from the last event it has passed on, so hints may be lost, repeated or out of order.
 * Sequence numbers are committed in order (see the fan-out), so there are no holes.
 */
export class AccountChannel {
  readonly #models: Models
  readonly #accountId: string
  readonly #listeners = new Set<Listener>()
  #position: number
  #reading = false
  #again = false

  constructor(models: Models, accountId: string, position: number) {
    this.#models = models
    this.#accountId = accountId
    this.#position = position
  }

  /** Sequence number of the last event passed on. */
  get position(): number {
    return this.#position
  }

  /** Calls the listener for every event after {@link position}. Returns a function that stops this. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads new events. Calls during a read make it read once more. */
  async wake(): Promise<void> {
    this.#again = true
    if (this.#reading) return
    this.#reading = true
    try {
      while (this.#again) {
        this.#again = false
        if ((await this.#readPage()) === PAGE) this.#again = true
      }
    } finally {
      this.#reading = false
    }
  }

  async #readPage(): Promise<number> {
    const rows = await readEvents(this.#models, this.#accountId, { after: this.#position, limit: PAGE })
    for (const row of rows) {
      this.#position = row.seq
      for (const listener of this.#listeners) listener(row)
    }
    return rows.length
  }
}

export interface EventRange {
  /** After this number. */
  after: number
  /** Up to and including this one. */
  upTo?: number
  messageId?: string | undefined
  types?: readonly TimelineEventType[] | undefined
  limit: number
}

/** Events of an account in order of sequence. */
export async function readEvents(models: Models, accountId: string, range: EventRange): Promise<SequencedEvent[]> {
  const { after, upTo, messageId, types, limit } = range
  const reading = models.events.collection
    .find<EventDoc & { seq: number }>({
      account_id: accountId,
      seq: { $gt: after, ...(upTo !== undefined && { $lte: upTo }) },
      ...(messageId && { message_id: messageId }),
      ...(types && { type: { $in: types } }),
    })
    .sort({ seq: 1 })
    .limit(limit)
    .toArray()
  const rows = await withTimeout(READ_TIMEOUT_MS, reading)
  return rows.map((row) => ({ seq: row.seq, event: presentEvent(row) }))
}
