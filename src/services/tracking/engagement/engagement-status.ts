import { Batcher } from '../../../lib/concurrency/batcher.js'
import type { EventDoc } from '../../../models/event.js'
import type { Models } from '../../../models/index.js'
import { followEvents } from '../events/follow-events.js'

const MAX_GROUP_ITEMS = 500

/**
 * Updates the status of messages after opens and clicks that we recorded ourselves. Runs in the fan-out of these
 * events, so it also happens if the recording process dies.
 */
export class EngagementStatus {
  readonly #group: Batcher<EventDoc, undefined>

  constructor({ models }: { models: Models }) {
    const write = async (events: EventDoc[]): Promise<undefined> => {
      await followEvents(models, events)
    }
    this.#group = new Batcher(write, { maxItems: MAX_GROUP_ITEMS })
  }

  /** Resolves when the message's status includes this event. Repeatable, in any order. */
  async follow(event: EventDoc): Promise<void> {
    const isOurs = event.source === 'worker' && (event.type === 'opened' || event.type === 'clicked')
    if (isOurs) await this.#group.add(event)
  }
}
