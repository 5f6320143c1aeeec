import { expect, test } from 'vitest'
import { BoundedQueue, QueueOverflowError } from '../../src/lib/bounded-queue.js'

async function readAll<T>(queue: BoundedQueue<T>): Promise<{ items: T[]; error: unknown }> {
  const items: T[] = []
  try {
    for await (const item of queue) items.push(item)
    return { items, error: null }
  } catch (error) {
    return { items, error }
  }
}

test('what is written is read in order, whoever comes first', async () => {
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

test('a reader that waits is woken by an item, by the end and by an error', async () => {
  const queue = new BoundedQueue<number>(10)
  const reading = readAll(queue)
  await new Promise(setImmediate)
  queue.push(1)
  await new Promise(setImmediate)
  const error = new Error('broken')
  queue.fail(error)
  expect(await reading).toEqual({ items: [1], error })
})

test('what does not fit is an error behind what does', async () => {
  const queue = new BoundedQueue<number>(2)
  for (const item of [1, 2, 3, 4]) queue.push(item)
  expect(queue.length).toBe(2)
  expect(await readAll(queue)).toEqual({ items: [1, 2], error: expect.any(QueueOverflowError) })
})

test('a cut drops what waits, also what a reader has begun', async () => {
  const queue = new BoundedQueue<number>(10)
  for (const item of [1, 2, 3]) queue.push(item)
  const reader = queue[Symbol.asyncIterator]()
  expect((await reader.next()).value).toBe(1)
  const error = new Error('cut')
  queue.cut(error)
  expect(queue.isCut).toBe(true)
  await expect(reader.next()).rejects.toBe(error)
})

test('a cut comes before an end and an error that wait', async () => {
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
