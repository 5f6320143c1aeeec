/** Time and randomness. Tests replace them. */
export interface Clock {
  /** The current time. */
  now(): Date
  /** A number from 0 (inclusive) to 1 (exclusive). */
  random(): number
}

/** The machine's clock and randomness. */
export const systemClock: Clock = { now: () => new Date(), random: Math.random }

/** By how much the clocks of two machines may differ without harm, in ms. An operator is warned far earlier. */
export const MAX_CLOCK_DIFFERENCE_MS = 10_000
