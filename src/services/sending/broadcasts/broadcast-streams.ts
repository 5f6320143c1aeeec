import type { BroadcastProgress, BroadcastStatus } from '../../../contract/broadcasts.js'
import type { EventStreams } from '../../../event-streams/event-streams.js'
import type { Caller } from '../../caller.js'
import type { BroadcastService } from './broadcast-service.js'

/** Least time between two updates, in ms. */
const UPDATE_MS = 1_000
const OVER: readonly BroadcastStatus[] = ['sent', 'canceled']

interface StreamDeps {
  broadcasts: Pick<BroadcastService, 'progress'>
  eventStreams: Pick<EventStreams, 'follow'>
}

/** Streams of the progress of broadcasts. */
export class BroadcastStreams {
  readonly #deps: StreamDeps

  constructor(deps: StreamDeps) {
    this.#deps = deps
  }

  /**
   * The progress of a broadcast: as it is now, then at most once a second while it changes, until it was sent or
   * canceled, or the signal.
   * @throws ApiError `not_found`; as other streams.
   */
  async *subscribe(caller: Caller, id: string, signal?: AbortSignal): AsyncGenerator<BroadcastProgress, void> {
    const { broadcasts, eventStreams } = this.#deps
    let last = ''
    let dueMs = 0
    async function* read(): AsyncGenerator<BroadcastProgress, void> {
      // What is too early comes with the next news of the account, or after two seconds.
      if (performance.now() < dueMs) return
      const progress = await broadcasts.progress(caller.accountId, id)
      const { updated_at: _at, ...shown } = progress
      const text = JSON.stringify(shown)
      if (text === last) return
      last = text
      dueMs = performance.now() + UPDATE_MS
      yield progress
    }
    for await (const progress of eventStreams.follow(caller, read, signal)) {
      yield progress
      if (OVER.includes(progress.status)) return
    }
  }
}
