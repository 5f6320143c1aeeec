import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retryDelayMs } from '../../../src/lib/concurrency/retry-schedule.js'

const HOUR_MS = 3_600_000
const delay = (attempt: number, random: number) =>
  retryDelayMs(attempt, { baseMs: 30_000, jitter: 0.25, random: () => random })
const sumOfGaps = (random: number) =>
  Array.from({ length: 11 }, (_, index) => delay(index + 1, random)).reduce((sum, ms) => sum + ms, 0)

describe('retryDelayMs', () => {
  it.each([
    [1, 0, 22_500],
    [1, 0.5, 30_000],
    [1, 0.75, 33_750],
    [2, 0.5, 60_000],
    [3, 0.5, 120_000],
    [4, 0, 180_000],
    [4, 0.5, 240_000],
    [11, 0.5, 30_720_000],
  ])('waits after attempt %i, at random %d, %i ms', (attempt, random, expected) => {
    expect(delay(attempt, random)).toBe(expected)
  })

  it('stays within a quarter of the doubled base, in whole milliseconds', () => {
    const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), randoms, (attempt, random) => {
        const nominal = 30_000 * 2 ** (attempt - 1)
        const actual = delay(attempt, random)
        return Number.isInteger(actual) && actual >= nominal * 0.75 && actual <= nominal * 1.25
      }),
    )
  })

  it('fits twelve attempts into 24 hours even with maximum jitter', () => {
    expect(sumOfGaps(0.5) / HOUR_MS).toBeCloseTo(17.06, 2)
    expect(sumOfGaps(0) / HOUR_MS).toBeCloseTo(12.79, 2)
    expect(sumOfGaps(1 - Number.EPSILON) / HOUR_MS).toBeLessThan(21.4)
  })

  it.each([0, -1, 1.5, Number.NaN])('refuses attempt %d', (attempt) => {
    expect(() => delay(attempt, 0.5)).toThrow(RangeError)
  })
})
