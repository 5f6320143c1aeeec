import { expect, it } from 'vitest'
import { OrderGate } from '../../src/lib/order-gate.js'

it('lets callers pass in the order of their numbers, each after all before have passed or left', async () => {
  const gate = new OrderGate()
  const passed: number[] = []
  const come = (number: number) => gate.pass(number).then(() => passed.push(number))
  const coming = [come(3), come(2), come(0)]
  await new Promise((resolve) => setImmediate(resolve))
  expect(passed).toEqual([0])
  gate.leave(1)
  await Promise.all([...coming, come(4)])
  expect(passed).toEqual([0, 2, 3, 4])
})

it('does not let others overtake the caller that opens it', async () => {
  const gate = new OrderGate()
  const passed: number[] = []
  const come = async (number: number) => {
    await gate.pass(number)
    passed.push(number)
  }
  const waiting = [come(1), come(2)]
  await new Promise((resolve) => setImmediate(resolve))
  await Promise.all([...waiting, come(0)])
  expect(passed).toEqual([0, 1, 2])
})

it('does not stop a number that returns', async () => {
  const gate = new OrderGate()
  gate.leave(0)
  await gate.pass(0)
  gate.leave(2)
  await gate.pass(2)
  gate.leave(0)
  await gate.pass(1)
})
