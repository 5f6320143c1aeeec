import type { ErrorCase, SuccessCase } from '../case.js'

export const successes: readonly SuccessCase[] = [{ operation: 'usage.get', input: () => ({ period: '2026-10' }) }]

export const errors: readonly ErrorCase[] = [
  {
    title: 'a month that there is not',
    operation: 'usage.get',
    input: { period: '2026-13' },
    code: 'invalid_request',
    field: 'period',
  },
  { title: 'a key that sends', operation: 'usage.get', key: 'send', input: {}, code: 'forbidden' },
]
