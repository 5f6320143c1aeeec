import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { Redis, type RedisOptions, type Result } from 'ioredis'
import type { Logger } from 'pino'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    ackEntries(stream: string, group: string, ...ids: string[]): Result<number, Context>
  }
}

const ACK_ENTRIES = readFileSync(new URL('./ack.lua', import.meta.url), 'utf8')

/** Longest pause between two attempts to reconnect, in ms. The attempts never end. */
const MAX_RECONNECT_MS = 5_000

/** How long a connection may be silent while an answer is due, in ms, before it is given up for a new one. */
const SILENCE_MS = 5_000

/** How commands behave while Redis does not answer. Either way the connection reconnects without end. */
export type RedisPatience =
  /** They fail at once: for requests, which must not wait for Redis. */
  | 'none'
  /** They wait for the connection that is being made: for loops, which ask again after each failure. */
  | 'endless'

/** Makes connections to Redis that log an outage once and never give up. */
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

  /** A connection of its own for `use`, which is named in the log. Commands of one tick share a round trip. */
  connect(use: string, patience: RedisPatience): Redis {
    const options: RedisOptions = {
      connectionName: `postline-${use}`,
      enableAutoPipelining: true,
      // A resent XREADGROUP would read entries that nobody then handles. So a command that is unanswered when its
      // connection ends fails with it (no retries): otherwise its promise would never settle.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: patience === 'endless',
      socketTimeout: SILENCE_MS,
      retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 10), MAX_RECONNECT_MS),
      ...(patience === 'none' && { commandTimeout: 500 }),
      ...(this.#url.startsWith('rediss:') && { tls: this.#tls }),
    }
    const redis = new Redis(this.#url, options)
    redis.defineCommand('ackEntries', { numberOfKeys: 1, lua: ACK_ENTRIES })
    this.#watch(redis, use)
    this.#open.add(redis)
    return redis
  }

  /** Ends one connection at once, whatever it is waiting for. */
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
      if (!down) this.#log.warn({ use, err: error.message }, 'Redis does not answer; trying again until it does')
      down = true
    })
    redis.on('ready', () => {
      if (down) this.#log.info({ use }, 'Redis answers again')
      down = false
    })
  }
}
