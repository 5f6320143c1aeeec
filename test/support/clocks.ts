import type { Clock } from '../../src/clock.js'

/** A clock that stands still until a test sets it. */
export interface StandingClock extends Clock {
  set(at: Date): void
}

/** The machine's clock, ahead by as much as a test says. */
export interface ShiftedClock extends Clock {
  aheadMs: number
}

/** A clock that stands at `at`, with chance in the middle. */
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
