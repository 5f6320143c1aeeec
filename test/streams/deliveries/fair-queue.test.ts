import { expect, it } from 'vitest'
import { FairQueue, type Lane } from '../../../src/streams/deliveries/fair-queue.js'

/** A queue whose endpoints have no limit of their own, and the order in which it lets in. */
function setUp(places: number) {
  const queue = new FairQueue({ places: () => places, perAccount: () => places, perEndpoint: () => places })
  const order: string[] = []
  const wait = (text: string, deadline = 0) => {
    const [accountId, endpointId, lane = 'first'] = text.split('/') as [string, string, Lane?]
    const decide = (isIn: boolean) => order.push(isIn ? text : `not ${text}`)
    queue.wait({ traveller: { accountId, endpointId, lane }, deadline, decide })
  }
  const leave = (text: string) => {
    const [accountId, endpointId, lane = 'first'] = text.split('/') as [string, string, Lane?]
    queue.leave({ accountId, endpointId, lane })
  }
  return { queue, order, wait, leave }
}

it('lets waiting accounts take turns, and the endpoints of one account too', () => {
  const { order, wait, leave } = setUp(1)
  for (const name of ['z/z', 'a/1', 'a/1', 'a/2', 'b/3', 'b/3', 'c/4']) wait(name)
  for (let step = 0; step < 6; step += 1) leave(order.at(-1)!)
  expect(order).toEqual(['z/z', 'a/1', 'b/3', 'c/4', 'a/2', 'b/3', 'a/1'])
})

it('lets first attempts and retries take turns, and gives retries half of the places', () => {
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
  const traveller = { accountId: 'a', endpointId: '1', lane: 'first' } as const
  expect([queue.take(traveller), queue.take(traveller), queue.take(traveller)]).toEqual([true, true, false])
  leave('a/1')
  expect(queue.take(traveller)).toBe(true)
})

it('forgets those who leave, and sends away those who have waited too long', () => {
  const { queue, order, wait, leave } = setUp(1)
  wait('a/1')
  wait('a/1', 10)
  wait('a/1', 30)
  expect([queue.ofEndpoint('1'), queue.ofAccount('a')]).toEqual(Array(2).fill({ taken: 1, waiting: 2 }))
  queue.dismiss(({ deadline }) => deadline < 20)
  expect(order).toEqual(['a/1', 'not a/1'])
  leave('a/1')
  leave('a/1')
  expect(queue.ofAccount('a')).toEqual({ taken: 0, waiting: 0 })
})
