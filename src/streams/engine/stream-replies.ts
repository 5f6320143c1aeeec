import type { RedisClient } from '../../lib/redis/redis-client.js'

/*
 * Stream commands with the types of their replies: ioredis leaves them open.
 */

/** An entry of a stream. Its fields are null when it was deleted while it was pending. */
export type Entry = [id: string, fields: string[] | null]

type Reply<T> = Promise<T | null>

/** Behind every entry that a stream will have. The very largest id means `>` to XREADGROUP: new entries. */
export const LAST_ID = '18446744073709551615-18446744073709551614'

/** A consumer group of a stream. */
export interface ConsumerGroup {
  stream: string
  group: string
}

/**
 * Reads entries of a stream for a consumer of its group: new ones (`>`), or its own pending ones behind an id. Waits up
 * to `blockMs` for new ones, or not at all.
 */
export async function readGroup(
  redis: RedisClient,
  { stream, group }: ConsumerGroup,
  consumer: string,
  options: { from: string; count: number; blockMs?: number },
): Promise<Entry[]> {
  const { from, count, blockMs } = options
  const reply =
    blockMs === undefined
      ? redis.xreadgroup('GROUP', group, consumer, 'COUNT', count, 'STREAMS', stream, from)
      : redis.xreadgroup('GROUP', group, consumer, 'COUNT', count, 'BLOCK', blockMs, 'STREAMS', stream, from)
  return (await (reply as Reply<[string, Entry[]][]>))?.[0]?.[1] ?? []
}

/** Reads entries of a stream behind a position; `$` is its end. Waits up to `blockMs` for some. */
export async function readBehind(
  redis: RedisClient,
  stream: string,
  { position, count, blockMs }: { position: string; count: number; blockMs: number },
): Promise<Entry[]> {
  const reply = redis.xread('COUNT', count, 'BLOCK', blockMs, 'STREAMS', stream, position)
  return (await (reply as Reply<[string, Entry[]][]>))?.[0]?.[1] ?? []
}

/** Takes over entries that have been idle for so long. Answers them and where to go on; `0-0` at the end. */
export async function takeOverIdle(
  redis: RedisClient,
  { stream, group }: ConsumerGroup,
  consumer: string,
  options: { idleMs: number; cursor: string; count: number },
): Promise<{ cursor: string; entries: Entry[] }> {
  const { idleMs, cursor, count } = options
  const reply = redis.xautoclaim(stream, group, consumer, idleMs, cursor, 'COUNT', count)
  const [next, entries] = await (reply as Promise<[string, Entry[]]>)
  return { cursor: next, entries }
}

/** Takes over entries of another consumer that have been idle for so long. */
export async function takeOverFrom(
  redis: RedisClient,
  { stream, group }: ConsumerGroup,
  other: string,
  consumer: string,
  { idleMs, count }: { idleMs: number; count: number },
): Promise<Entry[]> {
  const pending = await redis.xpending(stream, group, 'IDLE', idleMs, '-', '+', count, other)
  if (pending.length === 0) return []
  const ids = (pending as [id: string, ...unknown[]][]).map(([id]) => id)
  return (await redis.xclaim(stream, group, consumer, idleMs, ...ids)) as Entry[]
}

/** A consumer of a group, with the entries that it has pending. */
export interface GroupConsumer {
  name: string
  pending: number
  /** How long Redis has not heard of it, in ms. */
  idleMs: number
}

/** The consumers of a group. */
export async function consumersOf(redis: RedisClient, { stream, group }: ConsumerGroup): Promise<GroupConsumer[]> {
  const rows = toRecords(await redis.xinfo('CONSUMERS', stream, group))
  return rows.map(({ name, pending, idle }) => ({ name: String(name), pending: Number(pending), idleMs: Number(idle) }))
}

/** The groups of a stream; none of a stream that does not exist. */
export async function groupsOf(redis: RedisClient, stream: string): Promise<{ pending: number; consumers: number }[]> {
  const reply = await redis.xinfo('GROUPS', stream).catch((error: Error) => {
    if (/no such key/i.test(error.message)) return []
    throw error
  })
  return toRecords(reply).map(({ pending, consumers }) => ({ pending: Number(pending), consumers: Number(consumers) }))
}

/** Redis answers a flat list of names and values for each, which newer versions make longer. */
function toRecords(reply: unknown): Record<string, string | number | null>[] {
  const rows = reply as (string | number | null)[][]
  return rows.map((row) => {
    const record: Record<string, string | number | null> = {}
    for (let index = 0; index + 1 < row.length; index += 2) record[String(row[index])] = row[index + 1]!
    return record
  })
}
