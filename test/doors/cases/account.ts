import type { ErrorCase, SuccessCase } from '../case.js'

export const successes: readonly SuccessCase[] = [{ operation: 'account.verification', input: () => ({}) }]

export const errors: readonly ErrorCase[] = [
  { title: 'no key', operation: 'account.verification', key: 'none', input: {}, code: 'unauthorized' },
]
