import { expect, test } from 'vitest'
import { WeightedCache } from '../../../src/lib/collections/weighted-cache.js'

const cache = (maxWeight: number) => new WeightedCache<string>({ maxWeight, weigh: (_key, value) => value.length })

test('the most recently used values that fit stay', () => {
  const kept = cache(10)
  kept.set('a', '1234')
  kept.set('b', '1234')
  expect(kept.get('a')).toBe('1234')
  kept.set('c', '1234')
  expect(['a', 'b', 'c'].map((key) => kept.get(key))).toEqual(['1234', undefined, '1234'])
})

test('a replaced value counts once', () => {
  const kept = cache(10)
  for (let round = 0; round < 5; round += 1) kept.set('a', '12345')
  kept.set('b', '12345')
  expect(kept.get('a')).toBe('12345')
  expect(kept.get('b')).toBe('12345')
})

test('a value that is too heavy is not cached and evicts nothing', () => {
  const kept = cache(10)
  kept.set('a', '12345')
  kept.set('b', '12345678901')
  expect(kept.get('b')).toBeUndefined()
  expect(kept.get('a')).toBe('12345')
})
