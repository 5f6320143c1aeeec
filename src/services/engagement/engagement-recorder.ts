import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Group } from '../../lib/group.js'
import { withTimeout } from '../../lib/time-limit.js'
import type { EventDoc } from '../../models/event.js'
import { STORE_TIMEOUT_MS } from '../../models/ledger-away.js'
import type { ServiceDeps } from '../deps.js'
import { recordEvents } from '../timeline/record-events.js'
import { workerEventDoc } from '../timeline/worker-events.js'
import type { LinkedMessage } from './links.js'

/** Who opened a mail or followed a link, as far as the request tells. */
export interface Visit {
  ipAddress: string
  userAgent: string | null
}

type EngagementType = 'opened' | 'clicked'
type RecorderDeps = Pick<ServiceDeps, 'models' | 'conveyor' | 'clock' | 'newId' | 'log'>

const MAX_GROUP_ITEMS = 500
/** Events that are not stored yet. More are dropped: nobody waits for them, and memory is not theirs to fill. */
const MAX_PENDING = 10_000
/** Events of one type that one message gets a minute, in each process. Nobody reads faster; a script does. */
const MAX_PER_MINUTE = 60
const MINUTE_MS = 60_000
const MAX_USER_AGENT_CHARS = 512
/** Delays before a write that failed is tried again, in ms. */
const RETRY_AFTER_MS = [1_000, 4_000, 15_000]

/** Records opens and clicks behind the backs of those who wait for a picture or a redirect: together, and never twice. */
export class EngagementRecorder {
  readonly #deps: RecorderDeps
  readonly #writes: Group<EventDoc, undefined>
  readonly #pending = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  #counts = new Map<string, number>()
  #countedSince = 0

  constructor(deps: RecorderDeps) {
    this.#deps = deps
    const write = async (events: EventDoc[]) => {
      await withTimeout(STORE_TIMEOUT_MS, recordEvents(deps.models, deps.conveyor, events))
      return undefined
    }
    this.#writes = new Group(write, { maxItems: MAX_GROUP_ITEMS })
  }

  /** Takes note of what happened and answers at once; it is on the timeline a moment later. */
  record(message: LinkedMessage, type: EngagementType, { ipAddress, userAgent }: Visit, link?: string): void {
    const { clock, newId, log } = this.#deps
    if (this.#pending.size >= MAX_PENDING || !this.#isWithinLimit(`${message._id} ${type}`)) return
    const occurredAt = clock.now()
    const payload = {
      timestamp: occurredAt.toISOString(),
      ip_address: ipAddress,
      user_agent: userAgent?.slice(0, MAX_USER_AGENT_CHARS) ?? null,
      ...(link !== undefined && { link }),
    }
    // Each time counts: what tells one from another is made here, and not what a client calls its request.
    const event = workerEventDoc(newId, message, { type, payload, occurredAt, occurrence: randomUUID() })
    const work = this.#store(event)
      .catch((error: unknown) => log.error({ messageId: message._id, type, err: error }, 'an engagement is lost'))
      .finally(() => this.#pending.delete(work))
    this.#pending.add(work)
  }

  /** Waits for what is being stored; what the ledger does not take now is lost. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#pending)
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
