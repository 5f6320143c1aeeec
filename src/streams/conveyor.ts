import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { WorkKind } from '../models/dead-letter.js'
import { type Catalog, encodeHint, type Hint, partitionOf } from './catalog.js'
import { liveKey, streamKey } from './keys.js'

/** Entries that the live stream keeps: those of a moment, for tails that are a little behind. */
const MAX_LIVE_ENTRIES = 10_000

/** How long no hints are put after Redis did not take some. */
const REST_AFTER_FAILURE_MS = 1_000

/** Puts hints on the work streams. */
export class Conveyor {
  readonly catalog: Catalog
  readonly partitions: number
  readonly #redis: Redis
  readonly #prefix: string
  readonly #log: Logger
  #restUntilMs = 0

  constructor(options: { redis: Redis; catalog: Catalog; prefix: string; partitions: number; log: Logger }) {
    this.catalog = options.catalog
    this.partitions = options.partitions
    this.#redis = options.redis
    this.#prefix = options.prefix
    this.#log = options.log
  }

  /** The stream of a lane in a partition. */
  key(kind: WorkKind, lane: string, partition: number): string {
    return streamKey(this.#prefix, kind, lane, partition)
  }

  /** Every stream of a topic. */
  keys(kind: WorkKind): string[] {
    const partitions = Array.from({ length: this.partitions }, (_none, partition) => partition)
    return this.catalog[kind].lanes.flatMap((lane) => partitions.map((partition) => this.key(kind, lane, partition)))
  }

  /** Puts hints on a lane of a topic, all in one pipeline. Rejects when Redis does not take them. */
  async put(kind: WorkKind, hints: readonly Hint[], lane: string = this.catalog[kind].lanes[0]): Promise<void> {
    if (hints.length === 0) return
    const pipeline = this.#redis.pipeline()
    for (const hint of hints) {
      const partition = partitionOf(hint.accountId, this.partitions)
      pipeline.xadd(this.key(kind, lane, partition), '*', ...encodeHint(hint))
    }
    for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error
  }

  /** The live streams, one a partition. */
  get liveKeys(): string[] {
    return Array.from({ length: this.partitions }, (_none, partition) => liveKey(this.#prefix, partition))
  }

  /** Tells all who tail the live stream that an account has new events. */
  announce(accountId: string): void {
    if (Date.now() < this.#restUntilMs) return
    const key = liveKey(this.#prefix, partitionOf(accountId, this.partitions))
    this.#redis.xadd(key, 'MAXLEN', '~', MAX_LIVE_ENTRIES, '*', 'a', accountId).catch((error: Error) => {
      this.#log.debug({ accountId, err: error.message }, 'live news not taken; the ledger is looked into anyway')
    })
  }

  /**
   * Puts hints on a lane without waiting for it. After a commit this only saves latency: what Redis does not
   * take now, the sweep finds in the ledger. While Redis does not answer only one in a while is tried, so that
   * nothing piles up for it here.
   */
  hint(kind: WorkKind, hints: readonly Hint[], lane?: string): void {
    if (Date.now() < this.#restUntilMs) return
    this.put(kind, hints, lane).catch((error: Error) => {
      this.#restUntilMs = Date.now() + REST_AFTER_FAILURE_MS
      this.#log.debug({ kind, count: hints.length, err: error.message }, 'hints not taken; the sweep will bring them')
    })
  }
}
