import { describe, expect, it } from 'vitest'
import { Keyed } from '../../../src/lib/concurrency/keyed.js'
import { Semaphore } from '../../../src/lib/concurrency/semaphore.js'

function gate() {
  const open: (() => void)[] = []
  const log: string[] = []
  const work = (name: string) => () => {
    log.push(name)
    return new Promise<void>((resolve) => open.push(resolve))
  }
  return { open, log, work }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('a semaphore', () => {
  it('admits as many holders as there are permits, and the next when one leaves', async () => {
    const semaphore = new Semaphore(2)
    const { open, log, work } = gate()
    const all = ['a', 'b', 'c'].map((name) => semaphore.hold(1, work(name)))
    await settle()
    expect(log).toEqual(['a', 'b'])
    open[0]!()
    await settle()
    expect(log).toEqual(['a', 'b', 'c'])
    for (const leave of open) leave()
    await Promise.all(all)
  })

  it('lets a holder of all permits run alone, and nothing overtake it', async () => {
    const semaphore = new Semaphore(2)
    const { open, log, work } = gate()
    const all = [semaphore.hold(1, work('a')), semaphore.hold(2, work('all')), semaphore.hold(1, work('b'))]
    await settle()
    expect(log).toEqual(['a'])
    open[0]!()
    await settle()
    expect(log).toEqual(['a', 'all'])
    open[1]!()
    await settle()
    expect(log).toEqual(['a', 'all', 'b'])
    open[2]!()
    await Promise.all(all)
  })

  it('gets permits back when the work fails', async () => {
    const semaphore = new Semaphore(1)
    await expect(semaphore.hold(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await semaphore.hold(1, async () => 'next')).toBe('next')
  })

  it('lets the next one in while a holder pauses, and then the holder again, whatever it did meanwhile', async () => {
    const semaphore = new Semaphore(1)
    const log: string[] = []
    const paused = semaphore.hold(1, async (pause) => {
      await pause()
      log.push('nothing waits')
      await expect(pause(() => settle().then(() => Promise.reject(new Error('no'))))).rejects.toThrow('no')
      log.push('after')
      await settle()
      log.push('end')
    })
    await settle()
    await Promise.all([
      paused,
      semaphore.hold(1, async () => {
        log.push('meanwhile')
        await settle()
        await settle()
        log.push('left')
      }),
      settle().then(() => semaphore.hold(1, async () => log.push('last'))),
    ])
    expect(log).toEqual(['nothing waits', 'meanwhile', 'left', 'after', 'end', 'last'])
    expect(await semaphore.hold(1, async () => 'free')).toBe('free')
  })
})

describe('a semaphore for each key', () => {
  const holdIn = (keyed: Keyed<Semaphore>) => (key: string, work: () => Promise<unknown>) =>
    keyed.use(key, (own) => own.hold(1, work))

  it('lets only work with the same key wait, and knows how much there is', async () => {
    const keyed = new Keyed(() => new Semaphore(1))
    const hold = holdIn(keyed)
    const { open, log, work } = gate()
    const all = [hold('a', work('a1')), hold('a', work('a2')), hold('b', work('b'))]
    await settle()
    expect(log).toEqual(['a1', 'b'])
    expect([keyed.users('a'), keyed.users('b'), keyed.users('c')]).toEqual([2, 1, 0])
    open[0]!()
    await settle()
    expect(log).toEqual(['a1', 'b', 'a2'])
    expect(keyed.users('a')).toBe(1)
    for (const leave of open) leave()
    await Promise.all(all)
    expect(keyed.users('a')).toBe(0)
  })

  it('is made anew when it was forgotten, and lets the next work begin when some fails', async () => {
    const made: string[] = []
    const keyed = new Keyed((key) => {
      made.push(key)
      return new Semaphore(1)
    })
    const hold = holdIn(keyed)
    const failing = hold('a', () => Promise.reject(new Error('no')))
    const next = hold('a', async () => 'next')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('next')
    expect(made).toEqual(['a'])
    await hold('a', async () => 'later')
    expect(made).toEqual(['a', 'a'])
  })
})
