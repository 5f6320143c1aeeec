import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ThrottledQueue } from '../../../src/lib/concurrency/throttled-queue.js'

test('work takes its share of the time, in order, and nothing of it is left', async () => {
  let nowMs = 0
  const queue = new ThrottledQueue({ share: 0.25, burstMs: 5, now: () => nowMs })
  const done: number[] = []
  for (let index = 0; index < 100; index += 1) {
    queue.add(() => {
      done.push(index)
      nowMs += 1
    })
  }
  expect(done, 'at once').toEqual([0, 1, 2, 3, 4])
  for (let turn = 0; turn < 1_000 && queue.waiting > 0; turn += 1) {
    nowMs += 4
    const before = done.length
    await delay(6)
    expect(done.length - before).toBeLessThanOrEqual(2)
  }
  expect(done).toEqual(Array.from({ length: 100 }, (_none, index) => index))
  // 95 ms of work at a quarter of the time, in which it is done, too.
  expect(nowMs).toBeGreaterThan(350)
  expect(nowMs).toBeLessThan(700)
})

test('after a pause, only a burst is done at once', () => {
  let nowMs = 0
  const queue = new ThrottledQueue({ share: 0.5, burstMs: 3, now: () => nowMs })
  nowMs = 60_000
  const work = () => {
    nowMs += 1
  }
  for (let index = 0; index < 10; index += 1) queue.add(work)
  expect(nowMs).toBe(60_003)
})
