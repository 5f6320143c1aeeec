import type { TimelineEvent } from '../contract/events.js'
import { withTimeout } from '../lib/time-limit.js'
import type { EventDoc } from '../models/event.js'
import type { Models } from '../models/index.js'
import { presentEvent } from '../services/messages/present-message.js'

/** An event with its place in the account's order of recording. */
export interface SequencedEvent {
  seq: number
  event: TimelineEvent
}

/** Who listens to a channel. Called in order of recording, without gaps. */
export type Listener = (event: SequencedEvent) => void

const PAGE = 500
/** A read that takes longer is lost: see the time limit of a group. */
const READ_TIMEOUT_MS = 30_000

/**
 * The live events of one account in this process: read once from the ledger, handed to all who listen.
 *
 * Whatever wakes it, it reads on behind the last event it has handed out, so that hints may be lost, doubled
 * or out of order. Numbers are committed in their order (see the fan-out): what is read has no holes.
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

  /** Number of the last event that was handed out. */
  get position(): number {
    return this.#position
  }

  /** Hands every event behind {@link position} to a listener, from now on. Answers what ends that. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Reads what is new. Calls that come while it reads make it read once more. */
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
  /** Behind this number. */
  after: number
  /** Up to and including this one. */
  upTo?: number
  messageId?: string | undefined
  types?: readonly string[] | undefined
  limit: number
}

/** Events of an account in order of recording. */
export async function readEvents(models: Models, accountId: string, range: EventRange): Promise<SequencedEvent[]> {
  const { after, upTo, messageId, types, limit } = range
  const reading = models.events.collection
    .find({
      account_id: accountId,
      seq: { $gt: after, ...(upTo !== undefined && { $lte: upTo }) },
      ...(messageId && { message_id: messageId }),
      ...(types && { type: { $in: types } }),
    } as object)
    .sort({ seq: 1 })
    .limit(limit)
    .toArray()
  const rows = await withTimeout(READ_TIMEOUT_MS, reading)
  return (rows as unknown as (EventDoc & { seq: number })[]).map((row) => ({ seq: row.seq, event: presentEvent(row) }))
}
