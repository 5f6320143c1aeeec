import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { Redis, type RedisOptions, type Result } from 'ioredis'
import type { Logger } from 'pino'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    putHints(stream: string, backlog: string, turns: string, ...args: (string | number)[]): Result<null, Context>
    ackEntries(stream: string, backlog: string, turns: string, ...args: (string | number)[]): Result<number, Context>
    refillStream(stream: string, backlog: string, turns: string, group: string, most: number): Result<number, Context>
  }
}

/** Every script begins with how a stream is refilled. Its keys are a stream, its backlog and the turns of that. */
const REFILL = readFileSync(new URL('./refill.lua', import.meta.url), 'utf8')
const scriptOf = (lua: string) => ({ numberOfKeys: 3, lua: `${REFILL}\n${lua}` })
const SCRIPTS = {
  putHints: scriptOf(readFileSync(new URL('./put.lua', import.meta.url), 'utf8')),
  ackEntries: scriptOf(readFileSync(new URL('./ack.lua', import.meta.url), 'utf8')),
  refillStream: scriptOf(
    'refill(KEYS[1], KEYS[2], KEYS[3], ARGV[1], tonumber(ARGV[2])) return unread(KEYS[1], ARGV[1])',
  ),
}

/** Longest delay between attempts to reconnect, in ms. The attempts never end. */
const MAX_RECONNECT_MS = 5_000

/** A connection that owes a reply for longer than this, in ms, is replaced. */
const SILENCE_MS = 5_000

/** What commands do while Redis does not answer. Either way the connection keeps reconnecting. */
export type RedisConnectionMode =
  /** They fail at once: for requests, which must not wait for Redis. */
  | 'none'
  /** They wait for the connection: for loops, which try again after each failure. */
  | 'endless'

/** Creates connections to Redis that log an outage once and never give up. */
export class RedisConnections {
  readonly #url: string
  readonly #log: Logger
  readonly #tls: ConnectionOptions
  readonly #open = new Set<Redis>()

  /** @param tls options of the TLS connection, for a `rediss://` address */
  constructor(url: string, log: Logger, tls: ConnectionOptions = {}) {
    this.#url = url
    this.#log = log
    this.#tls = tls
  }

  /** Opens a connection for `use`, which appears in the log. Commands of one tick share a round trip. */
  connect(use: string, patience: RedisConnectionMode): Redis {
    const options: RedisOptions = {
      connectionName: `postline-${use}`,
      enableAutoPipelining: true,
      // A resent XREADGROUP would read entries that nobody handles. So a command without a reply fails when its
      // connection ends (no retries); otherwise its promise would never settle.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: patience === 'endless',
      socketTimeout: SILENCE_MS,
      retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 10), MAX_RECONNECT_MS),
      ...(patience === 'none' && { commandTimeout: 500 }),
      ...(this.#url.startsWith('rediss:') && { tls: this.#tls }),
    }
    const redis = new Redis(this.#url, options)
    for (const [name, script] of Object.entries(SCRIPTS)) redis.defineCommand(name, script)
    this.#watch(redis, use)
    this.#open.add(redis)
    return redis
  }

  /** Closes a connection at once, whatever it is waiting for. */
  drop(redis: Redis): void {
    this.#open.delete(redis)
    redis.disconnect()
  }

  async close(): Promise<void> {
    for (const redis of this.#open) redis.disconnect()
    this.#open.clear()
  }

  #watch(redis: Redis, use: string): void {
    let down = false
    redis.on('error', (error: Error) => {
      if (!down) this.#log.warn({ use, err: error.message }, 'Redis (REDIS_URL) cannot be used; reconnecting')
      down = true
    })
    redis.on('ready', () => {
      if (down) this.#log.info({ use }, 'Redis answers again')
      down = false
    })
  }
}
