import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CpuDeadline, ownThreadId, ThreadClock } from '../../../src/lib/threads/thread-clock.js'

const wait = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
const work = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test.runIf(existsSync('/proc/thread-self'))(
  'counts the time that a thread works, and not the time that it waits',
  () => {
    const clock = new ThreadClock(ownThreadId())
    const begunMs = clock.nowMs()
    wait(200)
    const waitedMs = clock.nowMs() - begunMs
    expect(waitedMs).toBeLessThan(100)
    const deadline = new CpuDeadline(clock, 50)
    expect(deadline.isOver()).toBe(false)
    wait(100)
    expect(deadline.isOver()).toBe(false)
    while (!deadline.isOver()) work(1)
    expect(clock.nowMs() - begunMs).toBeGreaterThanOrEqual(waitedMs + 50)
    clock.close()
  },
)

test.each([
  ['has no ids of threads', null],
  ['has no times for a thread', 999_999_999],
])('goes by a slower clock on a system that %s', (_what, id) => {
  const clock = new ThreadClock(id)
  const begunMs = clock.nowMs()
  const begunAt = performance.now()
  wait(90)
  const tookMs = performance.now() - begunAt
  expect(clock.nowMs() - begunMs).toBeGreaterThanOrEqual(30)
  expect(clock.nowMs() - begunMs).toBeLessThan(tookMs)
  clock.close()
})
