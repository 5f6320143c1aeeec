import { Cluster, type Redis } from 'ioredis'
import type { Config } from '../../config.js'
import { withTimeout } from '../../lib/concurrency/time-limit.js'
import { parseRedisUrl } from '../../lib/redis/redis-address.js'
import { openRedis, type RedisClient } from '../../lib/redis/redis-client.js'
import { redisTls } from '../../redis-tls.js'
import { inspectStreams, listStreams } from '../../streams/engine/inspect-streams.js'
import { schedulerSeenMs, workerSeenMs } from '../../streams/engine/last-seen.js'
import { createCatalog } from '../../streams/topics.js'
import { START_FIRST, withoutSecrets } from '../servers.js'
import { type Check, fail, notChecked, ok, reasonOf, warn } from './check.js'
import { isUsable, OLDEST_USABLE, type ServerVersion } from './server-versions.js'

const TIMEOUT_MS = 5_000
/** Hash slots of a cluster. */
const SLOTS = 16_384
/** With this many entries on a topic's streams, the scheduler stops adding more. */
const LONG_STREAM = 10_000
/** A running worker or scheduler is seen every few seconds. */
const MISSED_MS = 30_000

/**
 * Redis answers (in a cluster each master), is new enough, evicts nothing and keeps its data; the state of its streams; and whether workers and a
 * scheduler use it.
 */
export async function checkRedis(url: string | null, config: Config): Promise<Check[]> {
  const unreachable = (detail: string, advice: string) => [
    fail('Redis', detail, advice),
    notChecked('Streams', 'Redis cannot be used'),
    notChecked('Processes', 'Redis cannot be used'),
  ]
  if (!url) return unreachable('not set and not running', START_FIRST)
  const where = withoutSecrets(url)
  const redis = openRedis(parseRedisUrl(url), {
    connection: { lazyConnect: true, retryStrategy: () => null, connectTimeout: TIMEOUT_MS },
    tls: redisTls(config),
    mayRepeat: true,
  })
  let complaint: Error | null = null
  // The last two are about a sentinel, and a node of a cluster.
  for (const event of ['error', 'sentinelError', 'node error']) {
    redis.on(event, (error: Error) => {
      complaint = error
    })
  }
  try {
    const server = await withTimeout(
      TIMEOUT_MS,
      redis.connect().then(() => (redis instanceof Cluster ? examineCluster(redis, where) : examine(redis, where))),
    )
    const found = [
      ifAnswered('Streams', examineStreams(redis, config)),
      ifAnswered('Processes', examineProcesses(redis, config)),
    ]
    return [server, ...(await withTimeout(TIMEOUT_MS, Promise.all(found)))]
  } catch (error) {
    const advice = 'Start it, or correct REDIS_URL, including user and password.'
    return unreachable(`${where} cannot be used: ${reasonOf(complaint ?? error)}`, advice)
  } finally {
    redis.disconnect()
  }
}

/** In a cluster, a part of Redis can be away. */
const ifAnswered = (name: string, check: Promise<Check>): Promise<Check> =>
  check.catch((error) => notChecked(name, `Redis did not answer: ${reasonOf(error)}`))

async function examine(redis: Redis, where: string): Promise<Check> {
  const info = parseInfo(await redis.info())
  const server = versionOf(info)
  const found = `${where}, ${server.product} ${server.version}`
  if (!isUsable(server)) {
    return fail('Redis', found, `Use Redis ${OLDEST_USABLE.Redis}, Valkey ${OLDEST_USABLE.Valkey} or newer.`)
  }
  const policy = info.get('maxmemory_policy')
  if (policy !== 'noeviction') {
    const advice = 'Set maxmemory-policy to noeviction: if a stream is evicted, all of its mail is delayed.'
    return fail('Redis', `${found}, evicts keys (${policy})`, advice)
  }
  if (info.get('aof_enabled') !== '1') {
    const advice = 'Set appendonly to yes. Without it no mail is lost, but a restart delays mail by some seconds.'
    return warn('Redis', `${found}, loses its data on a restart`, advice)
  }
  return ok('Redis', `${found}, noeviction, append-only file`)
}

