/**
 * How many of a fuzz test's cases run: a quarter, the same ones each time. `FUZZ=all` runs them all, which is worth its
 * minutes after a change to what they are about.
 */
export const fuzzRuns = (all: number): number => (process.env.FUZZ === 'all' ? all : Math.ceil(all / 4))
