import { afterAll, beforeAll, expect, test } from 'vitest'
import { DailyPlaces } from '../../src/services/daily-places.js'
import { type Ledger, openLedger } from '../support/ledger.js'

let ledger: Ledger
let places: DailyPlaces
let others: DailyPlaces
beforeAll(async () => {
  ledger = await openLedger()
  places = new DailyPlaces(ledger)
  others = new DailyPlaces(ledger)
})
afterAll(() => ledger.close())

const range = (count: number) => Array.from({ length: count }, (_none, index) => index)

test('a day has as many places as its limit, whoever asks at once in whatever process', async () => {
  const asked = range(50).map((index) => (index % 2 ? places : others).take('mail', `key${index}`, 10))
  expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(10)
  expect(await places.taken('mail')).toHaveLength(10)
})

test('places are granted in the order of the requests', async () => {
  const granted = await Promise.all(range(5).map((index) => places.take('ordered', `key${index}`, 3)))
  expect(granted).toEqual([true, true, true, false, false])
})

test('who comes again takes no second place, and keeps the first when all are taken', async () => {
  await Promise.all(range(20).map(() => places.take('again', 'same', 2)))
  expect(await places.taken('again')).toHaveLength(1)
  expect(await places.take('again', 'other', 2)).toBe(true)
  expect(await places.take('again', 'third', 2)).toBe(false)
  expect(await places.take('again', 'same', 2)).toBe(true)
})

test('a key may look like anything', async () => {
  expect(await places.take('odd', '$places', 2)).toBe(true)
  expect(await places.take('odd', '$$ROOT', 2)).toBe(true)
  expect((await places.taken('odd')).map(({ key }) => key)).toEqual(['$places', '$$ROOT'])
})

test('a place that was given back is free', async () => {
  expect(await places.take('back', 'one', 1)).toBe(true)
  await places.free('back', ['one'])
  expect(await places.take('back', 'two', 1)).toBe(true)
})

test('the next day begins at midnight UTC, with all its places', async () => {
  expect(await places.take('day', 'one', 1)).toBe(true)
  const seconds = places.secondsLeft()
  ledger.clock.advance((seconds - 2) * 1_000)
  expect(await places.take('day', 'two', 1)).toBe(false)
  expect(places.secondsLeft()).toBeLessThanOrEqual(3)
  ledger.clock.advance(3_000)
  expect(await places.take('day', 'two', 1)).toBe(true)
})
