import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MessageDoc } from '../../src/models/message.js'
import { DispatchWorker } from '../../src/streams/dispatch/dispatch-worker.js'
import { type Ledger, openTestLedger } from '../support/ledger.js'
import { queuedMessage } from '../support/queued-message.js'
import { type RecordingTransport, recordingTransport } from '../support/recording-transport.js'
import { eventually } from '../support/start-app.js'

/*
 * Who is next at a provider that takes a few mails at a time.
 */

const PLACES = 5

let ledger: Ledger
let transport: RecordingTransport & { concurrency: number }
/** Hand-overs in progress, by message. */
let inHand: Map<string, () => void>
/** Whether the provider answers at once. */
let isOpen: boolean

beforeEach(async () => {
  ledger = await openTestLedger()
  inHand = new Map()
  isOpen = false
  const accepting = recordingTransport(async ({ messageId, rfcMessageId }) => {
    if (isOpen) await delay(1)
    else await new Promise<void>((resolve) => inHand.set(messageId, resolve))
    return { outcome: 'accepted', providerMessageId: rfcMessageId }
  })
  transport = Object.assign(accepting, { concurrency: PLACES })
})
afterEach(async () => {
  open()
  await ledger.close()
})

function open(): void {
  isOpen = true
  for (const accept of inHand.values()) accept()
  inHand.clear()
}

async function accept(accountId: string, count: number, more: Partial<MessageDoc> = {}): Promise<string[]> {
  const rows = Array.from({ length: count }, () => queuedMessage(ledger.newId, accountId, more))
  await ledger.models.messages.collection.insertMany(rows)
  const lane = more.message_type ?? 'transactional'
  await ledger.conveyor.put(
    'dispatch',
    rows.map(({ _id: id }) => ({ id, accountId })),
    lane,
  )
  return rows.map(({ _id }) => _id)
}

/** The provider accepts the mail that it has had for longest, first one on top of its places if there is one, and gets another. */
async function acceptOne(): Promise<void> {
  const handed = transport.handed.length
  do {
    const [id, done] = [...inHand][0]!
    inHand.delete(id)
    done()
  } while (inHand.size >= PLACES)
  await eventually('another is handed over', () => transport.handed.length > handed)
}

const handedIds = () => transport.handed.map(({ messageId }) => messageId)

test('one mail of an account is not behind the many of another', async () => {
  const [many, one] = [ledger.newId('account'), ledger.newId('account')]
  await accept(many, 500)
  ledger.startWorker(DispatchWorker, { transport })
  await eventually('all places are taken', () => transport.handed.length === PLACES)
  const [id] = await accept(one, 1)
  const before = transport.handed.length
  while (!handedIds().includes(id!)) await acceptOne()
  const { maxUnread } = ledger.conveyor.catalog.dispatch
  expect(handedIds().indexOf(id!) - before).toBeLessThanOrEqual(maxUnread + 4 * PLACES)
  open()
  await eventually('all are sent', () => transport.handed.length === 501)
  expect(new Set(handedIds()).size).toBe(501)
})

test('an account with no mail at the provider does not wait for that of another, or for its own marketing mail', async () => {
  const [many, one] = [ledger.newId('account'), ledger.newId('account')]
  await accept(many, 500, { message_type: 'marketing' })
  ledger.startWorker(DispatchWorker, { transport })
  await eventually('all places are taken', () => transport.handed.length === PLACES)
  const [own] = await accept(many, 1)
  await eventually('its own is handed over', () => handedIds().includes(own!))
  open()
  await eventually('all are sent', () => transport.handed.length === 501)
  isOpen = false
  // As many as the worker has in progress.
  await accept(many, 4 * PLACES)
  await eventually('all places are taken', () => inHand.size === PLACES)
  const [id] = await accept(one, 1)
  await eventually('it is handed over', () => handedIds().includes(id!))
  expect(inHand.size).toBe(PLACES + 1)
})

test('marketing mail has a fifth of the places while transactional mail waits, and all of them otherwise', async () => {
  const account = ledger.newId('account')
  await accept(account, 200, { message_type: 'marketing' })
  ledger.startWorker(DispatchWorker, { transport })
  await eventually('marketing has all places', () => transport.handed.length === PLACES)
  const transactional = new Set(await accept(account, 60))
  await eventually('the first wait', async () => {
    const waiting = await ledger.models.messages.countDocuments({
      _id: { $in: [...transactional] },
      lease: { $exists: true },
    })
    return waiting >= 4 * PLACES
  })
  for (let count = 0; count < 30; count += 1) await acceptOne()
  const next = handedIds().slice(PLACES)
  const marketing = next.filter((id) => !transactional.has(id)).length
  expect(marketing).toBeGreaterThanOrEqual(1)
  expect(marketing).toBeLessThanOrEqual(next.length / PLACES + 2)
  expect([...inHand.keys()].filter((id) => !transactional.has(id)).length).toBeLessThanOrEqual(1)
  open()
  await eventually('all are sent', () => transport.handed.length === 260)
})

test('several workers share a backlog in turns', async () => {
  isOpen = true
  const [many, few] = [ledger.newId('account'), ledger.newId('account')]
  await accept(many, 800)
  const late = await accept(few, 20)
  for (let worker = 0; worker < 3; worker += 1) ledger.startWorker(DispatchWorker, { transport })
  await eventually('all are sent', () => transport.handed.length === 820)
  const last = Math.max(...late.map((id) => handedIds().indexOf(id)))
  expect(last).toBeLessThan(300)
  expect(new Set(handedIds()).size).toBe(820)
})
