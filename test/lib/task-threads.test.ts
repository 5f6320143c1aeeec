import { afterEach, expect, test } from 'vitest'
import { GroupFullError } from '../../src/lib/group.js'
import { TaskKilledError, TaskThreads } from '../../src/lib/task-threads.js'
import type { OddTask } from '../support/odd-thread.js'

let threads: TaskThreads<OddTask, number>
afterEach(() => threads.close())

const open = ({ count = 1, maxWaiting = 1_000, limitMs = 300 } = {}) => {
  threads = new TaskThreads({
    entry: new URL('../support/odd-thread.ts', import.meta.url),
    threads: count,
    limitMs,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
    maxWaiting,
  })
}
let keys = 0
const newKey = () => {
  keys += 1
  return `key ${keys}`
}
const run = (data: OddTask, owner = 'one', key = newKey()) => threads.run({ owner, key, data })
const outcome = (work: Promise<number>) => work.catch((error: Error) => error.message)

test('each task gets its own result, even if there are more than fit into a message', async () => {
  open({ count: 2 })
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

test('waiting tasks with the key of a killed task fail with it, and no others', async () => {
  open()
  const begin = performance.now()
  const same = Array.from({ length: 100 }, () => outcome(run('never end', 'one', 'same')))
  const results = await Promise.all([...same, outcome(run(1)), outcome(run(1, 'another', 'same'))])
  expect(new Set(results.slice(0, 100))).toEqual(new Set(['the task took too much time']))
  expect(results.slice(100)).toEqual([2, 2])
  expect(performance.now() - begin).toBeLessThan(20_000)
})

test('a task with the key of a recently killed task fails at once', async () => {
  open()
  expect(await outcome(run('never end', 'one', 'same'))).toBe('the task took too much time')
  expect(await outcome(run(1, 'one', 'same'))).toBe('the task took too much time')
  expect(await Promise.all([run(1), run(1, 'another', 'same')])).toEqual([2, 2])
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  expect(await run(1, 'one', 'same')).toBe(2)
})

test('an owner with endless tasks does not block other owners', async () => {
  open({ count: 2 })
  await run(0)
  let left = 6
  const bad = Array.from({ length: left }, () => outcome(run('never end')).finally(() => (left -= 1)))
  for (let turn = 0; turn < 20; turn += 1) expect(await run(turn, 'another')).toBe(turn * 2)
  expect(left).toBeGreaterThan(0)
  await Promise.all(bad)
})

test('the number of waiting tasks is limited', async () => {
  open({ maxWaiting: 3 })
  const first = [run(1), run(2), run(3)]
  await expect(run(4)).rejects.toThrow(GroupFullError)
  expect(await Promise.all(first)).toEqual([2, 4, 6])
  expect(await run(4)).toBe(8)
})

test('unfinished tasks fail when the threads are closed, and closing is idempotent', async () => {
  open()
  const work = outcome(run('never end'))
  await Promise.all([threads.close(), threads.close()])
  expect(await work).toBe('the threads are closed')
  await expect(run(1)).rejects.toThrow('closed')
  expect(new TaskKilledError('time').reason).toBe('time')
})
