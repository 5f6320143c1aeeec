import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Result } from 'ioredis'
import type { Logger } from 'pino'
import { ApiError } from '../errors.js'
import { getOrMake } from '../lib/collections/get-or-make.js'
import type { RedisClient } from '../lib/redis/redis-client.js'
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
  redis: RedisClient
  redisPrefix: string
  log: Logger
  /** Length of a lease in ms, 30,000 by default. A third of it passes between two renewals. */
  leaseMs?: number | undefined
}

/** A slot of this process. */
interface Slot {
  /** Redis is being asked, has counted the stream, or did not answer when it was asked. */
  state: 'asking' | 'counted' | 'uncounted'
  /** Ends the stream with this error. */
  refuse: (error: ApiError) => void
}

/**
 * Counts the open event streams of each account over all processes. Each stream has a slot in Redis, with a lease that its
 * process renews, so the slots of a killed process become free. While Redis does not answer, each process counts only its
 * own streams; the next renewal asks again for those that Redis has not counted, and refuses those that are too many.
 */
export class StreamSlots {
  readonly #deps: StreamSlotsDeps
  readonly #leaseMs: number
  readonly #own = new Map<string, Map<string, Slot>>()
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
   * @param refuse ends the stream, if Redis answers too late and the account turns out to have too many open streams.
   * @returns a function that gives it back.
   * @throws ApiError `rate_limit_exceeded` if the account has too many open streams.
   */
  async take(accountId: string, refuse: (error: ApiError) => void): Promise<() => void> {
    // The limit is reached in this process alone: there is no need to ask Redis.
    if ((this.#own.get(accountId)?.size ?? 0) >= MAX_STREAMS) throw noRoom()
    this.#taken += 1
    const member = `${this.#process}:${this.#taken}`
    const slot: Slot = { state: 'asking', refuse }
    this.#add(accountId, member, slot)
    if (!(await this.#ask(accountId, member, slot))) throw noRoom()
    return () => this.#release(accountId, member)
  }

  /** Gives all slots of this process back. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#renewal) clearInterval(this.#renewal)
    const own = [...this.#own]
    this.#own.clear()
    await Promise.all(own.map(([accountId, slots]) => this.#free(accountId, [...slots.keys()])))
  }

  /** Asks Redis to count a stream. False if the account has too many. */
  async #ask(accountId: string, member: string, slot: Slot): Promise<boolean> {
    slot.state = 'asking'
    try {
      const isTaken = await this.#deps.redis.takeStreamSlot(this.#key(accountId), MAX_STREAMS, this.#leaseMs, member)
      slot.state = 'counted'
      if (!isTaken) this.#remove(accountId, member)
      return isTaken === 1
    } catch (err) {
      slot.state = 'uncounted'
      this.#deps.log.debug({ err }, 'Redis does not answer: this process counts its own event streams only')
      return true
    }
  }

  #release(accountId: string, member: string): void {
    if (this.#remove(accountId, member)) void this.#free(accountId, [member])
  }

  #remove(accountId: string, member: string): boolean {
    const slots = this.#own.get(accountId)
    const isOwn = slots?.delete(member) ?? false
    if (slots?.size === 0) this.#own.delete(accountId)
    return isOwn
  }

  /** If this fails, the slot is free when its lease ends. */
  async #free(accountId: string, members: string[]): Promise<void> {
    await this.#deps.redis
      .zrem(this.#key(accountId), ...members)
      .catch((err) => this.#deps.log.debug({ accountId, err }, 'the slots of closed event streams expire later'))
  }

  #add(accountId: string, member: string, slot: Slot): void {
    getOrMake(this.#own, accountId, () => new Map<string, Slot>()).set(member, slot)
    if (!this.#closed) this.#renewal ??= setInterval(() => void this.#renew(), this.#leaseMs / 3).unref()
  }

  async #renew(): Promise<void> {
    await Promise.all([...this.#own].flatMap(([accountId, slots]) => this.#renewOf(accountId, [...slots])))
  }

  #renewOf(accountId: string, slots: [member: string, slot: Slot][]): Promise<void>[] {
    const counted = slots.flatMap(([member, { state }]) => (state === 'counted' ? [member] : []))
    const uncounted = slots.filter(([, { state }]) => state === 'uncounted')
    return [
      this.#renewLeases(accountId, counted),
      ...uncounted.map(async ([member, slot]) => {
        if (!(await this.#ask(accountId, member, slot))) slot.refuse(noRoom())
      }),
    ]
  }

  async #renewLeases(accountId: string, members: string[]): Promise<void> {
    if (members.length === 0) return
    await this.#deps.redis
      .renewStreamSlots(this.#key(accountId), this.#leaseMs, ...members)
      .catch((err) => this.#deps.log.debug({ err }, 'slots of open event streams could not be renewed; trying again'))
  }

  #key(accountId: string): string {
    return streamSlotsKey(this.#deps.redisPrefix, accountId)
  }
}

function noRoom(): ApiError {
  const message = `The account has ${MAX_STREAMS} open event streams. Close one first.`
  return new ApiError('rate_limit_exceeded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
