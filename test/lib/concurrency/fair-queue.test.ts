import { describe, expect, it } from 'vitest'
import { ClosedQueueError, FairQueue, makeSharedQueue, type Permit } from '../../../src/lib/concurrency/fair-queue.js'

type Lane = 'first' | 'retry'

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A queue in which retries have half of the places, and the order in which it lets in. */
function setUp(places: number) {
  const perLane = (lane: Lane) => (lane === 'retry' ? places / 2 : places)
  const queue = new FairQueue<Lane>({ permits: () => places, perLane }, ['first', 'retry'])
  const order: string[] = []
  const taken: { text: string; place: Permit }[] = []
  const entryOf = (text: string) => {
    const [accountId, targetId, lane = 'first'] = text.split('/') as [string, string, Lane?]
    return { accountId, targetId, lane }
  }
  const wait = (text: string, deadline?: number) => {
    void queue.acquire(entryOf(text), deadline).then((place) => {
      order.push(place ? text : `not ${text}`)
      if (place) taken.push({ text, place })
    })
  }
  const leave = async (text: string) => {
    const [found] = taken.splice(
      taken.findIndex((other) => other.text === text),
      1,
    )
    found!.place.release()
    await settle()
  }
  return { queue, order, wait, leave }
}

it('lets waiting accounts take turns, and the targets of one account too', async () => {
  const { order, wait, leave } = setUp(1)
  for (const name of ['z/z', 'a/1', 'a/1', 'a/2', 'b/3', 'b/3', 'c/4']) wait(name)
  await settle()
  for (let step = 0; step < 6; step += 1) await leave(order.at(-1)!)
  expect(order).toEqual(['z/z', 'a/1', 'b/3', 'c/4', 'a/2', 'b/3', 'a/1'])
})

it('lets lanes take turns, and gives a lane no more places than it may have', async () => {
  const { order, wait, leave } = setUp(2)
  for (const name of ['a/1/retry', 'a/2/retry', 'b/3', 'b/4']) wait(name)
  await settle()
  expect(order).toEqual(['a/1/retry', 'b/3'])
  await leave('b/3')
  expect(order.at(-1)).toBe('b/4')
  await leave('a/1/retry')
  expect(order.at(-1)).toBe('a/2/retry')
})

it('gives a place at once only if there is one, and takes it back once', () => {
  const { queue } = setUp(2)
  const entry = { accountId: 'a', targetId: '1' }
  const places = [queue.tryAcquire(entry), queue.tryAcquire(entry), queue.tryAcquire(entry)]
  expect(places.map(Boolean)).toEqual([true, true, false])
  places[0]!.release()
  places[0]!.release()
  expect([queue.tryAcquire(entry), queue.tryAcquire(entry)].map(Boolean)).toEqual([true, false])
})

it('forgets those who leave, and sends away those who have waited too long', async () => {
  const { queue, order, wait, leave } = setUp(1)
  wait('a/1')
  wait('a/1', 10)
  wait('a/1', 30)
  await settle()
  expect([queue.ofTarget('1'), queue.ofAccount('a')]).toEqual(Array(2).fill({ taken: 1, waiting: 2 }))
  queue.expire(20)
  await settle()
  expect(order).toEqual(['a/1', 'not a/1'])
  await leave('a/1')
  await leave('a/1')
  expect([queue.ofAccount('a'), queue.taken]).toEqual([{ taken: 0, waiting: 0 }, 0])
})

it('gives a lane more places when nobody waits in the other', async () => {
  const order: string[] = []
  const places: Permit[] = []
  const perLane = (lane: Lane) => (lane === 'retry' && queue.ofLane('first').waiting > 0 ? 1 : 4)
  const queue: FairQueue<Lane> = new FairQueue({ permits: () => 4, perLane }, ['first', 'retry'])
  const wait = (lane: Lane) =>
    void queue.acquire({ accountId: 'a', lane }).then((place) => {
      order.push(lane)
      places.push(place!)
    })
  for (let count = 0; count < 6; count += 1) wait('retry')
  for (let count = 0; count < 6; count += 1) wait('first')
  await settle()
  expect(order).toEqual(Array(4).fill('retry'))
  for (const place of places.splice(0)) place.release()
  await settle()
  // The other lane waits until it is down to its one place, and then keeps that.
  expect(order.slice(4)).toEqual(['first', 'first', 'first', 'retry'])
})

