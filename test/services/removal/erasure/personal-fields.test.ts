import { expect, test } from 'vitest'
import { withoutAddresses } from '../../../../src/services/removal/erasure/personal-fields.js'

const redacted = (text: string) => withoutAddresses({ text }).text

test.each([
  ['550 <ada@example.com>: unknown', '550 <[erased]>: unknown'],
  ['Write to ada@example.com.', 'Write to [erased].'],
  ['rfc822;ada@example.com, bob@mail.example.com!', 'rfc822;[erased], [erased]!'],
  ['ada@bücher.example', '[erased]'],
  ['ada@localhost, 5 @ 3.50, a@., @example.com', 'ada@localhost, 5 @ 3.50, a@., @example.com'],
])('what a mail server reports names no address: %s', (text, expected) => {
  expect(redacted(text)).toBe(expected)
})

test.each([
  ['a word', 'a'.repeat(1_000_000)],
  ['dots', `a@${'.'.repeat(1_000_000)}`],
  ['domains', 'a@.'.repeat(300_000)],
])('a million characters take a moment: %s', (_name, text) => {
  const before = process.cpuUsage()
  redacted(text)
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
})
