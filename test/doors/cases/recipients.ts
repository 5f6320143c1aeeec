import type { ErrorCase, SuccessCase } from '../case.js'
import { forbidden, invalid } from '../refusals.js'

export const successes: readonly SuccessCase[] = [
  { operation: 'recipients.erase', input: () => ({ email: 'Nobody <Nobody.Known@Example.com>' }) },
]

export const errors: readonly ErrorCase[] = [
  invalid('recipients.erase', 'email', 'no address', {}),
  invalid('recipients.erase', 'email', 'a text that is not an address', { email: 'nobody' }),
  forbidden('recipients.erase', 'read', { email: 'a@example.com' }),
]
