import { expect, test } from 'vitest'
import { BoundedQueue, QueueOverflowError } from '../../../src/lib/concurrency/bounded-queue.js'

async function readAll<T>(queue: BoundedQueue<T>): Promise<{ items: T[]; error: unknown }> {
  const items: T[] = []
  try {
    for await (const item of queue) items.push(item)
    return { items, error: null }
  } catch (error) {
    return { items, error }
  }
}

test('items are read in order, whether the reader or the writer comes first', async () => {
  const queue = new BoundedQueue<number>(10)
  queue.push(1)
  queue.push(2)
  const reading = readAll(queue)
  await Promise.resolve()
  queue.push(3)
  queue.end()
  queue.push(4)
  expect(await reading).toEqual({ items: [1, 2, 3], error: null })
})

test('an item, the end and an error each wake a waiting reader', async () => {
  const queue = new BoundedQueue<number>(10)
  const reading = readAll(queue)
  await new Promise(setImmediate)
  queue.push(1)
  await new Promise(setImmediate)
  const error = new Error('broken')
  queue.fail(error)
  expect(await reading).toEqual({ items: [1], error })
})

test('an overflow is an error after the items that fit', async () => {
  const queue = new BoundedQueue<number>(2)
  for (const item of [1, 2, 3, 4]) queue.push(item)
  expect(queue.length).toBe(2)
  expect(await readAll(queue)).toEqual({ items: [1, 2], error: expect.any(QueueOverflowError) })
})

test('a cut drops waiting items, also during a read', async () => {
  const queue = new BoundedQueue<number>(10)
  for (const item of [1, 2, 3]) queue.push(item)
  const reader = queue[Symbol.asyncIterator]()
  expect((await reader.next()).value).toBe(1)
  const error = new Error('cut')
  queue.cut(error)
  expect(queue.isCut).toBe(true)
  await expect(reader.next()).rejects.toBe(error)
})

test('a cut precedes a waiting end or error', async () => {
  const error = new Error('cut')
  for (const before of [
    (queue: BoundedQueue<number>) => queue.end(),
    (queue: BoundedQueue<number>) => queue.fail(new Error()),
  ]) {
    const queue = new BoundedQueue<number>(10)
    queue.push(1)
    before(queue)
    queue.cut(error)
    expect(await readAll(queue)).toEqual({ items: [], error })
  }
})
