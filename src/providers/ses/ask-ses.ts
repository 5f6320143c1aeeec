import { setTimeout as delay } from 'node:timers/promises'
import type { SESv2 } from '@aws-sdk/client-sesv2'
import { retryDelayMs } from '../../lib/concurrency/retry-schedule.js'
import { sesErrorKind } from './ses-errors.js'

/** Makes one request to SES. */
export type AskSes = <T>(request: (ses: SESv2) => Promise<T>) => Promise<T>

/** How throttled requests are retried. */
export interface ThrottleRetryOptions {
  /** Time for all requests together, from now on, in ms. After it, no request is retried. */
  retryForMs: number
  /** Uniform in [0, 1). */
  random: () => number
}

/** Delay before a throttled request is retried, in ms; it doubles each time. */
const RATE_DELAY = { baseMs: 250, jitter: 0.5 }

/**
 * Makes requests to SES and retries those that SES throttles. SES allows few requests about identities, counted for the
 * whole AWS account. A throttled request has had no effect, so nothing happens twice.
 */
export function withThrottleRetries(ses: SESv2, { retryForMs, random }: ThrottleRetryOptions): AskSes {
  const until = performance.now() + retryForMs
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request(ses)
      } catch (error) {
        const waitMs = retryDelayMs(attempt, { ...RATE_DELAY, random })
        if (sesErrorKind(error) !== 'rate' || performance.now() + waitMs > until) throw error
        await delay(waitMs)
      }
    }
  }
}
