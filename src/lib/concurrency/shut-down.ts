import type { Logger } from 'pino'
import { TimeoutError, withTimeout } from './time-limit.js'

/** One step of a shutdown, and how long it may take. */
export type Step = [limitMs: number, step: () => unknown]

/** Runs every step, even if others fail, and none longer than its limit; then throws the first failure. */
export async function shutDown(log: Logger, steps: readonly Step[]): Promise<void> {
  const failures: unknown[] = []
  for (const [limitMs, step] of steps) {
    try {
      await withTimeout(limitMs, Promise.resolve(step()))
    } catch (error) {
      if (error instanceof TimeoutError)
        log.warn({ err: error.message }, 'a part did not close in time and was abandoned')
      else failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
