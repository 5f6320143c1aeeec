import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { Cluster, type Redis, type RedisOptions, type Result } from 'ioredis'
import type { Logger } from 'pino'
import { parseRedisUrl, type RedisAddress } from '../../lib/redis/redis-address.js'
import { openRedis, type RedisClient } from '../../lib/redis/redis-client.js'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    putHints(stream: string, backlog: string, turns: string, ...args: (string | number)[]): Result<null, Context>
    ackEntries(stream: string, backlog: string, turns: string, ...args: (string | number)[]): Result<number, Context>
    forgetConsumer(stream: string, group: string, consumer: string): Result<null, Context>
    refillStream(stream: string, backlog: string, turns: string, group: string, most: number): Result<number, Context>
  }
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const REFILL = read('./refill.lua')
/** A script that begins with how a stream is refilled. Its keys are a stream, its backlog and the turns of that. */
const scriptOf = (lua: string) => ({ numberOfKeys: 3, lua: `${REFILL}\n${lua}` })
const SCRIPTS = {
  putHints: scriptOf(read('./put.lua')),
  ackEntries: scriptOf(read('./ack.lua')),
  forgetConsumer: { numberOfKeys: 1, lua: read('./forget.lua') },
  refillStream: scriptOf(
    `if redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
     refill(KEYS[1], KEYS[2], KEYS[3], ARGV[1], tonumber(ARGV[2]))
     return unread(KEYS[1], ARGV[1])`,
  ),
}

/** Longest delay between attempts to reconnect, in ms. The attempts never end. */
const MAX_RECONNECT_MS = 5_000

/** A connection that owes a reply for longer than this, in ms, is replaced. */
const SOCKET_TIMEOUT_MS = 5_000

/** What commands do while Redis does not answer. Either way the connection keeps reconnecting. */
export type RedisConnectionMode =
  /** They fail at once: for requests, which must not wait for Redis. */
  | 'fail-fast'
  /** They wait for the connection: for loops, which try again after each failure. */
  | 'wait'

/** Opens clients of Redis that log an outage once and never give up. */
export class RedisConnections {
  readonly #address: RedisAddress
  readonly #log: Logger
  readonly #tls: ConnectionOptions
  readonly #open = new Set<RedisClient>()
  /** Nodes of the cluster that cannot be used, as far as is known. */
  readonly #awayNodes = new Set<string>()

  /**
   * @param url as in `REDIS_URL`
   * @param tls options of the TLS connections, for an address with TLS
   */
  constructor(url: string, log: Logger, tls: ConnectionOptions = {}) {
    this.#address = parseRedisUrl(url)
    this.#log = log
    this.#tls = tls
  }

  /** Opens a client for `use`, which appears in the log. Commands of one tick share a round trip. */
  connect(use: string, mode: RedisConnectionMode): RedisClient {
    const connection: RedisOptions = {
      connectionName: `postline-${use}`,
      enableAutoPipelining: true,
      // A resent XREADGROUP would read entries that nobody handles. So a command without a reply fails when its
      // connection ends (no retries); otherwise its promise would never settle.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: mode === 'wait',
      socketTimeout: SOCKET_TIMEOUT_MS,
      retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 10), MAX_RECONNECT_MS),
      ...(mode === 'fail-fast' && { commandTimeout: 500 }),
    }
    // Requests may repeat every command that they have, and have nothing else that would try again.
    const client = openRedis(this.#address, { connection, tls: this.#tls, mayRepeat: mode === 'fail-fast' })
    for (const [name, script] of Object.entries(SCRIPTS)) client.defineCommand(name, script)
    this.#watch(client, use)
    if (client instanceof Cluster) this.#watchNodes(client)
    this.#open.add(client)
    return client
  }

  /** Closes a client at once, whatever it is waiting for. */
  drop(client: RedisClient): void {
    this.#open.delete(client)
    client.disconnect()
  }

  async close(): Promise<void> {
    for (const client of this.#open) client.disconnect()
    this.#open.clear()
  }

  #watch(client: RedisClient, use: string): void {
    let down = false
    client.on('error', (failure: Error & { lastNodeError?: Error }) => {
      const error = failure.lastNodeError ?? failure
      if (!down) this.#log.warn({ use, err: error.message }, 'Redis (REDIS_URL) cannot be used; reconnecting')
      down = true
    })
    client.on('ready', () => {
      if (down) this.#log.info({ use }, 'Redis answers again')
      down = false
    })
  }

  /** A cluster works without some of its nodes. Each of them is logged once, not by each client. */
  #watchNodes(cluster: Cluster): void {
    cluster.on('node error', (error: Error, node: string) => {
      if (this.#awayNodes.has(node) || !this.#open.has(cluster)) return
      this.#awayNodes.add(node)
      this.#log.warn({ node, err: error.message }, 'a node of Redis (REDIS_URL) cannot be used')
    })
    cluster.on('+node', (node: Redis) => {
      const { host, port } = node.options
      node.on('ready', () => {
        if (this.#awayNodes.delete(`${host}:${port}`)) {
          this.#log.info({ node: `${host}:${port}` }, 'a node of Redis answers again')
        }
      })
    })
  }
}
