import { expect, test } from 'vitest'
import { mapInSlices, shouldYield, yieldToEventLoop } from '../../../src/lib/concurrency/time-slices.js'
import { turnsDuring } from '../../support/turns-during.js'

/** Keeps the processor busy. */
function work(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('long work lets others have turns; short work does not wait', async () => {
  const long = async (steps: number, ms: number) => {
    for (let step = 0; step < steps; step += 1) {
      if (shouldYield()) await yieldToEventLoop()
      work(ms)
    }
  }
  expect(await turnsDuring(long(20, 5))).toBeGreaterThan(5)
  expect(await turnsDuring(long(20, 0))).toBeLessThan(3)
})

test('many long works together take no more of a turn than one', async () => {
  let heldMs = 0
  let worst = 0
  const one = async () => {
    for (let step = 0; step < 5; step += 1) {
      if (shouldYield()) await yieldToEventLoop()
      work(4)
      heldMs += 4
    }
  }
  const watch = setInterval(() => {
    worst = Math.max(worst, heldMs)
    heldMs = 0
  })
  await Promise.all(Array.from({ length: 20 }, one))
  clearInterval(watch)
  expect(worst).toBeGreaterThan(0)
  expect(worst).toBeLessThan(40)
})

test('those who wait go on in the order in which they came', async () => {
  const order: number[] = []
  await Promise.all([1, 2, 3, 4].map((each) => yieldToEventLoop().then(() => order.push(each))))
  expect(order).toEqual([1, 2, 3, 4])
  expect(shouldYield()).toBe(false)
})

test('a list is mapped in its order, in as many turns as that takes', async () => {
  const double = (item: number) => {
    work(2)
    return item * 2
  }
  const items = Array.from({ length: 50 }, (_none, index) => index)
  const mapped = mapInSlices(items, double)
  expect(await turnsDuring(mapped)).toBeGreaterThan(5)
  expect(await mapped).toEqual(items.map((item) => item * 2))
})
