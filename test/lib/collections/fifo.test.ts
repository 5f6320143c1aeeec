import { expect, test } from 'vitest'
import { Fifo } from '../../../src/lib/collections/fifo.js'

test('items leave in the order in which they came, however they are mixed', () => {
  const fifo = new Fifo<number>()
  const left: (number | undefined)[] = []
  expect([fifo.first(), fifo.shift(), fifo.size]).toEqual([undefined, undefined, 0])
  for (let item = 0; item < 10; item += 1) {
    fifo.push(item)
    if (item % 3 === 2) left.push(fifo.first(), fifo.shift())
  }
  expect([left, fifo.size]).toEqual([[0, 0, 1, 1, 2, 2], 7])
  while (fifo.size > 0) left.push(fifo.shift())
  expect(left.slice(6)).toEqual([3, 4, 5, 6, 7, 8, 9])
})
