import { readFileSync } from 'node:fs'
import type { Result } from 'ioredis'
import { MAX_PRESENT_CLIENTS, PRESENCE_MS, type PresentClient } from '../../../contract/mail-presence.js'
import { ApiError } from '../../../errors.js'
import type { RedisClient } from '../../../lib/redis/redis-client.js'
import { presenceKey } from '../../../redis-keys.js'
import type { Caller } from '../../caller.js'
import type { ServiceDeps } from '../../deps.js'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    enterThread(clients: string, most: number, ms: number, client: string, says: string): Result<0 | 1 | 2, Context>
    listClients(clients: string): Result<string[], Context>
  }
}

const ENTER = readFileSync(new URL('./enter.lua', import.meta.url), 'utf8')
const LIST = readFileSync(new URL('./list.lua', import.meta.url), 'utf8')

/** When a client may try again while Redis does not answer, in seconds. */
const RETRY_AFTER_SECONDS = 5
/** How often Redis is asked. It has half a second each time; without a connection this fails at once. */
const ATTEMPTS = 4

/** A client: those of different keys are different, whatever they call themselves. */
export interface ThreadClient {
  threadId: string
  keyId: Caller['keyId']
  clientId: string
}

/**
 * The clients that are at threads, in Redis alone: after a loss of Redis they are back with their next heartbeat.
 * Every method throws ApiError `overloaded` while Redis does not answer.
 */
export class ThreadClients {
  readonly #redis: RedisClient
  readonly #prefix: string

  constructor({ redis, config }: Pick<ServiceDeps, 'config' | 'redis'>) {
    redis.defineCommand('enterThread', { numberOfKeys: 1, lua: ENTER })
    redis.defineCommand('listClients', { numberOfKeys: 1, lua: LIST })
    this.#redis = redis
    this.#prefix = config.redisPrefix
  }

  /**
   * Notes that a client is there for the next 30 seconds.
   * @returns whether this is news to others.
   * @throws ApiError `rate_limit_exceeded` if the thread has too many clients.
   */
  async enter(client: ThreadClient, says: Pick<PresentClient, 'state' | 'name'>): Promise<boolean> {
    const key = presenceKey(this.#prefix, client.threadId)
    const text = JSON.stringify(says)
    const answer = await answered(() =>
      this.#redis.enterThread(key, MAX_PRESENT_CLIENTS, PRESENCE_MS, fieldOf(client), text),
    )
    if (answer > 0) return answer === 2
    const message = `The thread is open in ${MAX_PRESENT_CLIENTS} places, the most that are shown.`
    throw new ApiError('rate_limit_exceeded', message, { retryAfterSeconds: PRESENCE_MS / 1_000 })
  }

  /** @returns whether the client was there. */
  async leave(client: ThreadClient): Promise<boolean> {
    const key = presenceKey(this.#prefix, client.threadId)
    return (await answered(() => this.#redis.hdel(key, fieldOf(client)))) > 0
  }

  /** The clients at a thread, by name. */
  async list(threadId: string): Promise<PresentClient[]> {
    const all = await answered(() => this.#redis.listClients(presenceKey(this.#prefix, threadId)))
    const clients = all.flatMap((text, index): PresentClient[] => {
      if (index % 2 === 0) return []
      const field = all[index - 1]!
      return [{ client_id: field.slice(field.indexOf('/') + 1), ...JSON.parse(text) }]
    })
    return clients.sort((one, other) => compare(one.name, other.name) || compare(one.client_id, other.client_id))
  }
}

const fieldOf = ({ keyId, clientId }: ThreadClient): string => `${keyId}/${clientId}`

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))

/** Asks Redis, again if the answer is late: everything here can be repeated, and a busy process reads answers late. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask()
    } catch {
      if (attempt === ATTEMPTS) throw new ApiError('overloaded', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    }
  }
}
