import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Redis, Result } from 'ioredis'
import type { Logger } from 'pino'
import { ApiError } from '../errors.js'
import { streamSlotsKey } from '../redis-keys.js'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeStreamSlot(slots: string, limit: number, leaseMs: number, member: string): Result<0 | 1, Context>
    renewStreamSlots(slots: string, leaseMs: number, ...members: string[]): Result<null, Context>
  }
}

const TAKE_SLOT = readFileSync(new URL('./take-stream-slot.lua', import.meta.url), 'utf8')
const RENEW_SLOTS = readFileSync(new URL('./renew-stream-slots.lua', import.meta.url), 'utf8')

/** Most open event streams of an account, over all processes. */
export const MAX_STREAMS = 100
/** When a refused reader may try again, in seconds: a closed stream may take so long to end. */
const RETRY_AFTER_SECONDS = 5
/** How long the slots of a process that died stay taken, in ms. */
const LEASE_MS = 30_000

export interface StreamSlotsDeps {
  redis: Redis
  redisPrefix: string
  log: Logger
  /** Length of a lease in ms, 30,000 by default. A third of it passes between two renewals. */
  leaseMs?: number | undefined
}

/**
 * Counts the open event streams of each account over all processes. Each stream has a slot in Redis, with a lease that its
 * process renews, so the slots of a killed process become free. While Redis does not answer, each process counts only its
 * own streams; the next renewal adds them again.
 */
export class StreamSlots {
  readonly #deps: StreamSlotsDeps
  readonly #leaseMs: number
  readonly #own = new Map<string, Set<string>>()
  /** Members that Redis has not admitted yet. A renewal must not add them: they would count against themselves. */
  readonly #asking = new Set<string>()
  readonly #process = randomBytes(9).toString('base64url')
  #taken = 0
  #renewal: NodeJS.Timeout | null = null
  #closed = false

  constructor(deps: StreamSlotsDeps) {
    this.#deps = deps
    this.#leaseMs = deps.leaseMs ?? LEASE_MS
    deps.redis.defineCommand('takeStreamSlot', { numberOfKeys: 1, lua: TAKE_SLOT })
    deps.redis.defineCommand('renewStreamSlots', { numberOfKeys: 1, lua: RENEW_SLOTS })
  }

  /**
   * Takes a slot for a stream.
   * @returns a function that gives it back.
   * @throws ApiError `rate_limit_exceeded` if the account has too many open streams.
   */
  async take(accountId: string): Promise<() => void> {
    // The limit is reached in this process alone: there is no need to ask Redis.
    if ((this.#own.get(accountId)?.size ?? 0) >= MAX_STREAMS) throw noRoom()
    this.#taken += 1
    const member = `${this.#process}:${this.#taken}`
    this.#add(accountId, member)
    this.#asking.add(member)
    const taken = await this.#deps.redis
      .takeStreamSlot(this.#key(accountId), MAX_STREAMS, this.#leaseMs, member)
      .catch((error: Error) => this.#letPass(error))
    this.#asking.delete(member)
    if (taken === 0) {
      this.#remove(accountId, member)
      throw noRoom()
    }
    return () => this.#giveBack(accountId, member)
  }

  /** Gives all slots of this process back. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#renewal) clearInterval(this.#renewal)
    const own = [...this.#own]
    this.#own.clear()
    await Promise.all(own.map(([accountId, members]) => this.#free(accountId, [...members])))
  }

  #giveBack(accountId: string, member: string): void {
    if (this.#remove(accountId, member)) void this.#free(accountId, [member])
  }

  #remove(accountId: string, member: string): boolean {
    const members = this.#own.get(accountId)
    const isOwn = members?.delete(member) ?? false
    if (members?.size === 0) this.#own.delete(accountId)
    return isOwn
  }

  /** If this fails, the slot is free when its lease ends. */
  async #free(accountId: string, members: string[]): Promise<void> {
    await this.#deps.redis
      .zrem(this.#key(accountId), ...members)
      .catch((err) => this.#deps.log.debug({ accountId, err }, 'the slots of closed event streams expire later'))
  }

  #add(accountId: string, member: string): void {
    const members = this.#own.get(accountId) ?? new Set()
    this.#own.set(accountId, members.add(member))
    if (!this.#closed) this.#renewal ??= setInterval(() => void this.#renew(), this.#leaseMs / 3).unref()
  }

  async #renew(): Promise<void> {
    const renewals = [...this.#own].flatMap(([accountId, members]) => {
      const admitted = [...members].filter((member) => !this.#asking.has(member))
      if (admitted.length === 0) return []
      return [this.#deps.redis.renewStreamSlots(this.#key(accountId), this.#leaseMs, ...admitted)]
    })
    await Promise.all(renewals).catch((err) =>
      this.#deps.log.debug({ err }, 'the slots of open event streams could not be renewed; trying again'),
    )
  }

  #letPass(err: Error): null {
    this.#deps.log.debug({ err }, 'Redis does not answer: this process counts its own event streams only')
    return null
  }

  #key(accountId: string): string {
    return streamSlotsKey(this.#deps.redisPrefix, accountId)
  }
}

function noRoom(): ApiError {
  const message = `The account has ${MAX_STREAMS} open event streams. Close one first.`
  return new ApiError('rate_limit_exceeded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
