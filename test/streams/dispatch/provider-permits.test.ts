import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { MessageType } from '../../../src/contract/messages.js'
import { type ProviderPermit, ProviderPermits } from '../../../src/streams/dispatch/provider-permits.js'

/** Waits for permits. Returns those that were given at once, to which later ones are added. */
async function enter(
  permits: ProviderPermits,
  count: number,
  accountId = 'acc_one',
  lane: MessageType = 'transactional',
) {
  const taken: ProviderPermit[] = []
  for (let index = 0; index < count; index += 1) {
    void permits.acquire(accountId, lane).then((permit) => 'release' in permit && taken.push(permit))
  }
  await turn()
  return taken
}

test('an account has as many hand-overs at a time as the provider takes', async () => {
  expect(await enter(new ProviderPermits(10), 50)).toHaveLength(10)
})

test('a mail that was handed over makes room for the next one, once', async () => {
  const permits = new ProviderPermits(10)
  const taken = await enter(permits, 50)
  taken[0]!.handedOver()
  taken[0]!.handedOver()
  await turn()
  expect(taken).toHaveLength(11)
})

test('at most twice as many are handed over or unrecorded, and each record makes room', async () => {
  const permits = new ProviderPermits(10)
  const taken = await enter(permits, 50)
  for (const permit of taken) permit.handedOver()
  await turn()
  expect(taken).toHaveLength(20)
  for (const permit of taken) permit.handedOver()
  await turn()
  expect(taken).toHaveLength(20)

  taken[0]!.release()
  taken[1]!.release()
  taken[1]!.release()
  await turn()
  expect(taken).toHaveLength(22)
  taken[0]!.handedOver()
  await turn()
  expect(taken).toHaveLength(22)
})

test('what is recorded leaves as many hand-overs as before', async () => {
  const permits = new ProviderPermits(10)
  const taken = await enter(permits, 50)
  for (const permit of taken.slice(0, 5)) permit.handedOver()
  await turn()
  expect(taken).toHaveLength(15)
  for (const permit of taken.slice(0, 5)) permit.release()
  await turn()
  expect(taken).toHaveLength(15)
  taken[5]!.release()
  await turn()
  expect(taken).toHaveLength(16)
})

test('a mail of another account finds a permit while one account has all', async () => {
  const permits = new ProviderPermits(10)
  const taken = await enter(permits, 50)
  for (const permit of taken) permit.handedOver()
  await turn()
  expect(await enter(permits, 10, 'acc_two')).toHaveLength(4)
})

test('marketing mail has a fifth of the hand-overs while transactional mail waits', async () => {
  const permits = new ProviderPermits(10)
  const transactional = await enter(permits, 50)
  const marketing = await enter(permits, 50, 'acc_one', 'marketing')
  for (let next = 0; transactional.length < 50; next += 1) {
    transactional[next]!.release()
    await turn()
    if (transactional.length < 50) expect(marketing.length).toBeLessThanOrEqual(2)
  }
  expect(marketing.length).toBeGreaterThan(2)
})

test('closed permits send away all that wait', async () => {
  const permits = new ProviderPermits(1)
  await enter(permits, 1)
  const waiting = permits.acquire('acc_one', 'transactional')
  permits.close()
  expect(await waiting).toEqual({ inMs: 0 })
  expect(await permits.acquire('acc_two', 'transactional')).toEqual({ inMs: 0 })
})

test('a mail that has waited for too long comes back later', async () => {
  const permits = new ProviderPermits(1)
  await enter(permits, 1)
  const waiting = [permits.acquire('acc_one', 'transactional'), permits.acquire('acc_two', 'marketing')]
  permits.expire(Date.now() + 60_000)
  expect(await Promise.race([...waiting, turn('still waiting')])).toBe('still waiting')
  permits.expire(Date.now() + 300_000)
  expect(await Promise.all(waiting)).toEqual([{ inMs: 2_000 }, { inMs: 2_000 }])
})
