/** Time and randomness. Tests replace them. */
export interface Clock {
  /** The current time. */
  now(): Date
  /** A number from 0 (inclusive) to 1 (exclusive). */
  random(): number
}

/** The machine's clock and randomness. */
export const systemClock: Clock = { now: () => new Date(), random: Math.random }
