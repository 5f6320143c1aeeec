import type { mongo } from 'mongoose'
import { Batcher } from '../../lib/concurrency/batcher.js'
import type { EventDoc } from '../../models/event.js'
import type { Claimed } from '../engine/work-row.js'
import { amongRefs, refOf } from '../engine/work-rows.js'
import type { WorkerDeps } from '../worker-deps.js'
import { EventSequencer, type Numbered, type SequencerDeps } from './event-sequencer.js'

const MAX_BATCH = 500

type ClaimedEvent = Claimed<EventDoc>
type ClosingDeps = SequencerDeps & Pick<WorkerDeps, 'work'>

/**
 * Completes the fan-out of claimed events: marks them as done in the transaction that numbers them. Those at the same time
 * share a transaction. An event whose claim was lost gets no number; its new owner completes it.
 */
export class FanOutCompleter {
  readonly #deps: ClosingDeps
  readonly #group: Batcher<ClaimedEvent, boolean>

  constructor(deps: ClosingDeps) {
    this.#deps = deps
    const sequencer = new EventSequencer(deps)
    const recording = {
      select: (events: readonly ClaimedEvent[], session: mongo.ClientSession) => this.#owned(events, session),
      write: (events: readonly Numbered<ClaimedEvent>[], session: mongo.ClientSession) => this.#write(events, session),
      // Until the driver gives up, after two minutes: nobody else does it before the claims end.
      tries: Number.POSITIVE_INFINITY,
    }
    this.#group = new Batcher((events) => sequencer.record(events, recording), { maxItems: MAX_BATCH })
  }

  /** Completes an event's fan-out. False if the claim was lost. */
  close(event: ClaimedEvent): Promise<boolean> {
    return this.#group.add(event)
  }

  /** Events whose claims are still valid, in the order of recording. */
  async #owned(events: readonly ClaimedEvent[], session: mongo.ClientSession): Promise<ClaimedEvent[]> {
    const tokens = [...new Set(events.map((event) => event.lease.token))]
    const filter = { ...amongRefs(events.map(refOf)), 'lease.token': { $in: tokens } }
    const options = { session, hint: { _id: 1 }, projection: { 'lease.token': 1 } }
    const rows = await this.#deps.models.events.collection.find(filter, options).toArray()
    const tokenById = new Map(rows.map((row) => [row._id, row.lease?.token]))
    return events
      .filter((event) => tokenById.get(event._id) === event.lease.token)
      .sort((one, other) => (one._id < other._id ? -1 : 1))
  }

  async #write(events: readonly Numbered<ClaimedEvent>[], session: mongo.ClientSession): Promise<void> {
    const outcomes = events.map(({ event, seq, isFirst }) => {
      const set = { seq, ...(isFirst && { first: true as const }) }
      return { row: event, set, unset: ['tags'] as const, dueAt: null }
    })
    await this.#deps.work['fan-out'].writeOutcomes(outcomes, { session })
  }
}
