import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RollingCount } from '../../../src/lib/collections/rolling-count.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START_MS = Date.parse('2026-11-20T00:00:00Z')

const within = (times: number[], from: Date, to: Date) =>
  times.filter((at) => at >= from.getTime() && at < to.getTime()).length

test('the count is exactly that of the last 24 hours, at any time', async () => {
  const times = fc.array(fc.integer({ min: START_MS, max: START_MS + 3 * DAY_MS }), { maxLength: 100 })
  const moments = fc.array(fc.integer({ min: START_MS, max: START_MS + 4 * DAY_MS }), { maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(times, moments, async (all, asked) => {
      const rolling = new RollingCount(async (from, to) => within(all, from, to))
      for (const now of asked.sort((one, other) => one - other)) {
        const past = all.filter((at) => at >= now - DAY_MS && at <= now).length
        // What happens later is not known yet.
        expect(await rolling.before(new Date(now))).toBe(past)
      }
    }),
  )
})

test('hours that have ended long ago are counted once', async () => {
  const asked: number[] = []
  const rolling = new RollingCount(async (from, to) => {
    asked.push(to.getTime() - from.getTime())
    return 1
  })
  await rolling.before(new Date(START_MS + DAY_MS + 1_000))
  expect(asked).toHaveLength(24)
  asked.length = 0
  await rolling.before(new Date(START_MS + DAY_MS + 2_000))
  expect(asked).toHaveLength(2)
  await rolling.before(new Date(START_MS + DAY_MS + HOUR_MS))
  expect(asked.filter((ms) => ms === HOUR_MS)).toHaveLength(1)
})
