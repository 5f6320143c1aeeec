import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { tableOf } from '../endurance/report.js'
import { run } from '../endurance/run.js'
import { programIn } from '../support/built-program.js'
import { makeScratch } from '../support/scratch.js'
import { sharedProgram } from '../support/shared-program.js'

/* The short form of `npm run test:faults`. */

/** About four messages a second: the faults are the same with any load, and a run in CI shares its machine. */
const RATE = 0.3
/** For the two minutes, the start, and the work that is left: a slow machine takes four times as long for those. */
const MOST_MS = 1_200_000

test(
  'two minutes of random faults lose nothing, and nothing is wrong',
  async ({ signal }) => {
    const { main } = programIn(await sharedProgram())
    const folder = await makeScratch('endurance')
    try {
      const report = await run({ minutes: 2, seed: 1, rate: RATE, main, folder, say: () => undefined, signal })
      process.stdout.write(tableOf(report))
      expect(report.problems).toEqual([])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  MOST_MS,
)
