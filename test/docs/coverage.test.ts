import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('docs/coverage.md names a test for each route and each error code', () => {
  const text = readFileSync('docs/coverage.md', 'utf8')
  const untested = text
    .split('\n')
    .filter((line) => /^\| `/.test(line) && /(\| (REST only)? ?|^[^|]*\|[^|]*)\| {2}\|$/.test(line))
  expect(untested).toEqual([])
})