/** All masters are fit for use, and together have all slots. */
async function examineCluster(cluster: Cluster, where: string): Promise<Check> {
  const state = parseInfo((await cluster.cluster('INFO')) as string)
  const missing = SLOTS - Number(state.get('cluster_slots_ok'))
  if (missing > 0) {
    const advice = 'Start the masters that are away, or give their slots to others. Work of other partitions goes on.'
    return fail('Redis', `${where}: ${missing} of ${SLOTS} slots of the cluster are not served`, advice)
  }
  const masters = cluster.nodes('master')
  const checks = await Promise.all(
    masters.map((master) => examine(master, `${where}, master ${master.options.host}:${master.options.port}`)),
  )
  const unfit = checks.find(({ status }) => status === 'fail') ?? checks.find(({ status }) => status !== 'ok')
  return unfit ?? ok('Redis', `${where}, a cluster with ${masters.length} masters, noeviction, append-only files`)
}

function parseInfo(text: string): Map<string, string> {
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const colon = line.indexOf(':')
      return colon > 0 && !line.startsWith('#') ? [[line.slice(0, colon), line.slice(colon + 1)] as const] : []
    }),
  )
}

/** Valkey also reports the Redis version it is compatible with. */
function versionOf(info: Map<string, string>): ServerVersion {
  const valkey = info.get('valkey_version')
  return valkey
    ? { product: 'Valkey', version: valkey }
    : { product: 'Redis', version: info.get('redis_version') ?? '0' }
}

async function examineStreams(redis: RedisClient, config: Config): Promise<Check> {
  const streams = listStreams(createCatalog(config), config.redisPrefix, config.streamPartitions)
  const standings = await inspectStreams(redis, streams)
  const waiting = standings.reduce((sum, stream) => sum + stream.waiting, 0)
  const pending = standings.reduce((sum, stream) => sum + stream.pending, 0)
  const found = `${standings.length} streams: ${waiting} entries waiting, ${pending} in progress`
  const unread = standings.filter((stream) => stream.waiting > 0 && stream.consumers === 0)
  if (unread.length > 0) {
    const advice = 'Start a process with the role worker and the same REDIS_PREFIX and STREAM_PARTITIONS.'
    return warn('Streams', `${found}; nobody reads ${unread.map((stream) => stream.key).join(', ')}`, advice)
  }
  const long = standings.filter((stream) => stream.length >= LONG_STREAM)
  if (long.length === 0) return ok('Streams', found)
  const advice = 'Work arrives faster than it is done. Start more processes with the role worker.'
  return warn('Streams', `${found}; ${long.map((stream) => stream.key).join(', ')} is long`, advice)
}

async function examineProcesses(redis: RedisClient, config: Config): Promise<Check> {
  const catalog = createCatalog(config)
  const streams = listStreams(catalog, config.redisPrefix, config.streamPartitions)
  const [workerMs, schedulerMs] = await Promise.all([
    workerSeenMs(redis, catalog, streams),
    schedulerSeenMs(redis, config.redisPrefix),
  ])
  const missed = [
    ...missing('worker', workerMs, 'no mail is sent and no webhook delivered'),
    ...missing('scheduler', schedulerMs, 'scheduled mail and retries wait'),
  ]
  if (missed.length === 0) return ok('Processes', 'a worker and a scheduler are running')
  const advice = 'Start a process with that role and the same REDIS_URL, REDIS_PREFIX and STREAM_PARTITIONS.'
  return warn('Processes', missed.join('; '), advice)
}

function missing(role: string, seenMs: number | null, effect: string): string[] {
  if (seenMs !== null && seenMs <= MISSED_MS) return []
  const since = seenMs === null ? '' : ` for ${Math.round(seenMs / 1_000)} s`
  return [`no ${role} is running${since}: ${effect}`]
}
