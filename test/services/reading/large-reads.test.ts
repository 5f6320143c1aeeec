import { expect, test } from 'vitest'
import { QueueFullError } from '../../../src/lib/concurrency/batcher.js'
import { LargeReads } from '../../../src/services/reading/large-reads.js'

/** Rows that wait until the test lets them come. */
function heldRows() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const rows = (name: string) =>
    async function* () {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      yield name
      yield `more of ${name}`
    }
  const next = async () => {
    ends.shift()!()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, rows, next }
}

async function first(rows: AsyncIterable<string>): Promise<string | null> {
  for await (const row of rows) return row
  return null
}

test('an account reads one after the other, and another account beside it', async () => {
  const largeReads = new LargeReads()
  const { begun, rows, next } = heldRows()
  const reads = ['a1', 'a2', 'b1'].map((name) => first(largeReads.read(`acc_${name[0]}`, rows(name))))
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual(['a1', 'b1'])
  // The loop over the first ends before its last row.
  await next()
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  await next()
  await next()
  expect(await Promise.all(reads)).toEqual(['a1', 'a2', 'b1'])
})

test('a read that fails leaves its place', async () => {
  const largeReads = new LargeReads()
  const failing = () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('gone')) }) })
  await expect(first(largeReads.read('acc_a', failing))).rejects.toThrow('gone')
  const { rows, next } = heldRows()
  const read = first(largeReads.read('acc_a', rows('a')))
  await new Promise((resolve) => setImmediate(resolve))
  await next()
  expect(await read).toBe('a')
})

test('a read that waits too long for its place is refused, and takes none later', async () => {
  const largeReads = new LargeReads({ maxWaitMs: 1 })
  const { begun, rows, next } = heldRows()
  const one = first(largeReads.read('acc_a', rows('one')))
  await expect(first(largeReads.read('acc_a', rows('two')))).rejects.toThrow(QueueFullError)
  await next()
  expect(await one).toBe('one')
  const three = first(largeReads.read('acc_a', rows('three')))
  await new Promise((resolve) => setImmediate(resolve))
  await next()
  expect(await three).toBe('three')
  expect(begun).toEqual(['one', 'three'])
})
