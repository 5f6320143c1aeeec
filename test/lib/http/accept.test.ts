import { expect, test } from 'vitest'
import { acceptsEncoding, preferenceFor } from '../../../src/lib/http/accept.js'

test.each([
  ['text/html', 1, true],
  ['TEXT/HTML', 1, true],
  ['text/html;q=0.5', 0.5, true],
  ['text/html ; Q = 0.5', 0.5, true],
  ['text/html;level=1;q=0.5', 0.5, true],
  ['text/html;q=0', 0, true],
  ['text/plain, text/html', 1, true],
  ['text/*', 1, false],
  ['*/*;q=0.1', 0.1, false],
  ['*/*, text/*;q=0.3', 0.3, false],
  ['*/*, text/*;q=0.3, text/html;q=0.2', 0.2, true],
  ['text/html;q=0.2, text/*;q=0.3, */*', 0.2, true],
  ['text/plain', 0, false],
  ['', 0, false],
  ['text/plain;title="a, text/html;q=1"', 0, false],
  ['text/html;title="a;q=0.1";q=0.7', 0.7, true],
  ['text/html;q=high', 0, true],
  ['text/html;q=', 0, true],
  ['text/html;q=7', 1, true],
  ['text/htmlx, xtext/html', 0, false],
  ['"text/html', 0, false],
  ['a/b;x="c\\', 0, false],
])('%s wants text/html with %d', (accept, quality, isNamed) => {
  expect(preferenceFor(accept, 'text/html')).toEqual({ quality, isNamed })
})

test('a header of many commas and quotes is read in no time', () => {
  const start = process.cpuUsage()
  for (const unit of [',', '"', ';', '\\"', 'a;q=0.1,']) preferenceFor(unit.repeat(16_000 / unit.length), 'text/html')
  expect(process.cpuUsage(start).user).toBeLessThan(500_000)
})

test.each([
  ['gzip, deflate, br', true],
  ['BR', true],
  ['br;q=0.1', true],
  ['br;q=0, gzip', false],
  ['*', true],
  ['*;q=0', false],
  ['br;q=0, *', false],
  ['br, *;q=0', true],
  ['gzip', false],
  ['brotli', false],
  ['', false],
])('%s permits br: %s', (acceptEncoding, isPermitted) => {
  expect(acceptsEncoding(acceptEncoding, 'br')).toBe(isPermitted)
})
