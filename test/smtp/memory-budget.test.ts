import { describe, expect, test } from 'vitest'
import { MemoryBudget } from '../../src/smtp/memory-budget.js'

const MIB = 1024 * 1024

describe('the memory', () => {
  /** A memory of 12 MiB, on a clock that the test moves. */
  function aRoom() {
    let now = 0
    const memory = new MemoryBudget(12 * MIB, () => now)
    const ended: string[] = []
    const transfer = (name: string, owner: string) => {
      const place = memory.open({
        owner,
        cut: () => {
          ended.push(name)
          place.release()
        },
      })
      const take = (mib: number) => {
        const isTaken = place.take(mib * MIB)
        if (isTaken) place.arrived(mib * MIB)
        return isTaken
      }
      return { ...place, take }
    }
    const wait = (ms: number) => {
      now += ms
    }
    return { transfer, wait, ended }
  }

  test('an owner has a third of it, of which a quarter is for small mails', () => {
    const { transfer, ended } = aRoom()
    expect(transfer('large', 'a').take(3)).toBe(true)
    expect(transfer('too large', 'a').take(2)).toBe(false)
    expect(transfer('small', 'a').take(1)).toBe(true)
    expect(transfer('too many', 'a').take(0.5)).toBe(false)
    expect(transfer('of another', 'b').take(3)).toBe(true)
    expect(ended).toEqual([])
  })

  test('all owners together leave a quarter of it to small mails', () => {
    const { transfer } = aRoom()
    for (const owner of ['a', 'b', 'c']) expect(transfer(owner, owner).take(3)).toBe(true)
    expect(transfer('large', 'd').take(2)).toBe(false)
    for (const owner of ['e', 'f', 'g']) expect(transfer(owner, owner).take(1)).toBe(true)
    expect(transfer('one more', 'h').take(1)).toBe(false)
  })

  test('the slowest transfer ends if its place is needed, after a moment, and unless it is complete', () => {
    const { transfer, wait, ended } = aRoom()
    const slow = transfer('slow', 'a')
    const stopped = transfer('stopped', 'b')
    const complete = transfer('complete', 'c')
    for (const one of [slow, stopped, complete]) expect(one.take(3)).toBe(true)
    complete.complete()
    expect(transfer('early', 'd').take(3)).toBe(false)
    wait(6_000)
    slow.arrived(1_000)
    expect(transfer('later', 'd').take(3)).toBe(true)
    expect(ended).toEqual(['stopped'])
    expect(transfer('last', 'e').take(3)).toBe(true)
    expect(ended).toEqual(['stopped', 'slow'])
    complete.release()
    expect(transfer('and one more', 'f').take(3)).toBe(true)
  })

  test('an owner who needs more loses only transfers of his own, and what goes on well stays', () => {
    const { transfer, wait, ended } = aRoom()
    transfer('own', 'a').take(3)
    transfer('of another', 'b').take(3)
    wait(6_000)
    expect(transfer('next', 'a').take(3)).toBe(true)
    expect(ended).toEqual(['own'])
    const good = transfer('good', 'c')
    good.take(1)
    wait(6_000)
    expect(good.take(2)).toBe(true)
    expect(transfer('other', 'c').take(2)).toBe(false)
    expect(ended).toEqual(['own'])
  })
})
