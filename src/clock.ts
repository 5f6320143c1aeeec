/** The passing of time and chance, as far as they matter to behaviour: tests set them. */
export interface Clock {
  /** The present, as a `Date`. */
  now(): Date
  /** A number from 0 (inclusive) to 1 (exclusive). */
  random(): number
}

/** The machine's own clock and randomness. */
export const systemClock: Clock = { now: () => new Date(), random: Math.random }
