import { afterEach, expect, test } from 'vitest'
import { QueueFullError } from '../../../src/lib/concurrency/batcher.js'
import { TaskKilledError } from '../../../src/lib/threads/task-thread.js'
import { TaskThreads, type TaskThreadsOptions } from '../../../src/lib/threads/task-threads.js'
import type { OddTask } from '../../support/odd-thread.js'
import { eventually } from '../../support/start-app.js'

let threads: TaskThreads<OddTask, number>
afterEach(() => threads.close())

const noSuchEntry = new URL('../../support/no-such-thread.ts', import.meta.url)
const open = (given: Partial<TaskThreadsOptions> = {}) => {
  const options = {
    entry: new URL('../../support/odd-thread.ts', import.meta.url),
    threads: 1,
    limitMs: 300,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
    maxWaiting: 1_000,
    rememberKillsMs: 60_000,
    ...given,
  }
  threads = new TaskThreads(options)
  return options
}
let keys = 0
const newKey = () => {
  keys += 1
  return `key ${keys}`
}
const run = (data: OddTask, owner = 'one', key = newKey()) => threads.run({ owner, key, data })
const outcome = (work: Promise<number>) => work.catch((error: Error) => error.message)

test('each task gets its own result, even if there are more than fit into a message', async () => {
  open({ threads: 2 })
  const numbers = Array.from({ length: 200 }, (_none, index) => index)
  const results = await Promise.all(numbers.map((number) => run(number, `owner ${number % 7}`)))
  expect(results).toEqual(numbers.map((number) => number * 2))
})

test.each([
  ['never end', 'the task took too much time'],
  ['take all memory', 'the task took too much memory'],
  ['throw', 'a defect'],
] as const)('a task that would %s fails alone: the tasks around it succeed', async (bad, message) => {
  // Only endless tasks take time.
  open({ limitMs: bad === 'never end' ? 300 : 30_000 })
  const results = await Promise.all([run(1), run(2), run(bad), run(3), run(4, 'another')].map(outcome))
  expect(results).toEqual([2, 4, message, 6, 8])
})

test('a task whose data cannot be copied fails alone, and leaves its thread to others', async () => {
  open()
  const uncopyable = (() => undefined) as unknown as OddTask
  const results = await Promise.all([run(1), run(uncopyable), run(2), run(uncopyable, 'another')].map(outcome))
  expect(results).toEqual([2, expect.stringContaining('could not be cloned'), 4, expect.stringContaining('cloned')])
  expect(await run(3)).toBe(6)
})

test('waiting tasks with the key of a killed task fail with it, and no others', async () => {
  open()
  const same = Array.from({ length: 100 }, () => outcome(run('never end', 'one', 'same')))
  const results = await Promise.all([...same, outcome(run(1)), outcome(run(1, 'another', 'same'))])
  expect(new Set(results.slice(0, 100))).toEqual(new Set(['the task took too much time']))
  expect(results.slice(100)).toEqual([2, 2])
})

test('a task with the key of a killed task fails at once, for a while', async () => {
  open({ rememberKillsMs: 1_000 })
  expect(await outcome(run('never end', 'one', 'same'))).toBe('the task took too much time')
  expect(await outcome(run(1, 'one', 'same'))).toBe('the task took too much time')
  expect(await Promise.all([run(1), run(1, 'another', 'same')])).toEqual([2, 2])
  await eventually('it is forgotten', async () => (await outcome(run(1, 'one', 'same'))) === 2)
})

test('the limit is CPU time: a task that only waits is not killed', async () => {
  open({ limitMs: 500 })
  expect(await run('wait a second')).toBe(1)
})

test('an owner is charged the CPU time beyond a turn, and for the thread that was killed', async () => {
  const charges: [string, number][] = []
  open({ charge: (owner, ms) => charges.push([owner, ms]) })
  await Promise.all([run(1, 'quick'), run('wait a second', 'waits'), outcome(run('never end', 'slow'))])
  expect(charges).toEqual([['slow', expect.any(Number)]])
  expect(charges[0]![1]).toBeGreaterThan(300)
  // The main thread may be late to notice.
  expect(charges[0]![1]).toBeLessThan(3_000)
})

test('the tasks of an owner who is refused fail, those that wait as well, and no others', async () => {
  let refused: string | null = null
  open({ refuse: (owner) => (owner === refused ? new Error('not now') : null), charge: (owner) => (refused = owner) })
  const work = [run('never end', 'slow'), run(1, 'slow'), run(1, 'another')].map(outcome)
  expect(await Promise.all(work)).toEqual(['the task took too much time', 'not now', 2])
  expect(await outcome(run(1, 'slow'))).toBe('not now')
  expect(await run(1, 'another')).toBe(2)
})

test('an owner with endless tasks does not block other owners', async () => {
  open({ threads: 2 })
  await run(0)
  let left = 3
  const bad = Array.from({ length: left }, () => outcome(run('never end')).finally(() => (left -= 1)))
  for (let turn = 0; turn < 20; turn += 1) expect(await run(turn, 'another')).toBe(turn * 2)
  expect(left).toBeGreaterThan(0)
  await Promise.all(bad)
})

test('the number of waiting tasks is limited', async () => {
  open({ maxWaiting: 3 })
  const first = [run(1), run(2), run(3)]
  await expect(run(4)).rejects.toThrow(QueueFullError)
  expect(await Promise.all(first)).toEqual([2, 4, 6])
  expect(await run(4)).toBe(8)
})

test('tasks fail when no thread can be made, and later ones are tried anew', async () => {
  open({ entry: noSuchEntry, threads: 2 })
  const noThread = expect.objectContaining({ name: 'NoThreadError', message: 'no thread could be started' })
  for (const owner of ['one', 'another', 'one']) await expect(run(1, owner)).rejects.toEqual(noThread)
})

test('when one thread more cannot be made, tasks wait for those that there are', async () => {
  const options = open({ threads: 2 })
  await run(0)
  options.entry = noSuchEntry
  expect(await Promise.all([run('wait a second'), run(1, 'another'), run(2, 'a third')])).toEqual([1, 2, 4])
})

test('unfinished tasks fail when the threads are closed, and closing is idempotent', async () => {
  open()
  const work = outcome(run('never end'))
  await Promise.all([threads.close(), threads.close()])
  expect(await work).toBe('the threads are closed')
  await expect(run(1)).rejects.toThrow('closed')
  expect(new TaskKilledError('time').reason).toBe('time')
})
