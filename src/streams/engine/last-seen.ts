import type { RedisClient } from '../../lib/redis/redis-client.js'
import { epochKey } from '../../redis-keys.js'
import type { StreamName } from './inspect-streams.js'
import { consumersOf } from './stream-replies.js'
import type { Catalog } from './topic.js'

/**
 * How long ago a worker last read from a stream, in ms; null if none is known. A worker reads every few seconds, also
 * when there is nothing to do.
 */
export async function workerSeenMs(
  redis: RedisClient,
  catalog: Catalog,
  streams: readonly StreamName[],
): Promise<number | null> {
  const consumers = await Promise.all(
    streams.map(({ key, topic }) =>
      consumersOf(redis, { stream: key, group: catalog[topic]!.group }).catch((error: Error) => {
        if (/no such key|NOGROUP/i.test(error.message)) return []
        throw error
      }),
    ),
  )
  return smallest(consumers.flat().map(({ idleMs }) => idleMs))
}

/**
 * How long ago a scheduler last swept, in ms; null if none ever has. Every sweep reads the epoch, and nothing else does.
 */
export async function schedulerSeenMs(redis: RedisClient, prefix: string): Promise<number | null> {
  const idleSeconds = await redis.object('IDLETIME', epochKey(prefix))
  return typeof idleSeconds === 'number' ? idleSeconds * 1_000 : null
}

const smallest = (numbers: number[]) => (numbers.length > 0 ? Math.min(...numbers) : null)
