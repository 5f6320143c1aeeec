import { expect, test } from 'vitest'
import { Semaphore } from '../../../../src/lib/concurrency/semaphore.js'
import { pausesOf } from '../../../../src/services/removal/erasure/pauses.js'

test('one erasure works at a time, and the others go on while it rests or waits', async () => {
  const working = new Semaphore(1)
  const steps: string[] = []
  let busy = 0
  const step = async (name: string) => {
    busy += 1
    expect(busy).toBe(1)
    steps.push(name)
    await new Promise(setImmediate)
    busy -= 1
  }
  const erase = (name: string, kind: 'rest' | 'wait') =>
    working.hold(1, async (pause) => {
      const pauses = pausesOf(pause)
      for (const part of [1, 2, 3]) {
        await step(`${name}${part}`)
        await pauses[kind](1)
      }
    })
  await Promise.all([erase('a', 'rest'), erase('b', 'rest'), erase('c', 'rest')])
  expect(steps).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'])
  await Promise.all([erase('a', 'wait'), erase('b', 'wait')])
})
