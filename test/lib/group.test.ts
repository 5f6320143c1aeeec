import { expect, it } from 'vitest'
import { Group } from '../../src/lib/group.js'
import { TimeoutError } from '../../src/lib/time-limit.js'

it('a run that never ends fails in time, and waiting items run', async () => {
  const runs: number[][] = []
  const group = new Group<number, number>(
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

it('after a run of many items, the next one takes also what comes a moment later', async () => {
  const runs: number[][] = []
  const group = new Group<number, number>(
    async (items) => {
      runs.push(items)
      await turn()
      return items
    },
    { maxItems: 100 },
  )
  const many = Array.from({ length: 10 }, (_none, index) => index)
  const first = Promise.all(many.map((item) => group.add(item)))
  await turn()
  const early = group.add(10)
  await first
  const late = group.add(11)
  await Promise.all([early, late])
  expect(runs).toEqual([many, [10, 11]])
})

it('after a run of few items, the next one begins at once', async () => {
  const runs: number[][] = []
  const group = new Group<number, number>(
    async (items) => {
      runs.push(items)
      await turn()
      return items
    },
    { maxItems: 100 },
  )
  const first = group.add(1)
  await turn()
  const second = group.add(2)
  await first
  await turn()
  expect(runs).toEqual([[1], [2]])
  await second
})
