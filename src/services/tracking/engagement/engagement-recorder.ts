import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Batcher } from '../../../lib/concurrency/batcher.js'
import { InFlight } from '../../../lib/concurrency/in-flight.js'
import { withTimeout } from '../../../lib/concurrency/time-limit.js'
import { STORE_TIMEOUT_MS } from '../../../models/database-unavailable.js'
import type { EventDoc } from '../../../models/event.js'
import type { ServiceDeps } from '../../deps.js'
import { groupFields } from '../events/event-row.js'
import { recordEvents } from '../events/record-events.js'
import { workerEventDoc } from '../events/worker-events.js'
import type { LinkedMessage } from './links.js'

/** The client that opened a mail or clicked a link. */
export interface TrackedRequest {
  ipAddress: string
  userAgent: string | null
}

/** What of a message an event is counted by, and whether it still may be recorded. */
const GROUPS = { erased: 1, broadcast_id: 1, template_id: 1, tags: 1 }

type EngagementType = 'opened' | 'clicked'
type RecorderDeps = Pick<ServiceDeps, 'config' | 'models' | 'conveyor' | 'clock' | 'newId' | 'log'>

const MAX_GROUP_ITEMS = 500
/** Events waiting to be stored. More are dropped, because they must not fill up memory. */
const MAX_PENDING = 10_000
/** Events of one type recorded for one message in a minute, in each process. Only scripts exceed this. */
const MAX_PER_MINUTE = 60
const MINUTE_MS = 60_000
const MAX_USER_AGENT_CHARS = 512
/** Delays before retries of a failed write, in ms. */
const RETRY_AFTER_MS = [1_000, 4_000, 15_000]

/** Records opens and clicks in the background, so that nobody waits: grouped, and each once. */
export class EngagementRecorder {
  readonly #deps: RecorderDeps
  readonly #writes: Batcher<EventDoc, undefined>
  readonly #inFlight = new InFlight()
  readonly #closing = new AbortController()
  #counts = new Map<string, number>()
  #countedSince = 0

  constructor(deps: RecorderDeps) {
    this.#deps = deps
    const write = async (events: EventDoc[]) => {
      const kept = await this.#ofKeptMessages(events)
      await withTimeout(STORE_TIMEOUT_MS, recordEvents(deps.models, deps.conveyor, kept))
      return undefined
    }
    this.#writes = new Batcher(write, { maxItems: MAX_GROUP_ITEMS })
  }

  /** Queues an event and returns at once; it is on the timeline a moment later. */
  record(message: LinkedMessage, type: EngagementType, { ipAddress, userAgent }: TrackedRequest, link?: string): void {
    const { clock, newId, log } = this.#deps
    if (this.#inFlight.size >= MAX_PENDING || !this.#isWithinLimit(`${message._id} ${type}`)) return
    const occurredAt = clock.now()
    const payload = {
      timestamp: occurredAt.toISOString(),
      ip_address: ipAddress,
      user_agent: userAgent?.slice(0, MAX_USER_AGENT_CHARS) ?? null,
      ...(link !== undefined && { link }),
    }
    // Every request counts as a separate event, so the occurrence id is made here and not taken from the client.
    const event = workerEventDoc(newId, message, { type, payload, occurredAt, occurrence: randomUUID() })
    this.#inFlight
      .track(this.#store(event))
      .catch((error: unknown) => log.error({ messageId: message._id, type, err: error }, 'an open or click was lost'))
  }

  /** Waits for running writes. What cannot be stored now is lost. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#inFlight.settled()
  }

  async #store(event: EventDoc): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#writes.add(event)
      } catch (error) {
        const retryAfterMs = RETRY_AFTER_MS[attempt]
        if (retryAfterMs === undefined || this.#closing.signal.aborted) throw error
        await delay(retryAfterMs, undefined, { signal: this.#closing.signal }).catch(() => undefined)
      }
    }
  }

  /**
   * Mail is opened for years. By then its message may have been deleted, or its recipient erased: who they are is all
   * that an open would show.
   */
  async #ofKeptMessages(events: EventDoc[]): Promise<EventDoc[]> {
    const { config, models } = this.#deps
    const named = { _id: { $in: events.map(({ message_id }) => message_id) } }
    const looking = models.messages.collection.find(named, { projection: GROUPS }).toArray()
    const byId = new Map((await withTimeout(STORE_TIMEOUT_MS, looking)).map((message) => [message._id, message]))
    return events.flatMap((event) => {
      const message = byId.get(event.message_id)
      if (message?.erased || (!message && config.retentionDays > 0)) return []
      if (!message) return event
      // The link has none of it.
      const { broadcast_id } = message
      return { ...event, ...(broadcast_id !== undefined && { broadcast_id }), ...groupFields(message) }
    })
  }

  #isWithinLimit(key: string): boolean {
    const nowMs = this.#deps.clock.now().getTime()
    if (nowMs - this.#countedSince >= MINUTE_MS) {
      this.#counts = new Map()
      this.#countedSince = nowMs
    }
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count <= MAX_PER_MINUTE
  }
}