it('does work in a place, which it gives back also if the work fails', async () => {
  const queue = new FairQueue({ permits: () => 1 })
  const entry = { accountId: 'a' }
  const begun: number[] = []
  const ends: (() => void)[] = []
  const hold = (name: number) =>
    queue.hold(entry, () => {
      begun.push(name)
      return new Promise<number>((resolve) => ends.push(() => resolve(name)))
    })
  const held = [hold(1), hold(2)]
  await settle()
  expect(begun).toEqual([1])
  ends[0]!()
  expect(await held[0]).toBe(1)
  await settle()
  expect(begun).toEqual([1, 2])
  ends[1]!()
  await held[1]
  await expect(queue.hold(entry, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(queue.taken).toBe(0)
})

it('sends away all that wait or come once it is closed, and keeps the places that are taken', async () => {
  const { queue, order, wait, leave } = setUp(1)
  for (const name of ['a/1', 'a/2', 'b/1']) wait(name)
  await settle()
  queue.close()
  wait('c/1')
  await settle()
  expect(order).toEqual(['a/1', 'not a/2', 'not b/1', 'not c/1'])
  expect(queue.tryAcquire({ accountId: 'a' })).toBeNull()
  await expect(queue.hold({ accountId: 'a' }, async () => 1)).rejects.toThrow(ClosedQueueError)
  expect(queue.taken).toBe(1)
  await leave('a/1')
  expect(queue.taken).toBe(0)
})

it('lets a long line through, even if each gives its place back at once', async () => {
  const queue = new FairQueue({ permits: () => 1 })
  const first = queue.tryAcquire({ accountId: 'a' })!
  const passed: number[] = []
  const all = Array.from({ length: 50_000 }, (_none, index) =>
    queue.acquire({ accountId: 'a' }).then((place) => {
      passed.push(index)
      place!.release()
    }),
  )
  first.release()
  await Promise.all(all)
  expect(passed).toEqual(Array.from({ length: 50_000 }, (_none, index) => index))
})

describe('a shared queue', () => {
  /** Accounts whose work never ends. */
  function busyAccounts(places: number, freePlacesFactor: number) {
    const queue = makeSharedQueue(places, freePlacesFactor)
    const add = (accountId: string, count: number) => {
      for (let index = 0; index < count; index += 1) void queue.acquire({ accountId })
    }
    return { add, held: (accountId: string) => queue.ofAccount(accountId).taken }
  }

  it('gives an account so many times the places that it leaves free', () => {
    const { add, held } = busyAccounts(100, 3)
    add('alone', 200)
    expect(held('alone')).toBe(75)
  })

  it('gives each the fewer places, the more accounts are greedy, and a new one still finds some', () => {
    const { add, held } = busyAccounts(96, 1 / 3)
    const greedy = Array.from({ length: 10 }, (_none, index) => `greedy ${index}`)
    for (const account of greedy) add(account, 100)
    expect(greedy.map(held)).toEqual([24, 18, 14, 10, 8, 6, 4, 3, 3, 2])
    add('modest', 1)
    expect(held('modest')).toBe(1)
  })
})

describe('one that takes several places', () => {
  it('enters once there are so many, and leaves all of them', async () => {
    const queue = new FairQueue({ permits: () => 4 })
    const small = queue.tryAcquire({ accountId: 'a' })!
    expect(queue.tryAcquire({ accountId: 'b', size: 4 })).toBeNull()
    const entered = queue.acquire({ accountId: 'b', size: 4 })
    small.release()
    const large = await entered
    expect(queue.taken).toBe(4)
    large!.release()
    expect([queue.taken, queue.ofAccount('b').taken]).toEqual([0, 0])
  })

  it('counts with all of them in the share of its account, and lets others overtake', async () => {
    const queue = makeSharedQueue(8, 1)
    expect(queue.tryAcquire({ accountId: 'a', size: 4 })).not.toBeNull()
    expect(queue.tryAcquire({ accountId: 'a' })).toBeNull()
    void queue.acquire({ accountId: 'b', size: 5 })
    expect(await queue.acquire({ accountId: 'c' })).not.toBeNull()
    expect(queue.ofAccount('b')).toEqual({ taken: 0, waiting: 1 })
  })

  it('holds up those of its line, so that they do not take its places again and again', async () => {
    const queue = new FairQueue({ permits: () => 4 })
    const first = queue.tryAcquire({ accountId: 'a' })!
    const entered: string[] = []
    const enter = (name: string, entry: Parameters<typeof queue.acquire>[0]) =>
      queue.acquire(entry).then((place) => {
        entered.push(name)
        return place
      })
    const large = enter('large', { accountId: 'a', size: 4 })
    const behind = enter('behind', { accountId: 'a' })
    const other = await enter('other', { accountId: 'b' })
    expect(entered).toEqual(['other'])
    other!.release()
    first.release()
    ;(await large)!.release()
    await behind
    expect(entered).toEqual(['other', 'large', 'behind'])
  })
})
