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
