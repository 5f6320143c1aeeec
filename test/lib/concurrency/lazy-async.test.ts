import { expect, test } from 'vitest'
import { lazyAsync } from '../../../src/lib/concurrency/lazy-async.js'

test('the value is loaded once for all callers', async () => {
  let loads = 0
  const get = lazyAsync(async () => {
    loads += 1
    return loads
  })
  expect(await Promise.all([get(), get()])).toEqual([1, 1])
  expect(await get()).toBe(1)
})

test('a failure is not remembered', async () => {
  let loads = 0
  const get = lazyAsync(async () => {
    loads += 1
    if (loads === 1) throw new Error('away')
    return loads
  })
  await expect(Promise.all([get(), get()])).rejects.toThrow('away')
  expect(await get()).toBe(2)
})
