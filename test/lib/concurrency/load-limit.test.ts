import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Admitted, LoadLimit, type LoadLimitOptions } from '../../../src/lib/concurrency/load-limit.js'

/** A limit on a clock of the test: by default of what is done in a second, from 100 to 10,000. */
function setUp(options: Partial<LoadLimitOptions> = {}) {
  const clock = { ms: 0 }
  const limit = new LoadLimit({
    ...{ targetMs: 1_000, least: 100, initial: 1_000, most: 10_000 },
    now: () => clock.ms,
    random: () => 0.5,
    ...options,
  })
  return { limit, clock }
}

const admitted = (answer: ReturnType<LoadLimit['enter']>): Admitted => {
  if ('retryAfterSeconds' in answer) throw new Error('refused')
  return answer
}
const isRefused = (answer: ReturnType<LoadLimit['enter']>) => 'retryAfterSeconds' in answer

let owners = 0
/** One of many owners, who has nothing else in progress. */
function enter(limit: LoadLimit, size = 1) {
  owners += 1
  return limit.enter({ owner: `other ${owners}`, size })
}

/** Fills a limit by many owners. */
function fill(limit: LoadLimit): Admitted[] {
  const places: Admitted[] = []
  // The last place is free for whoever has none.
  while (limit.taken + 2 <= limit.limit) places.push(admitted(enter(limit)))
  return places
}

/** Keeps a limit full for some time while so much is done in a second. */
function workFor(ms: number, perSecond: number, { limit, clock }: ReturnType<typeof setUp>) {
  const places = fill(limit)
  let done = 0
  for (const endMs = clock.ms + ms; clock.ms < endMs; ) {
    clock.ms += 10
    for (done += (perSecond * 10) / 1_000; done >= 1; done -= 1) {
      places.shift()?.leave()
      places.push(...fill(limit))
    }
  }
  return places
}

it('lets in what is done in the set time at the rate that was shown under full load', () => {
  for (const perSecond of [200, 500, 3_000]) {
    const parts = setUp()
    const places = workFor(15_000, perSecond, parts)
    expect(parts.limit.perSecond).toBeGreaterThan(perSecond * 0.95)
    expect(parts.limit.perSecond).toBeLessThan(perSecond * 1.05)
    expect(Math.abs(parts.limit.limit - perSecond)).toBeLessThan(perSecond * 0.05)
    expect(Math.abs(parts.limit.taken - perSecond)).toBeLessThan(perSecond * 0.05 + 1)
    expect(places).toHaveLength(parts.limit.taken)
  }
})

it('never lets in less than the least, nor more than the most', () => {
  const slow = setUp()
  workFor(60_000, 5, slow)
  expect(slow.limit.limit).toBe(100)
  const fast = setUp({ most: 2_000 })
  workFor(15_000, 50_000, fast)
  expect(fast.limit.limit).toBe(2_000)
  expect(fast.limit.taken).toBeLessThanOrEqual(2_000)
})

it('a rate without full load says nothing, nor does a pause in which nothing is done', () => {
  const { limit, clock } = setUp()
  for (let step = 0; step < 1_000; step += 1) {
    const place = admitted(enter(limit))
    clock.ms += 10
    place.leave()
  }
  expect(limit).toMatchObject({ perSecond: null, limit: 1_000 })
  // As while the ledger has no primary: all wait, and then fail or go on together.
  const places = fill(limit)
  expect(places.length).toBeGreaterThan(900)
  clock.ms += 9_000
  for (const place of places) place.leave()
  expect(limit).toMatchObject({ perSecond: null, limit: 1_000, taken: 0 })
})

it('a rate that was not shown again is forgotten', () => {
  const parts = setUp()
  for (const place of workFor(15_000, 200, parts)) place.leave()
  expect(parts.limit.limit).toBeLessThan(250)
  parts.clock.ms += 10_000
  expect(parts.limit).toMatchObject({ perSecond: null, limit: 1_000 })
})

it('one owner, and one origin, leaves places for others', () => {
  for (const entryOf of [
    (index: number) => ({ owner: 'flood', origin: `${index}` }),
    (index: number) => ({ owner: `${index}`, origin: 'flood' }),
  ]) {
    const { limit } = setUp()
    for (let index = 0; index < 5_000; index += 1) limit.enter(entryOf(index))
    expect(limit.taken).toBe(750)
    // Those who come then get places, and the flood gets none of what is left.
    for (let index = 0; index < 100; index += 1) admitted(limit.enter({ owner: `quiet ${index}`, origin: `q${index}` }))
    expect(isRefused(limit.enter(entryOf(5_000)))).toBe(true)
  }
})

