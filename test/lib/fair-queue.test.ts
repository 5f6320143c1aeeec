import { expect, it } from 'vitest'
import { FairQueue } from '../../src/lib/fair-queue.js'

type Lane = 'first' | 'retry'

/** A queue in which retries have half of the places, and the order in which it lets in. */
function setUp(places: number) {
  const perLane = (lane: Lane) => (lane === 'retry' ? places / 2 : places)
  const queue = new FairQueue<Lane>(['first', 'retry'], { places: () => places, perLane })
  const order: string[] = []
  const wait = (text: string, deadline = 0) => {
    const [accountId, targetId, lane = 'first'] = text.split('/') as [string, string, Lane?]
    const decide = (isIn: boolean) => order.push(isIn ? text : `not ${text}`)
    queue.wait({ entry: { accountId, targetId, lane }, deadline, decide })
  }
  const leave = (text: string) => {
    const [accountId, targetId, lane = 'first'] = text.split('/') as [string, string, Lane?]
    queue.leave({ accountId, targetId, lane })
  }
  return { queue, order, wait, leave }
}

it('lets waiting accounts take turns, and the targets of one account too', () => {
  const { order, wait, leave } = setUp(1)
  for (const name of ['z/z', 'a/1', 'a/1', 'a/2', 'b/3', 'b/3', 'c/4']) wait(name)
  for (let step = 0; step < 6; step += 1) leave(order.at(-1)!)
  expect(order).toEqual(['z/z', 'a/1', 'b/3', 'c/4', 'a/2', 'b/3', 'a/1'])
})

it('lets lanes take turns, and gives a lane no more places than it may have', () => {
  const { order, wait, leave } = setUp(2)
  for (const name of ['a/1/retry', 'a/2/retry', 'b/3', 'b/4']) wait(name)
  expect(order).toEqual(['a/1/retry', 'b/3'])
  leave('b/3')
  expect(order.at(-1)).toBe('b/4')
  leave('a/1/retry')
  expect(order.at(-1)).toBe('a/2/retry')
})

it('gives a place at once only if there is one', () => {
  const { queue, leave } = setUp(2)
  const entry = { accountId: 'a', targetId: '1', lane: 'first' } as const
  expect([queue.take(entry), queue.take(entry), queue.take(entry)]).toEqual([true, true, false])
  leave('a/1')
  expect(queue.take(entry)).toBe(true)
})

it('forgets those who leave, and sends away those who have waited too long', () => {
  const { queue, order, wait, leave } = setUp(1)
  wait('a/1')
  wait('a/1', 10)
  wait('a/1', 30)
  expect([queue.ofTarget('1'), queue.ofAccount('a')]).toEqual(Array(2).fill({ taken: 1, waiting: 2 }))
  queue.dismiss(({ deadline }) => deadline < 20)
  expect(order).toEqual(['a/1', 'not a/1'])
  leave('a/1')
  leave('a/1')
  expect(queue.ofAccount('a')).toEqual({ taken: 0, waiting: 0 })
})

it('gives a lane more places when nobody waits in the other', () => {
  const order: string[] = []
  const queue: FairQueue<Lane> = new FairQueue(['first', 'retry'], {
    places: () => 4,
    perLane: (lane) => (lane === 'retry' && queue.ofLane('first').waiting > 0 ? 1 : 4),
  })
  const entry = (lane: Lane) => ({ accountId: 'a', targetId: '', lane })
  const wait = (lane: Lane) => queue.wait({ entry: entry(lane), deadline: 0, decide: () => order.push(lane) })
  for (let count = 0; count < 6; count += 1) wait('retry')
  for (let count = 0; count < 6; count += 1) wait('first')
  expect(order).toEqual(Array(4).fill('retry'))
  for (let count = 0; count < 4; count += 1) queue.leave(entry('retry'))
  // The other lane waits until it is down to its one place, and then keeps that.
  expect(order.slice(4)).toEqual(['first', 'first', 'first', 'retry'])
})

it('does work in places, and lets everybody in once it is open', async () => {
  const queue = new FairQueue<Lane>(['first'], { places: () => 1 })
  const entry = { accountId: 'a', targetId: '', lane: 'first' } as const
  const begun: number[] = []
  const ends: (() => void)[] = []
  const hold = (name: number) =>
    queue.hold(entry, () => {
      begun.push(name)
      return new Promise<number>((resolve) => ends.push(() => resolve(name)))
    })
  const held = [hold(1), hold(2), hold(3)]
  await Promise.resolve()
  expect(begun).toEqual([1])
  ends[0]!()
  expect(await held[0]).toBe(1)
  await Promise.resolve()
  expect(begun).toEqual([1, 2])
  queue.open()
  await expect(queue.hold(entry, async () => 4)).resolves.toBe(4)
  expect(begun).toEqual([1, 2, 3])
  for (const end of ends) end()
  expect(await Promise.all(held)).toEqual([1, 2, 3])
  await expect(queue.hold(entry, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(queue.ofLane('first')).toEqual({ taken: 0, waiting: 0 })
})
