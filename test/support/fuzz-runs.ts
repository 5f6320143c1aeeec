/** Whether every case of a fuzz test runs. That is worth its minutes after a change to what they are about. */
export const runsAll = process.env.FUZZ === 'all'
const SHARE = 4

/** How many of a fuzz test's random cases run: a quarter, the same ones each time. All with `FUZZ=all`. */
export const fuzzRuns = (all: number): number => (runsAll ? all : Math.ceil(all / SHARE))

/** The cases of a list that run: a quarter, spread over the list. All with `FUZZ=all`. */
export const fuzzCases = <T>(all: readonly T[]): T[] => all.filter((_case, index) => runsAll || index % SHARE === 0)
