import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BlockedTurn, EventLoopMonitor, noteWorkStart } from '../../../src/lib/concurrency/event-loop-monitor.js'
import { ownThreadId, ThreadClock } from '../../../src/lib/threads/thread-clock.js'
import { call, eventually, startApp } from '../../support/start-app.js'

let turns: BlockedTurn[]
let watch: EventLoopMonitor
beforeEach(() => {
  turns = []
  watch = new EventLoopMonitor((turn) => turns.push(turn))
})
afterEach(() => watch.close())

const tick = () => new Promise((resolve) => setTimeout(resolve, 150))

/** Works for some CPU time of this thread: what other threads of the process do meanwhile does not count. */
function work(ms: number): void {
  const clock = new ThreadClock(ownThreadId())
  const end = clock.nowMs() + ms
  while (clock.nowMs() < end);
  clock.close()
}

test('tells of a turn that is held, how long it took, and what began last', async () => {
  watch.start()
  await tick()
  noteWorkStart('GET /v1/messages', 'req-1')
  noteWorkStart('inbound', 'inb_1')
  work(600)
  const turn = await eventually('a held turn', () => turns[0])
  expect(turn.heldMs).toBeGreaterThanOrEqual(300)
  expect(turn.recent.slice(0, 2)).toEqual([
    { kind: 'inbound', id: 'inb_1' },
    { kind: 'GET /v1/messages', id: 'req-1' },
  ])
  expect(turn.recent.length).toBeLessThanOrEqual(8)
})

test('says nothing of short turns, nor of a thread that only waited', async () => {
  watch.start()
  await tick()
  for (let round = 0; round < 10; round += 1) {
    work(20)
    await tick()
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
  await tick()
  expect(turns).toEqual([])
})

test('a service counts held turns among its metrics', async () => {
  const app = await startApp({ ROLES: 'api' })
  try {
    await tick()
    await call(app.url, 'GET', '/healthz')
    work(600)
    await eventually('the metric', async () =>
      /postline_event_loop_blocked_seconds_count [1-9]/.test(await app.app.metrics.registry.metrics()),
    )
  } finally {
    await app.close()
  }
})
