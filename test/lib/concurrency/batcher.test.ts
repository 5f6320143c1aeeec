import { expect, it } from 'vitest'
import { Batcher } from '../../../src/lib/concurrency/batcher.js'
import { TimeoutError } from '../../../src/lib/concurrency/time-limit.js'

it('a run that never ends fails in time, and waiting items run', async () => {
  const runs: number[][] = []
  const group = new Batcher<number, number>(
    async (items) => {
      runs.push(items)
      if (runs.length === 1) await new Promise(() => undefined)
      return items
    },
    { maxItems: 10, maxRunMs: 50 },
  )
  const lost = group.add(1)
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  const waiting = [group.add(2), group.add(3)]
  await expect(lost).rejects.toBeInstanceOf(TimeoutError)
  expect(await Promise.all(waiting)).toEqual([2, 3])
  expect(runs).toEqual([[1], [2, 3]])
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('a group that lingers takes what comes meanwhile, but not after a run of many items', async () => {
  const runs: number[][] = []
  let begin!: () => void
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const run = async (items: number[]) => {
    runs.push(items)
    if (items.length > 2) begin()
    await turn()
    return items
  }
  const group = new Batcher<number, number>(run, { maxItems: 1_000, lingerMs: 100 })
  const first = group.add(1)
  await turn()
  await turn()
  await Promise.all([first, group.add(2)])
  const many = Array.from({ length: 33 }, (_none, index) => index)
  const running = many.map((item) => group.add(item))
  await begun
  const next = group.add(3)
  await Promise.all(running)
  // What lingers would take this along.
  await Promise.all([next, group.add(4)])
  expect(runs).toEqual([[1, 2], many, [3], [4]])
})
