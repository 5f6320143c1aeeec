import { Cluster } from 'ioredis'
import { parseRedisUrl } from '../../src/lib/redis/redis-address.js'
import { openRedis, type RedisClient } from '../../src/lib/redis/redis-client.js'

/** A client of a test's own, for any `REDIS_URL`. Its commands wait while Redis is away. */
export function connectRedis(url: string): RedisClient {
  const client = openRedis(parseRedisUrl(url), { connection: { maxRetriesPerRequest: null }, tls: {}, mayRepeat: true })
  client.on('error', () => undefined)
  return client
}

/** All keys with a prefix, in a cluster those of every master. */
export async function keysWith(client: RedisClient, prefix: string): Promise<string[]> {
  const servers = client instanceof Cluster ? client.nodes('master') : [client]
  return (await Promise.all(servers.map((server) => server.keys(`${prefix}*`)))).flat()
}

/** Makes Redis lose all keys with a prefix. */
export async function forgetKeys(url: string, prefix: string): Promise<void> {
  const client = connectRedis(url)
  try {
    // A cluster knows its masters after the first command.
    await client.exists(prefix)
    await Promise.all((await keysWith(client, prefix)).map((key) => client.del(key)))
  } finally {
    client.disconnect()
  }
}
