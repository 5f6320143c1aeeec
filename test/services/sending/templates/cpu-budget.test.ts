import { expect, test } from 'vitest'
import { CpuBudget } from '../../../../src/services/sending/templates/cpu-budget.js'

test('overtime adds up for each account, and is forgiven over time', () => {
  let nowMs = 1_000
  const overtime = new CpuBudget(() => nowMs)
  overtime.charge('one', 700)
  overtime.charge('one', 500)
  overtime.charge('another', 50)
  expect([overtime.of('one'), overtime.of('another'), overtime.of('third')]).toEqual([1_200, 50, 0])
  expect(overtime.untilBelow('one', 1_000)).toBe(2_000)
  nowMs += 2_000
  expect([overtime.of('one'), overtime.of('another')]).toEqual([1_000, 0])
  expect(overtime.untilBelow('one', 1_000)).toBe(0)
  overtime.charge('one', 1)
  expect(overtime.of('one')).toBe(1_001)
})
