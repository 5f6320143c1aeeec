import type { RedisClient } from '../../lib/redis/redis-client.js'
import { backlogKeys, streamKey } from '../../redis-keys.js'
import { groupsOf } from './stream-replies.js'
import type { Catalog } from './topic.js'

/** One work stream: a lane of a topic in a partition. */
export interface StreamName {
  topic: string
  lane: string
  partition: number
  key: string
}

/** The state of a work stream. */
export interface StreamStats extends StreamName {
  /** Hints that are not acknowledged: waiting and in progress. */
  length: number
  /** Entries that a consumer has read and not acknowledged. */
  pending: number
  /** Hints that nobody has read, in the stream and its backlog. */
  waiting: number
  /** Consumers known to the group. */
  consumers: number
}

/** All work streams of a deployment. */
export function listStreams(catalog: Catalog, prefix: string, partitions: number): StreamName[] {
  return Object.values(catalog).flatMap(({ name: topic, lanes }) =>
    lanes.flatMap((lane) =>
      Array.from({ length: partitions }, (_none, partition) => ({
        topic,
        lane,
        partition,
        key: streamKey(prefix, topic, lane, partition),
      })),
    ),
  )
}

/** Reads the state of streams. A missing stream is empty. */
export function inspectStreams(redis: RedisClient, streams: readonly StreamName[]): Promise<StreamStats[]> {
  return Promise.all(
    streams.map(async (stream) => {
      const [backlog] = backlogKeys(stream.key)
      const [entries, inBacklog, groups] = await Promise.all([
        redis.xlen(stream.key),
        redis.zcard(backlog),
        groupsOf(redis, stream.key),
      ])
      const length = entries + inBacklog
      const pending = groups.reduce((sum, group) => sum + group.pending, 0)
      const consumers = groups.reduce((sum, group) => sum + group.consumers, 0)
      // Redis's own lag is unknown once entries in the middle are deleted, as acknowledging does.
      return { ...stream, length, pending, waiting: Math.max(0, length - pending), consumers }
    }),
  )
}
