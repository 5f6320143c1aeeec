import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { MessageType } from '../../../src/contract/messages.js'
import { type ProviderPlace, ProviderPlaces } from '../../../src/streams/dispatch/provider-places.js'

/** Waits for places. Returns those that were given at once, to which later ones are added. */
async function enter(
  places: ProviderPlaces,
  count: number,
  accountId = 'acc_one',
  lane: MessageType = 'transactional',
) {
  const taken: ProviderPlace[] = []
  for (let index = 0; index < count; index += 1) {
    void places.enter(accountId, lane).then((place) => 'leave' in place && taken.push(place))
  }
  await turn()
  return taken
}

test('an account has as many hand-overs at a time as the provider takes', async () => {
  expect(await enter(new ProviderPlaces(10), 50)).toHaveLength(10)
})

test('a mail that was handed over makes room for the next one, once', async () => {
  const places = new ProviderPlaces(10)
  const taken = await enter(places, 50)
  taken[0]!.handedOver()
  taken[0]!.handedOver()
  await turn()
  expect(taken).toHaveLength(11)
})

test('at most twice as many are handed over or unrecorded, and each record makes room', async () => {
  const places = new ProviderPlaces(10)
  const taken = await enter(places, 50)
  for (const place of taken) place.handedOver()
  await turn()
  expect(taken).toHaveLength(20)
  for (const place of taken) place.handedOver()
  await turn()
  expect(taken).toHaveLength(20)

  taken[0]!.leave()
  taken[1]!.leave()
  taken[1]!.leave()
  await turn()
  expect(taken).toHaveLength(22)
  taken[0]!.handedOver()
  await turn()
  expect(taken).toHaveLength(22)
})

test('what is recorded leaves as many hand-overs as before', async () => {
  const places = new ProviderPlaces(10)
  const taken = await enter(places, 50)
  for (const place of taken.slice(0, 5)) place.handedOver()
  await turn()
  expect(taken).toHaveLength(15)
  for (const place of taken.slice(0, 5)) place.leave()
  await turn()
  expect(taken).toHaveLength(15)
  taken[5]!.leave()
  await turn()
  expect(taken).toHaveLength(16)
})

test('a mail of another account finds a place while one account has all', async () => {
  const places = new ProviderPlaces(10)
  const taken = await enter(places, 50)
  for (const place of taken) place.handedOver()
  await turn()
  expect(await enter(places, 10, 'acc_two')).toHaveLength(4)
})

test('marketing mail has a fifth of the hand-overs while transactional mail waits', async () => {
  const places = new ProviderPlaces(10)
  const transactional = await enter(places, 50)
  const marketing = await enter(places, 50, 'acc_one', 'marketing')
  for (let next = 0; transactional.length < 50; next += 1) {
    transactional[next]!.leave()
    await turn()
    if (transactional.length < 50) expect(marketing.length).toBeLessThanOrEqual(2)
  }
  expect(marketing.length).toBeGreaterThan(2)
})

test('closed places send away all that wait', async () => {
  const places = new ProviderPlaces(1)
  await enter(places, 1)
  const waiting = places.enter('acc_one', 'transactional')
  places.close()
  expect(await waiting).toEqual({ inMs: 0 })
  expect(await places.enter('acc_two', 'transactional')).toEqual({ inMs: 0 })
})

test('a mail that has waited for too long comes back later', async () => {
  const places = new ProviderPlaces(1)
  await enter(places, 1)
  const waiting = [places.enter('acc_one', 'transactional'), places.enter('acc_two', 'marketing')]
  places.expire(Date.now() + 60_000)
  expect(await Promise.race([...waiting, turn('still waiting')])).toBe('still waiting')
  places.expire(Date.now() + 300_000)
  expect(await Promise.all(waiting)).toEqual([{ inMs: 2_000 }, { inMs: 2_000 }])
})
