import { expect, it } from 'vitest'
import { PacedGate } from '../../../src/lib/concurrency/paced-gate.js'

const HOUR_MS = 3_600_000
const turn = () => new Promise((resolve) => setImmediate(resolve))
const callers = (count: number) => Array.from({ length: count }, () => ({}))

/** A gate, and for each opening how many went on together. */
function aGate(paceMs: number, maxWaiting = 10_000) {
  const gate = new PacedGate({ paceMs, maxWaiting })
  const openings: number[] = []
  let current: { count: number } | null = null
  const pass = async (caller: object) => {
    await gate.pass(caller)
    if (!current) {
      current = { count: 0 }
      const own = current
      // All who were let in at once have come by then.
      setImmediate(() => {
        openings.push(own.count)
        current = null
      })
    }
    current.count += 1
  }
  return { gate, pass, openings }
}

it('lets those who come in one turn of the event loop go on together', async () => {
  const { pass, openings } = aGate(HOUR_MS)
  await Promise.all(callers(5).map(pass))
  await turn()
  expect(openings).toEqual([5])
})

it('never lets one or two callers wait', async () => {
  const { pass, openings } = aGate(HOUR_MS)
  const [one, other] = callers(2) as [object, object]
  for (let time = 1; time <= 3; time += 1) {
    await pass(one)
    await turn()
    await Promise.all([pass(one), pass(other)])
    await turn()
  }
  expect(openings).toEqual([1, 2, 1, 2, 1, 2])
})

it('lets the third caller within a pace wait for others', async () => {
  const { pass, openings } = aGate(HOUR_MS)
  const [one, other, third] = callers(3) as [object, object, object]
  await pass(one)
  await turn()
  await pass(other)
  await turn()
  const late = pass(third)
  for (let times = 0; times < 10; times += 1) await turn()
  expect(openings).toEqual([1, 1])
  await Promise.all([late, ...callers(199).map(pass)])
  await turn()
  expect(openings).toEqual([1, 1, 200])
})

it('lets nobody wait for longer than the pace', async () => {
  const { pass, openings } = aGate(20)
  for (const group of [callers(3), callers(3), callers(3)]) await Promise.all(group.map(pass))
  await turn()
  expect(openings).toEqual([3, 3, 3])
})

it('opens at once for a large group', async () => {
  const { pass, openings } = aGate(HOUR_MS)
  await Promise.all(callers(3).map(pass))
  await turn()
  await Promise.all(callers(200).map(pass))
  await turn()
  expect(openings).toEqual([3, 200])
})

it('refuses who comes while too many wait', async () => {
  const { gate, pass } = aGate(HOUR_MS, 2)
  await Promise.all(callers(2).map(pass))
  const waiting = callers(2).map(pass)
  await expect(gate.pass({})).rejects.toThrow('2 callers are already waiting')
  expect(waiting).toHaveLength(2)
})
