import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PacedRuns } from '../../src/lib/paced-runs.js'
import { eventually } from '../support/start-app.js'

interface Run {
  key: string
  finish(error?: Error): void
}

/** Runs that the test finishes. */
function pacedRuns(restMs: number) {
  const started: Run[] = []
  const errors: unknown[] = []
  const runs = new PacedRuns({
    restMs,
    run: (key) =>
      new Promise<void>((resolve, reject) =>
        started.push({ key, finish: (error) => (error ? reject(error) : resolve()) }),
      ),
    onError: (key, error) => errors.push([key, error]),
  })
  const keys = () => started.map(({ key }) => key).join(' ')
  return { runs, started, errors, keys }
}

test('each key runs at once, and requests during a run make one more after it', async () => {
  const { runs, started, keys } = pacedRuns(1)
  for (let count = 0; count < 10; count += 1) for (const key of ['a', 'b']) runs.request(key)
  expect(keys()).toBe('a b')
  started[0]!.finish()
  await eventually('a runs again', () => keys() === 'a b a')
  started[2]!.finish()
  started[1]!.finish()
  await eventually('b runs again', () => keys() === 'a b a b')
  started[3]!.finish()
  await runs.close()
  expect(keys()).toBe('a b a b')
})

test('a request during the rest runs after it', async () => {
  const { runs, started, keys } = pacedRuns(200)
  runs.request('a')
  const at = performance.now()
  started[0]!.finish()
  await turn()
  runs.request('a')
  expect(keys()).toBe('a')
  await eventually('it runs again', () => keys() === 'a a')
  expect(performance.now() - at).toBeGreaterThanOrEqual(199)
  started[1]!.finish()
  await runs.close()
})

test('a key that was not requested again runs at once later', async () => {
  const { runs, started, keys } = pacedRuns(1)
  runs.request('a')
  started[0]!.finish()
  await eventually('it runs again', () => {
    if (started.length === 1) runs.request('a')
    return keys() === 'a a'
  })
  started[1]!.finish()
  await runs.close()
})

test('a run that fails is reported and does not stop its key', async () => {
  const { runs, started, errors, keys } = pacedRuns(1)
  runs.request('a')
  runs.request('a')
  const error = new Error('away')
  started[0]!.finish(error)
  await eventually('it runs again', () => keys() === 'a a')
  expect(errors).toEqual([['a', error]])
  started[1]!.finish()
  await runs.close()
})

test('closing waits for what runs, ends rests and starts nothing more', async () => {
  const { runs, started, keys } = pacedRuns(60_000)
  runs.request('rests')
  started[0]!.finish()
  runs.request('runs')
  runs.request('runs')
  runs.request('rests')
  let isClosed = false
  const closing = runs.close().then(() => {
    isClosed = true
  })
  await turn()
  expect(isClosed).toBe(false)
  started[1]!.finish()
  await closing
  runs.request('late')
  expect(keys()).toBe('rests runs')
})
