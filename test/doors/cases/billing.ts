import type { ErrorCase, SuccessCase } from '../case.js'
import { forbidden, invalid } from '../refusals.js'

export const successes: readonly SuccessCase[] = [
  { operation: 'billing.get', input: () => ({}) },
  { operation: 'billing.checkout', input: () => ({ plan: 'Pro' }) },
  { operation: 'billing.portal', input: () => ({}) },
]

const testKey = (operation: string, input: Record<string, unknown>): ErrorCase => ({
  title: 'a test key',
  operation,
  key: 'test',
  input,
  code: 'forbidden',
})

export const errors: readonly ErrorCase[] = [
  forbidden('billing.get', 'send'),
  forbidden('billing.checkout', 'read', { plan: 'pro' }),
  forbidden('billing.portal', 'read'),
  testKey('billing.checkout', { plan: 'pro' }),
  testKey('billing.portal', {}),
  invalid('billing.checkout', 'plan', 'no plan', {}),
  invalid('billing.checkout', 'plan', 'an unknown plan', { plan: 'gold' }),
  invalid('billing.checkout', 'plan', 'too long a name', { plan: 'x'.repeat(41) }),
  invalid('billing.checkout', 'period', 'an unknown period', { plan: 'pro', period: 'week' }),
  invalid('billing.checkout', 'period', 'a period without a price', { plan: 'pro', period: 'year' }),
]
