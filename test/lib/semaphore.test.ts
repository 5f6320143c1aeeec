import { describe, expect, it } from 'vitest'
import { KeyedSemaphore, Semaphore } from '../../src/lib/semaphore.js'

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

  it('gives permits at once or not at all when it is tried', async () => {
    const semaphore = new Semaphore(3)
    const release = semaphore.tryAcquire(2)!
    expect(semaphore.tryAcquire(2)).toBeNull()
    const one = semaphore.tryAcquire(1)!
    expect(semaphore.tryAcquire(1)).toBeNull()
    one()
    release()
    release()
    expect(semaphore.tryAcquire(4)).toBeNull()
    expect(semaphore.tryAcquire(3)).not.toBeNull()
  })

  it('gives a try nothing that others wait for', async () => {
    const semaphore = new Semaphore(2)
    const release = await semaphore.acquire(1)
    const waiting = semaphore.acquire(2)
    expect(semaphore.tryAcquire(1)).toBeNull()
    release()
    const releaseBoth = await waiting
    releaseBoth()
    expect(semaphore.tryAcquire(2)).not.toBeNull()
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
    expect(semaphore.tryAcquire(1)).not.toBeNull()
  })
})

describe('a keyed semaphore', () => {
  it('lets only work with the same key wait, and knows how much there is', async () => {
    const semaphore = new KeyedSemaphore()
    const { open, log, work } = gate()
    const all = [semaphore.hold('a', work('a1')), semaphore.hold('a', work('a2')), semaphore.hold('b', work('b'))]
    await settle()
    expect(log).toEqual(['a1', 'b'])
    expect([semaphore.inProgress('a'), semaphore.inProgress('b'), semaphore.inProgress('c')]).toEqual([2, 1, 0])
    open[0]!()
    await settle()
    expect(log).toEqual(['a1', 'b', 'a2'])
    expect(semaphore.inProgress('a')).toBe(1)
    for (const leave of open) leave()
    await Promise.all(all)
    expect(semaphore.inProgress('a')).toBe(0)
  })

  it('lets the next work begin when some fails', async () => {
    const semaphore = new KeyedSemaphore()
    await expect(semaphore.hold('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await semaphore.hold('a', async () => 'next')).toBe('next')
  })
})
