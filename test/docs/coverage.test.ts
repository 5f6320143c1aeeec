import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('docs/coverage.md shows a case or a test for each route and each error code', () => {
  const rows = readFileSync('docs/coverage.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const untested = rows.filter((line) => {
    const [, , ...evidence] = line.split('|').slice(1, -1)
    return evidence.every((cell) => cell.trim() === 'none')
  })
  expect(rows.length).toBeGreaterThan(100)
  expect(untested).toEqual([])
})
