import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventDoc } from '../../../../src/models/event.js'
import { eventKey, rowOfEvent } from '../../../../src/services/tracking/events/event-key.js'
import { recordEvents } from '../../../../src/services/tracking/events/record-events.js'
import { workerEventDoc } from '../../../../src/services/tracking/events/worker-events.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'

let ledger: Ledger
beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

const rows = () => ledger.models.events.collection

/** An event of a message, as a step records it each time it runs. */
const sentOf = (message_id: string): EventDoc => {
  const message = { _id: message_id, account_id: ledger.accountId }
  return workerEventDoc(ledger.newId, message, { type: 'sent', payload: {}, occurredAt: ledger.clock.now() })
}

const record = (event: EventDoc) => recordEvents(ledger.models, ledger.conveyor, [event])

test('a step that runs again records its event once, and gets the first row', async () => {
  const id = ledger.newId('message')
  const [first] = await record(sentOf(id))
  expect(await record(sentOf(id))).toEqual([first])
  expect(await rows().countDocuments({ account_id: ledger.accountId })).toBe(1)
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
    keys.push(sentOf(ledger.newId('message')).dedup_key.toString('hex'))
    ledger.clock.advance(5)
  }
  expect(new Set(keys).size).toBe(20)
  expect(keys.toSorted()).toEqual(keys)
})

test('looking for a repeat reads its own row alone', async () => {
  const events = Array.from({ length: 300 }, () => sentOf(ledger.newId('message')))
  await recordEvents(ledger.models, ledger.conveyor, events)
  const plan = await rows()
    .find({ $or: events.slice(0, 5).map(rowOfEvent) })
    .explain('executionStats')
  expect(plan.executionStats.nReturned).toBe(5)
  expect(plan.executionStats.totalDocsExamined).toBeLessThanOrEqual(5)
  expect(plan.executionStats.totalKeysExamined).toBeLessThanOrEqual(10)
})
