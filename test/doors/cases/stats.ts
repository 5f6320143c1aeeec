import type { ErrorCase, SuccessCase } from '../case.js'
import { forbidden, invalid } from '../refusals.js'

const TO = '2026-11-22T12:00:00Z'

export const successes: readonly SuccessCase[] = [
  { operation: 'stats.get', input: () => ({ from: '2026-11-20T10:30:00+02:00', to: TO, interval: 'day' }) },
  { operation: 'stats.get', input: () => ({ from: '2026-11-22T06:00:00Z', to: TO, test_mode: true }) },
  { operation: 'stats.get', input: () => ({ from: '2026-11-20T10:30:00+02:00', to: TO, group_by: 'tag', limit: 3 }) },
]

export const errors: readonly ErrorCase[] = [
  invalid('stats.get', 'interval', 'an unknown interval', { interval: 'week' }),
  invalid('stats.get', 'from', 'a time that is none', { from: 'yesterday' }),
  invalid('stats.get', 'from', 'a range that ends before it begins', { from: TO, to: '2026-11-22T11:59:59Z' }),
  invalid('stats.get', 'from', 'too many hours', { from: '2026-10-22T11:59:59Z', to: TO }),
  invalid('stats.get', 'from', 'too many days', { from: '2025-10-18T23:00:00Z', to: TO, interval: 'day' }),
  invalid('stats.get', 'to', 'a time before all mail', { to: '1970-01-01T00:00:00Z' }),
  invalid('stats.get', 'group_by', 'an unknown group', { group_by: 'recipient' }),
  invalid('stats.get', 'interval', 'an interval of groups', { group_by: 'link', interval: 'day' }),
  invalid('stats.get', 'limit', 'a number of groups without groups', { limit: 3 }),
  invalid('stats.get', 'from', 'too many days of groups', { from: '2026-08-22T23:00:00Z', to: TO, group_by: 'tag' }),
  forbidden('stats.get', 'send'),
]
