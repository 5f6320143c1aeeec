import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Redis, Result } from 'ioredis'
import type { Logger } from 'pino'
import type { Config } from '../../config.js'
import { ApiError } from '../../errors.js'
import { clientNetwork } from '../../lib/ip-address.js'
import type { Plan } from '../../lib/plan-names.js'
import type { Metrics } from '../../metrics/metrics.js'
import { rateKey } from '../../redis-keys.js'
import type { Caller } from '../caller.js'

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
export interface RateStanding {
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
  readonly standing: RateStanding

  constructor(standing: RateStanding, retryAfterSeconds: number, message: string) {
    super('rate_limit_exceeded', message, { retryAfterSeconds })
    this.standing = standing
  }
}

/** Length of a window. No window takes longer to be empty again. */
export const WINDOW_SECONDS = 1
const WINDOW_US = WINDOW_SECONDS * 1_000_000

/** Requests a second, by plan. */
export const LIMIT_BY_PLAN: Record<Plan | 'none', number> = { none: 10, starter: 10, pro: 25, growth: 50, scale: 100 }

/** After a failure of Redis, requests pass for this long before Redis is tried again. */
const REST_AFTER_FAILURE_MS = 1_000

/**
 * Rate limits requests with an exact sliding window of one second in Redis, by the clock of Redis. There is one window
 * for each account, over all its keys, and one for each address without a valid key. If Redis does not answer, requests
 * pass.
 */
export class RateLimiter {
  readonly #redis: Redis
  readonly #config: Pick<Config, 'rateLimitPerSecond' | 'redisPrefix'>
  readonly #log: Logger
  readonly #metrics: Metrics
  readonly #nonce = randomBytes(6).toString('base64url')
  #calls = 0
  #restUntilMs = 0

  constructor(redis: Redis, config: Pick<Config, 'rateLimitPerSecond' | 'redisPrefix'>, log: Logger, metrics: Metrics) {
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
  take(caller: Caller, slots = 1, taken = 0): Promise<RateStanding | null> {
    return this.#take('account', caller.accountId, LIMIT_BY_PLAN[caller.plan ?? 'none'], slots, taken)
  }

  /**
   * Takes a slot of a client address without a valid key. The addresses of an IPv6 /64 share their slots.
   * @throws RateLimitError if there is none.
   */
  takeForAddress(address: string): Promise<RateStanding | null> {
    return this.#take('address', `ip:${clientNetwork(address)}`, LIMIT_BY_PLAN.none, 1)
  }

  async #take(
    policy: RatePolicy,
    subject: string,
    planLimit: number,
    slots: number,
    already = 0,
  ): Promise<RateStanding | null> {
    const limit = this.#config.rateLimitPerSecond ?? planLimit
    if (limit === 0 || Date.now() < this.#restUntilMs) return null
    this.#calls += 1
    const key = rateKey(this.#config.redisPrefix, subject)
    const reply = await this.#redis
      .takeSlots(key, limit, WINDOW_US, slots - already, `${this.#nonce}${this.#calls}`)
      .catch((error: Error) => this.#letPass(error))
    if (!reply) return null
    const [taken, remaining, resetUs, waitUs] = reply
    const standing = { policy, limit, remaining, resetSeconds: Math.ceil(Number(resetUs) / 1e6) }
    if (taken === 0) {
      this.#metrics.rateLimitRefused(policy)
      throw new RateLimitError(standing, Math.max(1, Math.ceil(Number(waitUs) / 1e6)), refusal(slots, limit))
    }
    return standing
  }

  #letPass(error: Error): null {
    this.#restUntilMs = Date.now() + REST_AFTER_FAILURE_MS
    this.#metrics.rateLimitFailedOpen()
    this.#log.warn({ err: error }, 'Redis does not answer: requests pass without a rate limit')
    return null
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

const OWN_DEPLOYMENT = 'On a deployment of your own, RATE_LIMIT_PER_SECOND raises the limit.'
