import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Result } from 'ioredis'
import type { Logger } from 'pino'
import type { Config } from '../../../config.js'
import { ApiError } from '../../../errors.js'
import { clientNetwork } from '../../../lib/network/ip-address.js'
import type { RedisClient } from '../../../lib/redis/redis-client.js'
import type { Metrics } from '../../../metrics/metrics.js'
import type { Plan } from '../../../plan-names.js'
import { rateKey } from '../../../redis-keys.js'
import type { Caller } from '../../caller.js'
import { LocalWindows, type WindowReply, type WindowRequest } from './local-windows.js'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeSlots(
      window: string,
      limit: number,
      windowUs: number,
      cost: number,
      nonce: string,
    ): Result<[taken: number, left: number, resetUs: string, waitUs: string], Context>
  }
}

const TAKE_SLOTS = readFileSync(new URL('./take-slots.lua', import.meta.url), 'utf8')

export type RatePolicy = 'account' | 'address'

/** The state of a limit after a request, as in the response headers. */
export interface RateLimitStatus {
  /** What is counted: the requests of an account or, without a valid key, those of an address. */
  policy: RatePolicy
  /** Requests for each window. */
  limit: number
  /** Requests left after this one. */
  remaining: number
  /** Unix time in seconds at which the window is empty again. */
  resetSeconds: number
}

/** The window is full. */
export class RateLimitError extends ApiError {
  readonly limitStatus: RateLimitStatus

  constructor(limitStatus: RateLimitStatus, retryAfterSeconds: number, message: string) {
    super('rate_limit_exceeded', message, { retryAfterSeconds })
    this.limitStatus = limitStatus
  }
}

/** Length of a window. No window takes longer to be empty again. */
export const WINDOW_SECONDS = 1
const WINDOW_US = WINDOW_SECONDS * 1_000_000

/** Requests a second, by plan. */
export const LIMIT_BY_PLAN: Record<Plan | 'none', number> = { none: 10, starter: 10, pro: 25, growth: 50, scale: 100 }
/** Requests a second of accounts without a larger plan where none are sold: ten would only slow their owners down. */
export const LIMIT_WITHOUT_PLANS = 100

/** After a failure of Redis, this process counts for itself for this long before Redis is tried again. */
const REST_AFTER_FAILURE_MS = 1_000
/** Redis has this long to answer: see the connections. A failure that is noticed much later is this process's own. */
const REDIS_TIMEOUT_MS = 500
const LATE_MS = 100

type RateConfig = Pick<Config, 'rateLimitPerSecond' | 'redisPrefix' | 'stripeSecretKey'>

/**
 * Rate limits requests with an exact sliding window of one second in Redis, by the clock of Redis. There is one window
 * for each account, over all its keys, and one for each address without a valid key. If Redis does not answer, windows in
 * the memory of this process stand in.
 */
export class RateLimiter {
  readonly #redis: RedisClient
  readonly #config: RateConfig
  readonly #local = new LocalWindows()
  readonly #log: Logger
  readonly #metrics: Metrics
  readonly #nonce = randomBytes(6).toString('base64url')
  #calls = 0
  #restUntilMs = 0

  constructor(redis: RedisClient, config: RateConfig, log: Logger, metrics: Metrics) {
    redis.defineCommand('takeSlots', { numberOfKeys: 1, lua: TAKE_SLOTS })
    this.#redis = redis
    this.#config = config
    this.#log = log
    this.#metrics = metrics
  }

  /**
   * Takes slots of the caller's account.
   * @param slots all that the request needs.
   * @param taken those of them that it has taken before.
   * @returns null if there is no limit.
   * @throws RateLimitError if there are not enough.
   */
  take(caller: Caller, slots = 1, taken = 0): Promise<RateLimitStatus | null> {
    return this.#take('account', caller.accountId, this.#limitOf(caller.plan ?? 'none'), slots, taken)
  }

  /**
   * Takes a slot of a client address without a valid key. The addresses of an IPv6 /64 share their slots.
   * @throws RateLimitError if there is none.
   */
  takeForAddress(address: string): Promise<RateLimitStatus | null> {
    return this.#take('address', `ip:${clientNetwork(address)}`, LIMIT_BY_PLAN.none, 1)
  }

  #limitOf(plan: Plan | 'none'): number {
    const isSmall = plan === 'none' || plan === 'starter'
    return isSmall && this.#config.stripeSecretKey === null ? LIMIT_WITHOUT_PLANS : LIMIT_BY_PLAN[plan]
  }

  async #take(
    policy: RatePolicy,
    subject: string,
    planLimit: number,
    slots: number,
    already = 0,
  ): Promise<RateLimitStatus | null> {
    const limit = this.#config.rateLimitPerSecond ?? planLimit
    if (limit === 0) return null
    const request = { limit, windowUs: WINDOW_US, slots: slots - already }
    const { taken, left, resetUs, waitUs } =
      performance.now() < this.#restUntilMs ? this.#local.take(subject, request) : await this.#ask(subject, request)
    const standing = { policy, limit, remaining: left, resetSeconds: Math.ceil(resetUs / 1e6) }
    if (!taken) {
      this.#metrics.rateLimitRefused(policy)
      throw new RateLimitError(standing, Math.max(1, Math.ceil(waitUs / 1e6)), refusal(slots, limit))
    }
    return standing
  }

  /** Takes slots in Redis or, if it does not answer, here. */
  async #ask(subject: string, request: WindowRequest, isAgain = false): Promise<WindowReply> {
    const { limit, windowUs, slots } = request
    const askedAt = performance.now()
    this.#calls += 1
    try {
      const key = rateKey(this.#config.redisPrefix, subject)
      const nonce = `${this.#nonce}${this.#calls}`
      const [taken, left, resetUs, waitUs] = await this.#redis.takeSlots(key, limit, windowUs, slots, nonce)
      return { taken: taken === 1, left, resetUs: Number(resetUs), waitUs: Number(waitUs) }
    } catch (error) {
      // The event loop was held, so the answer may be there without having been read.
      const isOwnDelay = performance.now() - askedAt > REDIS_TIMEOUT_MS + LATE_MS
      if (isOwnDelay && !isAgain) return this.#ask(subject, request, true)
      this.#fallBack(error as Error)
      return this.#local.take(subject, request)
    }
  }

  #fallBack(error: Error): void {
    if (performance.now() < this.#restUntilMs) return
    this.#restUntilMs = performance.now() + REST_AFTER_FAILURE_MS
    this.#metrics.rateLimitedLocally()
    this.#log.warn({ err: error }, 'Redis does not answer: each process limits the rate of requests by itself')
  }
}

function refusal(slots: number, limit: number): string {
  const [fault, advice] =
    slots > limit
      ? // Waiting would not help: the request needs more slots than a window has.
        [`A batch of ${slots} calls exceeds the limit of ${limit} requests a second.`, 'Send smaller batches.']
      : [`More than ${limit} requests in a second.`, 'Wait for the number of seconds in Retry-After.']
  return `${fault} ${advice} ${OWN_DEPLOYMENT}`
}

const OWN_DEPLOYMENT = 'On your own deployment, RATE_LIMIT_PER_SECOND raises the limit.'
