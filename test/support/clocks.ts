import type { Clock } from '../../src/clock.js'

/** A stopped clock that the test sets. */
export interface StandingClock extends Clock {
  set(at: Date): void
}

/** The machine's clock, moved ahead by the test. */
export interface ShiftedClock extends Clock {
  aheadMs: number
}

/** A clock stopped at `at`, whose random numbers are 0.5. */
export function standingClock(at: Date): StandingClock {
  let present = at
  return {
    now: () => new Date(present),
    random: () => 0.5,
    set: (next) => {
      present = next
    },
  }
}

/** A clock that runs, `aheadMs` ahead. */
export function shiftedClock(aheadMs = 0): ShiftedClock {
  const clock: ShiftedClock = {
    aheadMs,
    now: () => new Date(Date.now() + clock.aheadMs),
    random: () => 0.5,
  }
  return clock
}
