import { expect, it } from 'vitest'
import { OrderGate } from '../../src/lib/order-gate.js'

it('lets those who come pass in the order of their numbers, once the last has come or turned away', async () => {
  const gate = new OrderGate(4)
  const passed: number[] = []
  const come = (number: number) => gate.pass(number).then(() => passed.push(number))
  const coming = [come(3), come(0)]
  gate.leave(1)
  await new Promise((resolve) => setImmediate(resolve))
  expect(passed).toEqual([])
  await Promise.all([...coming, come(2)])
  expect(passed).toEqual([0, 2, 3])
})

it('does not keep one that comes back', async () => {
  const gate = new OrderGate(2)
  gate.leave(0)
  await gate.pass(0)
})
