import fc from 'fast-check'
import { expect, test } from 'vitest'
import { VersionedCache } from '../../../src/lib/collections/versioned-cache.js'

const forever = { maxWeight: 100, maxAgeMs: Number.POSITIVE_INFINITY }

test('a value counts under the version that it was kept under, and under no other', () => {
  const cache = new VersionedCache<string>(forever)
  cache.set('a', { version: 2, value: 'of 2', at: performance.now() })
  expect([1, 2, 3].map((version) => cache.get('a', version))).toEqual([undefined, 'of 2', undefined])
  expect(cache.get('b', 2)).toBeUndefined()
})

test('a value counts until its reading began too long ago', () => {
  const cache = new VersionedCache<string>({ maxWeight: 100, maxAgeMs: 1_000 })
  cache.set('new', { version: 1, value: 'x', at: performance.now() - 500 })
  cache.set('old', { version: 1, value: 'x', at: performance.now() - 1_001 })
  expect([cache.get('new', 1), cache.get('old', 1)]).toEqual(['x', undefined])
})

test('the least recently used values go when the cache is full', () => {
  const cache = new VersionedCache<string>({ ...forever, maxWeight: 4, weigh: (value) => value.length })
  for (const key of ['a', 'b', 'c']) cache.set(key, { version: 1, value: 'xx', at: performance.now() })
  expect(['a', 'b', 'c'].map((key) => cache.get(key, 1))).toEqual([undefined, 'xx', 'xx'])
})

test('what is loaded is loaded once a version, and a failure is not kept', async () => {
  const cache = new VersionedCache<number>(forever)
  let loads = 0
  const load = async () => {
    loads += 1
    if (loads === 1) throw new Error('away')
    return loads
  }
  await expect(cache.getOrLoad('a', 1, load)).rejects.toThrow('away')
  expect([await cache.getOrLoad('a', 1, load), await cache.getOrLoad('a', 1, load)]).toEqual([2, 2])
  expect(await cache.getOrLoad('a', 2, load)).toBe(3)
})

/*
 * The rule itself, with a source whose steps are interleaved in every way: a writer changes the value, then the version,
 * then reports; a reader reads the version, then the value through the cache. Who starts after a report never gets an older
 * value.
 */
test('a reader that starts after a change was reported reads it or a newer one, however steps interleave', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(fc.boolean(), { minLength: 2, maxLength: 12 }), async (s, isWriters) => {
      const cache = new VersionedCache<number>(forever)
      let [value, version, reported] = [0, 0, 0]
      const step = <T>(read: () => T) => s.schedule(Promise.resolve()).then(read)
      const write = async () => {
        const written = await step(() => (value += 1))
        await step(() => (version += 1))
        await step(() => (reported = Math.max(reported, written)))
      }
      const read = async () => {
        const least = await step(() => reported)
        const current = await step(() => version)
        expect(await cache.getOrLoad('a', current, () => step(() => value))).toBeGreaterThanOrEqual(least)
      }
      const running = Promise.all(isWriters.map((isWriter) => (isWriter ? write() : read())))
      await s.waitFor(running)
    }),
    { numRuns: 500, seed: 1 },
  )
})
