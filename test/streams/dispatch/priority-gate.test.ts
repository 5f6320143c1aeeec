import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Pass, PriorityGate } from '../../../src/streams/dispatch/priority-gate.js'

const OPTIONS = { crowd: 10, maxWaitMs: 60_000, maxAheadMs: 60_000 }

/** Work that lasts until it is ended. */
function start(all: PriorityGate, kind: string) {
  let end = () => {}
  let pass!: Pass
  const done = all.hold(kind, (own) => {
    pass = own
    return new Promise<void>((resolve) => (end = resolve))
  })
  return {
    pass,
    async end() {
      end()
      await done
    },
  }
}

const startMany = (all: PriorityGate, kind: string, count: number) =>
  Array.from({ length: count }, () => start(all, kind))

/** Whether something settles before the event loop has turned a few times. */
async function isQuick(promise: Promise<unknown>): Promise<boolean> {
  let isDone = false
  void promise.then(() => (isDone = true))
  for (let count = 0; count < 3; count += 1) await turn()
  return isDone
}

test('single work goes first only beside a crowd of others', () => {
  const all = new PriorityGate(OPTIONS)
  const crowd = startMany(all, 'many', OPTIONS.crowd)
  expect(crowd.some(({ pass }) => pass.isFirst)).toBe(false)
  expect(start(all, 'one').pass.isFirst).toBe(true)
  expect(start(all, 'many').pass.isFirst).toBe(false)
})

test('what a kind has more of than a few does not go first', () => {
  const all = new PriorityGate(OPTIONS)
  startMany(all, 'many', OPTIONS.crowd)
  const own = startMany(all, 'other', 6).map(({ pass }) => pass.isFirst)
  expect(own).toEqual([true, true, true, true, false, false])
})

test('others wait until all single work has been done or needs no priority any more', async () => {
  const all = new PriorityGate(OPTIONS)
  const crowd = startMany(all, 'many', OPTIONS.crowd)
  const waitsFor = async (end: () => unknown) => {
    const waiting = crowd[0]!.pass.yield()
    if (await isQuick(waiting)) return false
    await end()
    return isQuick(waiting)
  }
  expect(await waitsFor(() => undefined)).toBe(false)
  const one = start(all, 'one')
  expect(await isQuick(one.pass.yield())).toBe(true)
  expect(await waitsFor(one.end)).toBe(true)
  const other = start(all, 'other')
  expect(await waitsFor(() => other.pass.end())).toBe(true)
  await other.end()
  expect(await isQuick(crowd[0]!.pass.yield())).toBe(true)
})

test('others wait for a moment only', async () => {
  const all = new PriorityGate({ ...OPTIONS, maxWaitMs: 1 })
  const [many] = startMany(all, 'many', OPTIONS.crowd)
  start(all, 'one')
  await many!.pass.yield()
})

test('single work that lasts for long goes first for a moment only', async () => {
  const all = new PriorityGate({ ...OPTIONS, maxAheadMs: 1 })
  const [many] = startMany(all, 'many', OPTIONS.crowd)
  const one = start(all, 'one')
  await many!.pass.yield()
  expect(await isQuick(many!.pass.yield())).toBe(true)
  // It gives way to nothing itself, and its end changes nothing.
  const other = start(all, 'other')
  expect(await isQuick(one.pass.yield())).toBe(true)
  await one.end()
  await other.pass.end()
  expect(await isQuick(many!.pass.yield())).toBe(true)
})

test('work that fails needs no priority any more', async () => {
  const all = new PriorityGate(OPTIONS)
  const [many] = startMany(all, 'many', OPTIONS.crowd)
  const failing = all.hold('one', async () => {
    throw new Error('it failed')
  })
  await expect(failing).rejects.toThrow('it failed')
  expect(await isQuick(many!.pass.yield())).toBe(true)
  expect(start(all, 'one').pass.isFirst).toBe(true)
})
