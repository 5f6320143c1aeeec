import { afterAll, afterEach, expect } from 'vitest'
import { takeCrossings } from './one-slot.js'
import { takeErrors } from './service-log.js'

/* Runs before each test file. */

function printErrors(isFailed: boolean): void {
  const errors = takeErrors()
  if (isFailed && errors) process.stderr.write(`The service logged:\n${errors}\n`)
}

afterEach(({ task }) => {
  printErrors(task.result?.state === 'fail')
  expect(takeCrossings(), 'commands that a Redis Cluster would refuse: their keys are in several slots').toEqual([])
})
// If a hook has failed, no test has run.
// biome-ignore lint/correctness/noEmptyPattern: Vitest demands a pattern
afterAll(({}, file) => printErrors([file, ...file.tasks].some(({ result }) => result?.state === 'fail')))
