import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventDoc } from '../../../../src/models/event.js'
import { type Charge, type MessageDoc, statusRank } from '../../../../src/models/message.js'
import { recipientTerm } from '../../../../src/services/platform/search/message-terms.js'
import { AddressTraces } from '../../../../src/services/removal/erasure/address-traces.js'
import { MessageEraser } from '../../../../src/services/removal/erasure/message-eraser.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'
import { queuedMessage } from '../../../support/queued-message.js'

/* Mail that a worker had in hand when it died. Nothing else works on this ledger. */

const ADDRESS = 'ada@example.com'
const RECORDED_AT = new Date('2026-11-29T10:00:00Z')

let ledger: Ledger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

const CHARGE: Charge = { hold: 'h', at: RECORDED_AT, period: '2026-11', micros: 100, count: 1, state: 'charged' }

/** A mail that was claimed once, and that nobody has now. */
async function aClaimed(more: Partial<MessageDoc>): Promise<string> {
  const { models, newId, accountId } = ledger
  const content = { ...queuedMessage(newId, accountId).content!, to: [{ name: null, email: ADDRESS }] }
  const row = queuedMessage(newId, accountId, { content, search: [recipientTerm(ADDRESS)], charge: CHARGE, ...more })
  await models.messages.collection.insertOne({ ...row, crashes: 1 })
  return row._id
}

/** As {@link aClaimed}, in an account that is suspended. */
async function aPaused(more: Partial<MessageDoc> = {}): Promise<string> {
  const id = await aClaimed({ held: ledger.accountId, ...more })
  await ledger.models.messages.collection.updateOne({ _id: id }, { $unset: { dispatch_at: 1 } })
  return id
}

/** An event that was fanned out. */
async function record(message_id: string, event: Partial<EventDoc>): Promise<EventDoc> {
  const times = { occurred_at: RECORDED_AT, created_at: RECORDED_AT }
  const [row] = await ledger.recordEvents([{ message_id, ...times, ...event }])
  await ledger.models.events.collection.updateOne({ _id: row!._id }, { $unset: { fanout_at: 1 } })
  return row!
}

const erase = (id: string) => {
  const pauses = { rest: async () => {}, wait: async () => {} }
  const erasing = { address: ADDRESS, traces: new AddressTraces(ADDRESS), ...pauses }
  return new MessageEraser(ledger).eraseTo([id], erasing)
}
const rowOf = async (id: string) => (await ledger.models.messages.findById(id).lean<MessageDoc>())!
const ERASED = { count: 1, busy: [] }

test('is not canceled if it was sent: it is closed by its events', async () => {
  const id = await aPaused()
  const event = await record(id, { type: 'sent', payload: { provider_message_id: '$p-1' } })
  expect(await erase(id)).toEqual(ERASED)
  const row = await rowOf(id)
  expect(row).toMatchObject({ status: 'sent', status_rank: statusRank(event), provider_message_id: '$p-1', crashes: 0 })
  expect(row).toMatchObject({ sent_at: RECORDED_AT, charge: { state: 'charged' }, erased: true, content: null })
  expect(row).not.toHaveProperty('held')
})

test('has the status of its newest event, whoever has recorded it', async () => {
  const id = await aPaused({ test_mode: true })
  await record(id, { type: 'sent', payload: { provider_message_id: 'sim' } })
  await record(id, { type: 'bounced', occurred_at: new Date(RECORDED_AT.getTime() + 1) })
  expect(await erase(id)).toEqual(ERASED)
  expect(await rowOf(id)).toMatchObject({ status: 'bounced', provider_message_id: 'sim' })
  expect(await rowOf(id)).not.toHaveProperty('sent_at')
})

test('costs nothing if it has failed', async () => {
  const id = await aPaused()
  await record(id, { type: 'failed', payload: { error: 'x' } })
  expect(await erase(id)).toEqual(ERASED)
  expect(await rowOf(id)).toMatchObject({ status: 'failed', charge: { state: 'returned' } })
})

test('is left to the next worker if it is in doubt and due', async () => {
  const id = await aClaimed({})
  expect(await erase(id)).toEqual({ count: 0, busy: [id] })
  expect(await rowOf(id)).toMatchObject({ status: 'queued', charge: { state: 'charged' } })
  await record(id, { type: 'sent', payload: { provider_message_id: 'p-2' } })
  expect(await erase(id)).toEqual(ERASED)
  expect((await rowOf(id)).status).toBe('sent')
})

test('is canceled if it is in doubt and nobody settles that, because it is paused or parked', async () => {
  const [paused, parked] = [await aPaused(), await aPaused()]
  await ledger.models.messages.collection.updateOne({ _id: parked }, { $set: { crashes: 5 }, $unset: { held: 1 } })
  for (const id of [paused, parked]) {
    expect(await erase(id)).toEqual(ERASED)
    expect(await rowOf(id)).toMatchObject({ status: 'canceled', charge: { state: 'returned' } })
  }
})
