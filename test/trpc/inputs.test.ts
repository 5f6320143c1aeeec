import { expect, test } from 'vitest'
import { Inputs } from '../../src/trpc/inputs.js'

const parsed = ({ text }: Inputs) => JSON.parse(text!)

test('a number stands for the input of a call, whatever it is', () => {
  for (const body of [{ id: 'x' }, { input: 5 }, [1, 2], 'text', 0, false]) {
    const inputs = Inputs.of(body, { calls: 1, isBatch: false })
    expect(inputs.text!.length).toBeLessThan(20)
    expect(inputs.take(parsed(inputs))).toEqual(body)
  }
})

test('no input is an empty one', () => {
  expect(Inputs.of(undefined, { calls: 1, isBatch: false }).take(undefined)).toEqual({})
  const none = Inputs.of(null, { calls: 1, isBatch: false })
  expect(none.take(parsed(none))).toEqual({})
})

test('each call of a batch has its own, and those without one stay without', () => {
  const inputs = Inputs.of({ 0: { a: 1 }, 2: { b: 2 }, 7: { c: 3 } }, { calls: 3, isBatch: true })
  expect(Object.keys(parsed(inputs))).toEqual(['0', '2'])
  expect(inputs.take(parsed(inputs)[0])).toEqual({ a: 1 })
  expect(inputs.take(parsed(inputs)[2])).toEqual({ b: 2 })
})

test('a batch whose inputs are no object is left to tRPC, which refuses it', () => {
  for (const body of [[1], 5, null]) expect(parsed(Inputs.of(body, { calls: 2, isBatch: true }))).toBeNull()
})

test('a subscription goes on after the id that tRPC takes from the headers', () => {
  const inputs = Inputs.of({ types: ['sent'] }, { calls: 1, isBatch: false })
  expect(inputs.take({ ...parsed(inputs), lastEventId: 'evt_1' })).toEqual({ types: ['sent'], lastEventId: 'evt_1' })
  expect(Inputs.of(undefined, { calls: 1, isBatch: false }).take({ lastEventId: 'evt_1' })).toEqual({
    lastEventId: 'evt_1',
  })
})
