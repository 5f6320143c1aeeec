import { expect, test } from 'vitest'
import { ErasureTurns } from '../../../src/services/erasure/erasure-turns.js'

test('one erasure works at a time, and the others go on while it rests or waits', async () => {
  const turns = new ErasureTurns()
  const steps: string[] = []
  let working = 0
  const step = async (name: string) => {
    working += 1
    expect(working).toBe(1)
    steps.push(name)
    await new Promise(setImmediate)
    working -= 1
  }
  const erase = (name: string, pause: 'rest' | 'wait') =>
    turns.run(async (turn) => {
      for (const part of [1, 2, 3]) {
        await step(`${name}${part}`)
        await turn[pause](1)
      }
    })
  await Promise.all([erase('a', 'rest'), erase('b', 'rest'), erase('c', 'rest')])
  expect(steps).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'])
  await Promise.all([erase('a', 'wait'), erase('b', 'wait')])
})

test('an erasure that fails lets the next one begin', async () => {
  const turns = new ErasureTurns()
  await expect(turns.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.run(async () => 'done')).toBe('done')
})