it('what is larger than the limit has its turn when nothing else is in progress', () => {
  const { limit } = setUp({ initial: 100 })
  const large = admitted(enter(limit, 500))
  expect(isRefused(enter(limit))).toBe(true)
  large.leave()
  const small = admitted(enter(limit))
  expect(isRefused(enter(limit, 500))).toBe(true)
  small.leave()
  expect(limit.taken).toBe(0)
})

it('a pause lets others in, and its end needs no place', () => {
  const { limit } = setUp({ initial: 10, least: 1, most: 10 })
  const first = admitted(enter(limit))
  const places = fill(limit)
  expect(isRefused(enter(limit))).toBe(true)
  first.pause()
  first.pause()
  const another = admitted(enter(limit))
  first.resume()
  first.resume()
  const taken = places.length + 2
  expect(limit.taken).toBe(taken)
  for (const place of [first, another, ...places]) {
    place.leave()
    place.leave()
    place.resume()
    place.pause()
  }
  expect(limit.taken).toBe(0)
})

it('those who are refused are told to come back as fast as the work is done', () => {
  const parts = setUp({ random: () => 1 - Number.EPSILON })
  workFor(15_000, 1_000, parts)
  const told = Array.from({ length: 5_000 }, () => {
    const answer = enter(parts.limit)
    return 'retryAfterSeconds' in answer ? answer.retryAfterSeconds : 0
  })
  const each = [1, 2, 3, 4].map((seconds) => told.filter((other) => other === seconds).length)
  for (const count of each) expect(count).toBeGreaterThan(800)
  for (const count of each) expect(count).toBeLessThan(1_200)
  // However many come, nobody waits for longer than half a minute, and they do not come back together.
  for (let index = 0; index < 100_000; index += 1) enter(parts.limit)
  expect(enter(parts.limit)).toEqual({ retryAfterSeconds: 30 })
  const spread = setUp({ random: Math.random })
  fill(spread.limit)
  const times = Array.from(
    { length: 50_000 },
    () => (enter(spread.limit) as { retryAfterSeconds: number }).retryAfterSeconds,
  )
  expect(times[0]).toBe(1)
  expect(Math.max(...times.slice(-1_000))).toBeLessThanOrEqual(30)
  expect(new Set(times.slice(-1_000)).size).toBeGreaterThan(10)
})

it('counts right, whatever happens', () => {
  const step = fc.record({
    what: fc.constantFrom('enter', 'pause', 'resume', 'leave', 'wait'),
    which: fc.nat(50),
    size: fc.integer({ min: 1, max: 40 }),
    ms: fc.integer({ min: 0, max: 5_000 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const { limit, clock } = setUp({ initial: 100, least: 20, most: 150 })
      const held: { place: Admitted; size: number; isPaused: boolean }[] = []
      for (const { what, which, size, ms } of steps) {
        const one = held[which % Math.max(1, held.length)]
        if (what === 'wait') clock.ms += ms
        else if (what === 'enter') {
          const [before, most] = [limit.taken, limit.limit]
          const answer = limit.enter({ owner: `${which % 5}`, origin: `${which % 3}`, size })
          if ('retryAfterSeconds' in answer) {
            expect(before).toBeGreaterThan(0)
            expect(answer.retryAfterSeconds).toBeGreaterThanOrEqual(1)
            expect(answer.retryAfterSeconds).toBeLessThanOrEqual(30)
          } else {
            if (before > 0) expect(limit.taken).toBeLessThanOrEqual(most)
            held.push({ place: answer, size, isPaused: false })
          }
        } else if (one) {
          one.place[what]()
          if (what === 'leave') held.splice(held.indexOf(one), 1)
          else one.isPaused = what === 'pause'
        }
        expect(limit.taken).toBe(held.reduce((sum, { size, isPaused }) => sum + (isPaused ? 0 : size), 0))
        expect(limit.limit).toBeGreaterThanOrEqual(20)
        expect(limit.limit).toBeLessThanOrEqual(150)
      }
      for (const { place } of held) place.leave()
      expect(limit.taken).toBe(0)
    }),
  )
})
