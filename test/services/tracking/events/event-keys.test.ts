import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventDoc } from '../../../../src/models/event.js'
import { EARLIER_INDEX, giveEarlierKeys } from '../../../../src/services/tracking/events/earlier-keys.js'
import { eventKey, rowOfEvent } from '../../../../src/services/tracking/events/event-key.js'
import { recordEvents } from '../../../../src/services/tracking/events/record-events.js'
import { workerEventDoc } from '../../../../src/services/tracking/events/worker-events.js'
import { type Ledger, openLedger } from '../../../support/ledger.js'

const DAY_MS = 86_400_000

let ledger: Ledger
beforeEach(async () => {
  ledger = await openLedger()
})
afterEach(async () => {
  if (await rows().indexExists(EARLIER_INDEX)) await rows().dropIndex(EARLIER_INDEX)
  await ledger.close()
})

const rows = () => ledger.models.events.collection
const upgrade = () => rows().createIndex({ account_id: 1, provider_event_id: 1 }, { unique: true })

/** An event of a message, as a step records it each time it runs. */
const sentOf = (message_id: string): EventDoc => {
  const message = { _id: message_id, account_id: ledger.accountId }
  return workerEventDoc(ledger.newId, message, { type: 'sent', payload: {}, occurredAt: ledger.clock.now() })
}

/** Writes an event like an earlier version. */
async function writeEarlier(event: EventDoc): Promise<EventDoc> {
  const { dedup_key: _unknown, ...row } = event
  await rows().insertOne(row)
  return row
}

const record = (event: EventDoc) => recordEvents(ledger.models, ledger.conveyor, [event])
const giveAll = async () => {
  let given = 0
  for await (const count of giveEarlierKeys(ledger)) given += count
  return given
}
const hasEarlierIndex = () => rows().indexExists(EARLIER_INDEX)

test('a step that runs again in another version records its event once', async () => {
  await upgrade()
  const [before, after] = [ledger.newId('message'), ledger.newId('message')]
  const earlier = await writeEarlier(sentOf(before))
  expect(await record(sentOf(before))).toEqual([earlier])
  await record(sentOf(after))
  await expect(writeEarlier(sentOf(after))).rejects.toMatchObject({ code: 11_000 })
  expect(await rows().countDocuments({ account_id: ledger.accountId })).toBe(2)
})

test('events of an earlier version get their keys, and repeats are still recorded once without its index', async () => {
  await upgrade()
  const ids = Array.from({ length: 3 }, () => ledger.newId('message'))
  const earlier = [await writeEarlier(sentOf(ids[0]!)), await writeEarlier(sentOf(ids[1]!))]
  await record(sentOf(ids[2]!))
  expect(await giveAll()).toBe(2)
  expect(await giveAll()).toBe(0)
  ledger.clock.advance(DAY_MS)
  await giveAll()
  expect(await hasEarlierIndex()).toBe(false)

  for (const id of ids) await record(sentOf(id))
  expect(await record(sentOf(ids[0]!))).toMatchObject([{ _id: earlier[0]!._id }])
  expect(await rows().countDocuments({ account_id: ledger.accountId })).toBe(3)
})

test('the index of an earlier version stays for a day after the last event that it wrote', async () => {
  await upgrade()
  await writeEarlier(sentOf(ledger.newId('message')))
  await giveAll()
  ledger.clock.advance(DAY_MS - 1_000)
  await writeEarlier(sentOf(ledger.newId('message')))
  ledger.clock.advance(600_000)
  // A process that records an event a while after it has made its id.
  expect(await giveAll()).toBe(1)
  expect(await hasEarlierIndex()).toBe(true)
  ledger.clock.advance(DAY_MS - 602_000)
  await giveAll()
  expect(await hasEarlierIndex()).toBe(true)
  ledger.clock.advance(10_000)
  await giveAll()
  expect(await hasEarlierIndex()).toBe(false)
})

test('an event that is recorded late, behind what is done, gets its key as well', async () => {
  await upgrade()
  const late = sentOf(ledger.newId('message'))
  ledger.clock.advance(60_000)
  await writeEarlier(sentOf(ledger.newId('message')))
  expect(await giveAll()).toBe(1)
  await writeEarlier(late)
  expect(await giveAll()).toBe(1)
})

test('the id of a provider has the same key however its event is reported, and in any message', () => {
  const [message_id, other] = [ledger.newId('message'), ledger.newId('message')]
  const provider_event_id = 'feedback-1'
  const key = eventKey({ message_id, source: 'ses', provider_event_id })
  expect(eventKey({ message_id: other, source: 'sns', provider_event_id })).toEqual(key)
  expect(eventKey({ message_id, source: 'ses', provider_event_id: 'feedback-2' })).not.toEqual(key)
  expect(key.length()).toBe(16)
})

test('keys of the send pipeline are in the order of their messages', () => {
  const keys: string[] = []
  for (let count = 0; count < 20; count += 1) {
    keys.push(sentOf(ledger.newId('message')).dedup_key!.toString('hex'))
    ledger.clock.advance(5)
  }
  expect(new Set(keys).size).toBe(20)
  expect(keys.toSorted()).toEqual(keys)
})

test('looking for a repeat reads its own row and the events of its message alone', async () => {
  const events = Array.from({ length: 300 }, () => sentOf(ledger.newId('message')))
  await recordEvents(ledger.models, ledger.conveyor, events)
  const plan = await rows()
    .find({ $or: events.slice(0, 5).flatMap(rowOfEvent) })
    .explain('executionStats')
  expect(plan.executionStats.nReturned).toBe(5)
  expect(plan.executionStats.totalDocsExamined).toBeLessThanOrEqual(10)
  expect(plan.executionStats.totalKeysExamined).toBeLessThanOrEqual(20)
})
