import { setTimeout as sleep } from 'node:timers/promises'
import type { Pause } from '../../../lib/concurrency/semaphore.js'

/** How an erasure lets others of its process go on. It holds nothing large meanwhile. */
export interface Pauses {
  /** Rests, so that MongoDB is free for others, and then lets the next erasure go on. */
  rest(ms: number): Promise<void>
  /** Waits while other erasures work. */
  wait(ms: number): Promise<void>
}

export const pausesOf = (pause: Pause): Pauses => ({
  rest: async (ms) => {
    await sleep(ms)
    await pause()
  },
  wait: (ms) => pause(() => sleep(ms)),
})
