import { afterAll, beforeAll, expect, test } from 'vitest'
import { DailyQuotas } from '../../../src/services/platform/daily-quotas.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'

let ledger: Ledger
let quotas: DailyQuotas
let others: DailyQuotas
beforeAll(async () => {
  ledger = await openTestLedger()
  quotas = ledger.dailyQuotas
  others = new DailyQuotas(ledger)
})
afterAll(() => ledger.close())

const range = (count: number) => Array.from({ length: count }, (_none, index) => index)

test('a day has as many uses as its limit, even with concurrent requests from several processes', async () => {
  const asked = range(50).map((index) => (index % 2 ? quotas : others).count('mail', `key${index}`, 10))
  expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(10)
  expect(await quotas.uses('mail')).toHaveLength(10)
})

test('uses are granted in the order of the requests', async () => {
  const granted = await Promise.all(range(5).map((index) => quotas.count('ordered', `key${index}`, 3)))
  expect(granted).toEqual([true, true, true, false, false])
})

test('a repeated key is counted once, and still granted when the quota is used up', async () => {
  await Promise.all(range(20).map(() => quotas.count('again', 'same', 2)))
  expect(await quotas.uses('again')).toHaveLength(1)
  expect(await quotas.count('again', 'other', 2)).toBe(true)
  expect(await quotas.count('again', 'third', 2)).toBe(false)
  expect(await quotas.count('again', 'same', 2)).toBe(true)
})

test('a key can be any string', async () => {
  expect(await quotas.count('odd', '$uses', 2)).toBe(true)
  expect(await quotas.count('odd', '$$ROOT', 2)).toBe(true)
  expect((await quotas.uses('odd')).map(({ key }) => key)).toEqual(['$uses', '$$ROOT'])
})

test('a use that was taken back makes room for another', async () => {
  expect(await quotas.count('back', 'one', 1)).toBe(true)
  const { at } = (await quotas.uses('back'))[0]!
  await quotas.takeBack('back', ['one'], at)
  expect(await quotas.uses('back'), 'it is too new').toHaveLength(1)
  await quotas.takeBack('back', ['one'], new Date(at.getTime() + 1))
  expect(await quotas.count('back', 'two', 1)).toBe(true)
})

test('the next day begins at midnight UTC, with its whole quota', async () => {
  expect(await quotas.count('day', 'one', 1)).toBe(true)
  const seconds = quotas.secondsLeft()
  ledger.clock.advance((seconds - 2) * 1_000)
  expect(await quotas.count('day', 'two', 1)).toBe(false)
  expect(quotas.secondsLeft()).toBeLessThanOrEqual(3)
  ledger.clock.advance(3_000)
  expect(await quotas.count('day', 'two', 1)).toBe(true)
})
