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

/** A group with a pace, and what each of its runs has taken. */
function paced(paceMs: number) {
  const runs: number[][] = []
  const run = async (items: number[]) => {
    runs.push(items)
    await turn()
    return items
  }
  return { runs, group: new Batcher<number, number>(run, { maxItems: 1_000, paceMs }) }
}

it('with a pace, the run after one of several items also takes what comes meanwhile', async () => {
  const { runs, group } = paced(200)
  const startedAt = performance.now()
  await Promise.all([group.add(1), group.add(2), group.add(3)])
  const early = group.add(4)
  await turn()
  const late = group.add(5)
  await Promise.all([early, late])
  expect(runs).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
  expect(performance.now() - startedAt).toBeGreaterThan(150)
})

it('with a pace, neither one or two callers wait nor a run that is large enough', async () => {
  const { runs, group } = paced(3_600_000)
  for (const item of [1, 2]) await group.add(item)
  for (const _time of [1, 2]) await Promise.all([3, 4].map((item) => group.add(item)))
  const many = Array.from({ length: 200 }, (_none, index) => index)
  for (const _time of [1, 2]) await Promise.all(many.map((item) => group.add(item)))
  expect(runs).toEqual([[1], [2], [3, 4], [3, 4], many, many])
})

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
