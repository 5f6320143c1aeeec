import type { ErrorCase, SuccessCase } from '../case.js'
import { forbidden, invalid } from '../refusals.js'

export const successes: readonly SuccessCase[] = [{ operation: 'usage.get', input: () => ({ period: '2026-10' }) }]

export const errors: readonly ErrorCase[] = [
  invalid('usage.get', 'period', 'a month that does not exist', { period: '2026-13' }),
  forbidden('usage.get', 'send'),
]
