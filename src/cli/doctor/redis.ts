import { Redis } from 'ioredis'
import type { Config } from '../../config.js'
import { type BinaryVersion, isUsable, OLDEST_USABLE } from '../../embedded/binary-version.js'
import { withTimeout } from '../../lib/time-limit.js'
import { createCatalog } from '../../streams/catalog.js'
import { inspectStreams, listStreams } from '../../streams/inspect-streams.js'
import { START_FIRST, withoutSecrets } from '../servers.js'
import { type Check, fail, notChecked, ok, reasonOf, warn } from './check.js'

const TIMEOUT_MS = 5_000
/** Entries on a topic's streams at which the scheduler stops adding to them. */
const LONG_STREAM = 10_000

/** Redis answers, is new enough, evicts nothing and keeps its data; and how the streams in it stand. */
export async function checkRedis(url: string | null, config: Config): Promise<Check[]> {
  const unreachable = (detail: string, advice: string) => [
    fail('Redis', detail, advice),
    notChecked('Streams', 'Redis cannot be used'),
  ]
  if (!url) return unreachable('no address is known', START_FIRST)
  const where = withoutSecrets(url)
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: TIMEOUT_MS })
  let complaint: Error | null = null
  redis.on('error', (error: Error) => {
    complaint = error
  })
  try {
    const server = await withTimeout(
      TIMEOUT_MS,
      redis.connect().then(() => examine(redis, where)),
    )
    return [server, await withTimeout(TIMEOUT_MS, examineStreams(redis, config))]
  } catch (error) {
    const advice = 'Start it, or correct REDIS_URL; user and password are part of it.'
    return unreachable(`${where} cannot be used: ${reasonOf(complaint ?? error)}`, advice)
  } finally {
    redis.disconnect()
  }
}

async function examine(redis: Redis, where: string): Promise<Check> {
  const info = parseInfo(await redis.info())
  const server = versionOf(info)
  const found = `${where}, ${server.product} ${server.version}`
  if (!isUsable(server)) {
    return fail('Redis', found, `Use Redis ${OLDEST_USABLE.Redis}, Valkey ${OLDEST_USABLE.Valkey} or newer.`)
  }
  const policy = info.get('maxmemory_policy')
  if (policy !== 'noeviction') {
    const advice = 'Set maxmemory-policy to noeviction: a stream that is evicted delays all of its mail.'
    return fail('Redis', `${found}, evicts by ${policy}`, advice)
  }
  if (info.get('aof_enabled') !== '1') {
    const advice = 'Set appendonly to yes. Nothing is lost without it; a restart delays mail by some seconds.'
    return warn('Redis', `${found}, keeps nothing over a restart`, advice)
  }
  return ok('Redis', `${found}, noeviction, append-only file`)
}

function parseInfo(text: string): Map<string, string> {
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const colon = line.indexOf(':')
      return colon > 0 && !line.startsWith('#') ? [[line.slice(0, colon), line.slice(colon + 1)] as const] : []
    }),
  )
}

/** Valkey also names the version of Redis that it is like. */
function versionOf(info: Map<string, string>): BinaryVersion {
  const valkey = info.get('valkey_version')
  return valkey
    ? { product: 'Valkey', version: valkey }
    : { product: 'Redis', version: info.get('redis_version') ?? '0' }
}

async function examineStreams(redis: Redis, config: Config): Promise<Check> {
  const streams = listStreams(createCatalog(config), config.redisPrefix, config.streamPartitions)
  const standings = await inspectStreams(redis, streams)
  const waiting = standings.reduce((sum, stream) => sum + stream.waiting, 0)
  const pending = standings.reduce((sum, stream) => sum + stream.pending, 0)
  const found = `${standings.length} streams: ${waiting} entries wait, ${pending} in hand`
  const unread = standings.filter((stream) => stream.waiting > 0 && stream.consumers === 0)
  if (unread.length > 0) {
    const advice = 'Start a process whose ROLES have worker, with the same REDIS_PREFIX and STREAM_PARTITIONS.'
    return warn('Streams', `${found}; nobody reads ${unread.map((stream) => stream.key).join(', ')}`, advice)
  }
  const long = standings.filter((stream) => stream.length >= LONG_STREAM)
  if (long.length === 0) return ok('Streams', found)
  const advice = 'Work comes in faster than it is done: start more processes whose ROLES have worker.'
  return warn('Streams', `${found}; ${long.map((stream) => stream.key).join(', ')} is long`, advice)
}
