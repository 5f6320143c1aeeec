import { describe, expect, it } from 'vitest'
import { BatchOrder, type BatchPosition } from '../../../../src/services/sending/messages/batch-order.js'

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Positions of a batch, and those that passed a gate, in the order in which they did. */
function batch(size: number, gate: 'waitToRender' | 'waitToCharge') {
  const order = new BatchOrder()
  const positions = Array.from({ length: size }, () => order.next())
  const passed: number[] = []
  const come = async (index: number) => {
    await positions[index]![gate]()
    passed.push(index)
  }
  return { at: (index: number): BatchPosition => positions[index]!, passed, come }
}

describe.each(['waitToRender', 'waitToCharge'] as const)('at the gate %s', (gate) => {
  it('sends pass in the order of their batch, each after all before have passed or left', async () => {
    const { at, passed, come } = batch(5, gate)
    const coming = [come(3), come(2), come(0)]
    await settle()
    expect(passed).toEqual([0])
    at(1).leave()
    await Promise.all([...coming, come(4)])
    expect(passed).toEqual([0, 2, 3, 4])
  })

  it('others do not overtake the send that opens it', async () => {
    const { passed, come } = batch(3, gate)
    const waiting = [come(1), come(2)]
    await settle()
    await Promise.all([...waiting, come(0)])
    expect(passed).toEqual([0, 1, 2])
  })

  it('a send that comes back after it has left does not wait', async () => {
    const { at, come, passed } = batch(4, gate)
    at(0).leave()
    await come(0)
    at(2).leave()
    await come(2)
    at(0).leave()
    await come(1)
    await Promise.all([come(1), come(3)])
    expect(passed).toEqual([0, 2, 1, 1, 3])
  })
})

it('a send that renders nothing is waited for where it is charged', async () => {
  const { at, passed, come } = batch(2, 'waitToRender')
  at(0).skipRendering()
  await come(1)
  let isCharged = false
  const charged = at(1)
    .waitToCharge()
    .then(() => {
      isCharged = true
    })
  await settle()
  expect(isCharged).toBe(false)
  await at(0).waitToCharge()
  await charged
  expect(passed).toEqual([1])
})

describe('the work of a batch', () => {
  /** Keeps the processor busy. */
  function work(ms: number): void {
    const until = performance.now() + ms
    while (performance.now() < until);
  }

  it('goes on in the order in which its sends come, in as many turns of the loop as it takes', async () => {
    const { at } = batch(50, 'waitToRender')
    const order: number[] = []
    let [turns, heldMs, longestMs] = [0, 0, 0]
    const watch = setInterval(() => {
      longestMs = Math.max(longestMs, heldMs)
      heldMs = 0
      turns += 1
    })
    const works = Array.from({ length: 50 }, async (_none, index) => {
      await at(index).waitForTimeSlice()
      work(2)
      heldMs += 2
      order.push(index)
    })
    await Promise.all(works)
    clearInterval(watch)
    expect(order).toEqual(works.map((_work, index) => index))
    expect(turns).toBeGreaterThan(5)
    // A share of 10 ms, and what was begun in it.
    expect(longestMs).toBeLessThanOrEqual(24)
    // And those that come later.
    await at(0).waitForTimeSlice()
  })
})
