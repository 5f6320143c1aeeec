import { describe, expect, it } from 'vitest'
import { Permits } from '../../src/lib/permits.js'

function gate() {
  const open: (() => void)[] = []
  const log: string[] = []
  const work = (name: string) => () => {
    log.push(name)
    return new Promise<void>((resolve) => open.push(resolve))
  }
  return { open, log, work }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('permits', () => {
  it('admit as many holders as there are permits, and the next when one leaves', async () => {
    const permits = new Permits(2)
    const { open, log, work } = gate()
    const all = ['a', 'b', 'c'].map((name) => permits.hold(1, work(name)))
    await turn()
    expect(log).toEqual(['a', 'b'])
    open[0]!()
    await turn()
    expect(log).toEqual(['a', 'b', 'c'])
    for (const leave of open) leave()
    await Promise.all(all)
  })

  it('let a holder of all permits run alone, and nothing overtake it', async () => {
    const permits = new Permits(2)
    const { open, log, work } = gate()
    const all = [permits.hold(1, work('a')), permits.hold(2, work('all')), permits.hold(1, work('b'))]
    await turn()
    expect(log).toEqual(['a'])
    open[0]!()
    await turn()
    expect(log).toEqual(['a', 'all'])
    open[1]!()
    await turn()
    expect(log).toEqual(['a', 'all', 'b'])
    open[2]!()
    await Promise.all(all)
  })

  it('are returned when the work fails', async () => {
    const permits = new Permits(1)
    await expect(permits.hold(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await permits.hold(1, async () => 'next')).toBe('next')
  })
})
