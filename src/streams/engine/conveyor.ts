import type { Logger } from 'pino'
import { groupBy } from '../../lib/collections/group-by.js'
import type { RedisClient } from '../../lib/redis/redis-client.js'
import { backlogKeys, newsStreamKey, streamKey } from '../../redis-keys.js'
import { type Hint, hintText, partitionOf } from './hint.js'
import type { Catalog } from './topic.js'

/** Length of a news stream: enough for readers that are a little behind. */
const MAX_NEWS_ENTRIES = 10_000

/** Most hints of an account that wait in one backlog. The ledger keeps the rest, and the sweep puts them there later. */
export const MAX_WAITING_HINTS = 10_000

/** After a failure of Redis, no hints are sent to that partition for this long. */
const REST_AFTER_FAILURE_MS = 1_000

export interface ConveyorOptions<Name extends string> {
  redis: RedisClient
  catalog: Catalog<Name>
  /** Prefix of every key. */
  prefix: string
  partitions: number
  log: Logger
}

/** Puts hints on the streams of the topics. */
export class Conveyor<Name extends string> {
  readonly catalog: Catalog<Name>
  readonly partitions: number
  readonly #redis: RedisClient
  readonly #prefix: string
  readonly #log: Logger
  /** When partitions may be tried again: in a cluster, one can be away while others answer. */
  readonly #restUntilMs: number[] = []

  constructor(options: ConveyorOptions<Name>) {
    this.catalog = options.catalog
    this.partitions = options.partitions
    this.#redis = options.redis
    this.#prefix = options.prefix
    this.#log = options.log
  }

  /** The partition of an account's work. */
  partitionOf(accountId: string): number {
    return partitionOf(accountId, this.partitions)
  }

  /** The stream of a lane in a partition. */
  key(topic: Name, lane: string, partition: number): string {
    return streamKey(this.#prefix, topic, lane, partition)
  }

  /** The streams of a topic, of all its lanes or of some. */
  keys(topic: Name, lanes: readonly string[] = this.catalog[topic].lanes): string[] {
    return lanes.flatMap((lane) => this.#inEachPartition((partition) => this.key(topic, lane, partition)))
  }

  /** The stream for hints of an account. */
  keyOf(topic: Name, lane: string | undefined, accountId: string): string {
    return this.key(topic, lane ?? this.catalog[topic].lanes[0], this.partitionOf(accountId))
  }

  /**
   * Puts hints on a lane of a topic. If more of them wait there than its readers take at once, the accounts take turns.
   * Rejects if Redis does not accept them.
   */
  async put(topic: Name, hints: readonly Hint[], lane?: string): Promise<void> {
    const { group, maxUnread } = this.catalog[topic]
    const byStream = groupBy(hints, ({ accountId }) => this.keyOf(topic, lane, accountId))
    await Promise.all(
      [...byStream].map(([key, own]) =>
        this.#redis.putHints(key, ...backlogKeys(key), group, maxUnread, MAX_WAITING_HINTS, ...own.map(hintText)),
      ),
    )
  }

  /** The Redis keys of the news streams, one for each partition. */
  get newsStreams(): string[] {
    return this.#inEachPartition((partition) => newsStreamKey(this.#prefix, partition))
  }

  /** Tells all readers of the news stream that an account has news. */
  announce(accountId: string): void {
    const partition = this.partitionOf(accountId)
    if (this.#rests(partition)) return
    const key = newsStreamKey(this.#prefix, partition)
    this.#redis.xadd(key, 'MAXLEN', '~', MAX_NEWS_ENTRIES, '*', 'a', accountId).catch((error: Error) => {
      this.#log.debug(
        { accountId, err: error.message },
        'the news stream could not be written; readers check the ledger anyway',
      )
    })
  }

  /**
   * Puts hints on a lane in the background. After a commit this only saves latency: the sweep finds rows without a
   * hint. While the Redis of a partition does not answer, only one call a second tries, so that nothing piles up.
   */
  hint(topic: Name, hints: readonly Hint[], lane?: string): void {
    for (const [partition, own] of groupBy(hints, ({ accountId }) => this.partitionOf(accountId))) {
      if (this.#rests(partition)) continue
      this.put(topic, own, lane).catch((error: Error) => {
        this.#restUntilMs[partition] = Date.now() + REST_AFTER_FAILURE_MS
        this.#log.debug(
          { topic, partition, count: own.length, err: error.message },
          'hints could not be sent; the sweep will send them',
        )
      })
    }
  }

  /** Asks the Redis of every partition whether it answers. In a cluster, partitions are on different masters. */
  async answers(): Promise<boolean[]> {
    const asked = await Promise.allSettled(this.newsStreams.map((stream) => this.#redis.exists(stream)))
    return asked.map(({ status }) => status === 'fulfilled')
  }

  #rests(partition: number): boolean {
    return Date.now() < (this.#restUntilMs[partition] ?? 0)
  }

  #inEachPartition<T>(make: (partition: number) => T): T[] {
    return Array.from({ length: this.partitions }, (_none, partition) => make(partition))
  }
}
