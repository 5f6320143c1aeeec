import { readFileSync } from 'node:fs'
import { Redis, type RedisOptions, type Result } from 'ioredis'
import type { Logger } from 'pino'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    ackEntries(stream: string, group: string, ...ids: string[]): Result<number, Context>
    takeSlots(
      window: string,
      limit: number,
      windowUs: number,
      cost: number,
      nonce: string,
    ): Result<[taken: number, left: number, resetUs: string, waitUs: string], Context>
  }
}

const lua = (name: string) => readFileSync(new URL(`./lua/${name}.lua`, import.meta.url), 'utf8')

/** Longest pause between two tries to reach Redis again, in ms. They never end. */
const MAX_RECONNECT_MS = 5_000

/** How long a connection may be silent while an answer is due, in ms, before it is given up for a new one. */
const SILENCE_MS = 5_000

/** How a connection behaves while Redis does not answer. It is made again without end either way. */
export type RedisPatience =
  /** Fails at once: for requests, which must not wait for Redis. */
  | 'none'
  /** Waits for the connection that is being made: for loops, which ask again after each failure without end. */
  | 'endless'

/** Makes connections to Redis that log their troubles once each, and never give up. */
export class RedisConnections {
  readonly #url: string
  readonly #log: Logger
  readonly #open = new Set<Redis>()

  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
  }

  /** A connection of its own for `use`, which is named in the log. Commands of one turn share a round trip. */
  connect(use: string, patience: RedisPatience): Redis {
    const options: RedisOptions = {
      connectionName: `postline-${use}`,
      enableAutoPipelining: true,
      // A resent XREADGROUP would read entries that nobody then handles. What is unanswered when a connection
      // ends must therefore fail with it (no retries): otherwise it would never be settled at all.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: patience === 'endless',
      socketTimeout: SILENCE_MS,
      retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 10), MAX_RECONNECT_MS),
      ...(patience === 'none' && { commandTimeout: 500 }),
    }
    const redis = new Redis(this.#url, options)
    redis.defineCommand('ackEntries', { numberOfKeys: 1, lua: lua('ack') })
    redis.defineCommand('takeSlots', { numberOfKeys: 1, lua: lua('take-slots') })
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
