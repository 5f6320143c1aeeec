import { expect, test } from 'vitest'
import { CpuBudget } from '../../../../src/services/sending/templates/cpu-budget.js'

test('use adds up for each account, and the budget recovers over time', () => {
  let nowMs = 1_000
  const budget = new CpuBudget(() => nowMs)
  budget.charge('one', 700)
  budget.charge('one', 500)
  budget.charge('another', 50)
  expect([budget.of('one'), budget.of('another'), budget.of('third')]).toEqual([1_200, 50, 0])
  expect(budget.untilBelow('one', 1_000)).toBe(2_000)
  nowMs += 2_000
  expect([budget.of('one'), budget.of('another')]).toEqual([1_000, 0])
  expect(budget.untilBelow('one', 1_000)).toBe(0)
  budget.charge('one', 1)
  expect(budget.of('one')).toBe(1_001)
})
