import { expect, test } from 'vitest'
import { retryAfterMs } from '../../../src/lib/http/retry-after.js'

const now = new Date('2026-11-22T07:00:00.500Z')

test.each([
  [null, null],
  ['120', 120_000],
  [' 0 ', 0],
  ['Sun, 22 Nov 2026 07:01:00 GMT', 59_500],
  ['Sun, 22 Nov 2026 06:00:00 GMT', 0],
  ['-5', 0],
  ['soon', null],
  ['1e3 s', null],
  ['', null],
])('Retry-After: %s asks to wait %s ms', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms)
})
