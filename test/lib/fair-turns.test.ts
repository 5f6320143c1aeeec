import { expect, test } from 'vitest'
import { FairTurns } from '../../src/lib/fair-turns.js'

/** Owners whose work never ends by itself. */
function busyOwners(options: { slots: number; timesFree: number }) {
  const turns = new FairTurns(options)
  const running: string[] = []
  const add = (owner: string, count: number) => {
    for (let index = 0; index < count; index += 1) {
      turns.add(owner, () => new Promise<void>(() => running.push(owner)))
    }
  }
  const held = (owner: string) => running.filter((other) => other === owner).length
  return { add, held }
}

test('an owner may hold a number of times the slots that it leaves free', () => {
  const { add, held } = busyOwners({ slots: 100, timesFree: 3 })
  add('alone', 200)
  expect(held('alone')).toBe(75)
})

test('the more owners are greedy, the fewer slots each gets, and a new one still finds some', () => {
  const { add, held } = busyOwners({ slots: 96, timesFree: 1 / 3 })
  const greedy = Array.from({ length: 10 }, (_none, index) => `greedy ${index}`)
  for (const owner of greedy) add(owner, 100)
  expect(greedy.map(held)).toEqual([24, 18, 14, 10, 8, 6, 4, 3, 3, 2])
  add('modest', 1)
  expect(held('modest')).toBe(1)
})
