import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { coverage } from '../../scripts/coverage-docs.js'

test('docs/coverage.md tells where each route and each error code is tested, and each is', () => {
  const text = readFileSync('docs/coverage.md', 'utf8')
  expect(text, 'run `npm run docs`').toBe(coverage())
  const untested = text
    .split('\n')
    .filter((line) => /^\| `/.test(line) && /(\| (REST only)? ?|^[^|]*\|[^|]*)\| {2}\|$/.test(line))
  expect(untested).toEqual([])
})
