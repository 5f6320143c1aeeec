import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ratePercent } from '../../../../src/services/accounts/present-pause.js'
import {
  fewestAffected,
  MIN_MAILS,
  mailsUntilClear,
  verdict,
} from '../../../../src/services/sending/brakes/brake-rule.js'

const complaints = (percent: number) => ({ reason: 'complaints' as const, percent })

test.each([
  // [affected, mails, percent, verdict]
  [3, 1_000, 0.3, 'warning'],
  [4, 1_000, 0.3, 'pause'],
  [499, 499, 0.3, null],
  [2, 500, 0.3, 'pause'],
  [50, 500, 10, 'warning'],
  [51, 500, 10, 'pause'],
  [16, 500, 10, null],
  [17, 500, 10, 'warning'],
  [1, 1_000, 0.3, 'warning'],
  [1, 1_001, 0.3, null],
  [0, 100_000, 0.001, null],
  [1, 100_000, 0.001, 'warning'],
  [2, 100_000, 0.001, 'pause'],
  // 0.07 * 100 is not 7 in floating point.
  [7, 10_000, 0.07, 'warning'],
  [8, 10_000, 0.07, 'pause'],
  [1_000, 1_000, 100, 'warning'],
])('%i of %i mails at a limit of %f%%: %s', (affected, mails, percent, expected) => {
  expect(verdict(affected, mails, complaints(percent))).toBe(expected)
})

const percents = fc.integer({ min: 1, max: 100_000 }).map((thousandths) => thousandths / 1_000)

describe('for every limit', () => {
  test('counting further than to enough mails changes nothing, and one fewer may matter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), percents, fc.boolean(), (affected, percent, isWarned) => {
        const limit = complaints(percent)
        const enough = mailsUntilClear(affected, limit, isWarned)
        const consequence = (mails: number) => {
          const found = verdict(affected, mails, limit)
          return found === 'warning' && isWarned ? null : found
        }
        expect(consequence(enough)).toBeNull()
        expect(consequence(enough * 2)).toBeNull()
        if (enough > MIN_MAILS) expect(consequence(enough - 1)).not.toBeNull()
      }),
    )
  })

  test('fewer than the fewest affected mails have no consequence', () => {
    fc.assert(
      fc.property(percents, fc.integer({ min: MIN_MAILS, max: 100_000 }), (percent, mails) => {
        const limit = complaints(percent)
        const fewest = fewestAffected(limit)
        expect(verdict(fewest - 1, mails, limit)).toBeNull()
        expect(verdict(fewest, MIN_MAILS, limit)).not.toBeNull()
      }),
    )
  })

  test('the rate that is shown is above the limit if the account is paused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(1_000_000), percents, (affected, others, percent) => {
        const mails = affected + others
        const isPaused = verdict(affected, mails, complaints(percent)) === 'pause'
        if (isPaused) expect(ratePercent({ affected, mails })).toBeGreaterThan(percent)
      }),
    )
  })
})
