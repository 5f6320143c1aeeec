import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BroadcastDoc } from '../../src/models/broadcast.js'
import { operatorOf } from '../../src/services/caller.js'
import type { MessageSender } from '../../src/services/sending/messages/message-sender.js'
import { BroadcastWorker } from '../../src/streams/broadcasts/broadcast-worker.js'
import { DispatchWorker } from '../../src/streams/dispatch/dispatch-worker.js'
import type { Work } from '../../src/streams/topics.js'
import { aListOf, people } from '../support/contacts.js'
import { type Ledger, openTestLedger } from '../support/ledger.js'
import { recordingTransport } from '../support/recording-transport.js'

/*
 * The worker dies at each step of a portion: it throws, so that its claim lasts until the lease ends, as if the process
 * was killed.
 */

const MEMBERS = 25
const PORTION = 10

let ledger: Ledger
let accountId: string
let keyId: string
beforeEach(async () => {
  ledger = await openTestLedger()
  accountId = (await ledger.services.accounts.create('owner@postline.test')).account_id
  keyId = (await ledger.services.apiKeys.create(operatorOf(accountId), { scope: 'admin', test_mode: true })).id
})
afterEach(() => ledger.close())

const callerOf = async () => (await ledger.services.apiKeys.callerOf(keyId))!

/** Whether a broadcast has this status. */
const has = async (id: string, status: BroadcastDoc['status']) =>
  (await ledger.models.broadcasts.findOne({ _id: id }).lean())?.status === status

async function aBroadcast(members = people(MEMBERS)): Promise<string> {
  const list_id = await aListOf({ ...ledger, accountId }, members)
  const given = { name: 'News', list_id, subject: 'Hi {{ first_name }}', body_text: 'Hello {{ first_name }}!' }
  const caller = await callerOf()
  const { id } = await ledger.services.broadcasts.create(caller, given)
  await ledger.services.broadcasts.send(caller, id)
  return id
}

/** A worker that dies once. */
const dying = (options: { sender?: Pick<MessageSender, 'sendBatch'>; work?: Work }) =>
  ledger.startWorker(BroadcastWorker, { portion: PORTION, ...options })

/** Fails the first time that it is reached. */
function once() {
  let isFirst = true
  return () => {
    if (!isFirst) return
    isFirst = false
    throw new Error('killed')
  }
}

type SendBatch = MessageSender['sendBatch']
const { sendBatch } = { sendBatch: (...given: Parameters<SendBatch>) => ledger.services.sender.sendBatch(...given) }

const steps: [string, () => { sender?: { sendBatch: SendBatch }; work?: Work }][] = [
  [
    'before it accepts a message',
    () => {
      const die = once()
      return {
        sender: {
          sendBatch: async (caller, items) => {
            die()
            return sendBatch(caller, items)
          },
        },
      }
    },
  ],
  [
    'in the middle of a portion',
    () => {
      const die = once()
      return {
        sender: {
          sendBatch: async (caller, items) => {
            const half = await sendBatch(caller, items.slice(0, 4))
            die()
            return [...half, ...(await sendBatch(caller, items.slice(4)))]
          },
        },
      }
    },
  ],
  [
    'after it has accepted the messages, before the cursor moves',
    () => {
      const die = once()
      return {
        sender: {
          sendBatch: async (caller, items) => {
            const results = await sendBatch(caller, items)
            die()
            return results
          },
        },
      }
    },
  ],
  [
    'after the cursor has moved',
    () => {
      const die = once()
      const { broadcasts } = ledger.work
      const rows: Work['broadcasts'] = Object.create(broadcasts, {
        claim: { value: broadcasts.claim.bind(broadcasts) },
        crashed: { value: broadcasts.crashed.bind(broadcasts) },
        noteError: { value: broadcasts.noteError.bind(broadcasts) },
        writeOutcomes: {
          value: async (...given: Parameters<Work['broadcasts']['writeOutcomes']>) => {
            const written = await broadcasts.writeOutcomes(...given)
            die()
            return written
          },
        },
      })
      return { work: { ...ledger.work, broadcasts: rows } }
    },
  ],
]

test.each(steps)('every member gets one message, and counts once, if the worker dies %s', async (_step, dies) => {
  const id = await aBroadcast()
  ledger.startWorker(DispatchWorker, { transport: recordingTransport() })
  dying(dies())
  const { leaseMs } = ledger.conveyor.catalog.broadcasts
  await ledger.sweepUntil('it is sent', async () => {
    ledger.clock.advance(leaseMs / 10)
    return has(id, 'sent')
  })
  const messages = await ledger.models.messages.find({ broadcast_id: id }).lean()
  expect(messages).toHaveLength(MEMBERS)
  expect(new Set(messages.map(({ content }) => content!.to[0]!.email)).size).toBe(MEMBERS)
  const { counts } = await ledger.services.broadcasts.get(accountId, id)
  expect(counts).toMatchObject({ total: MEMBERS, queued: 0, sent: MEMBERS, delivered: MEMBERS, failed: 0 })
})

test('two workers with the same portion make one message a member, and one of them counts it', async () => {
  const id = await aBroadcast()
  ledger.startWorker(DispatchWorker, { transport: recordingTransport() })
  const { leaseMs } = ledger.conveyor.catalog.broadcasts
  let slow = true
  const late: MessageSender['sendBatch'] = async (caller, items) => {
    if (!slow) return sendBatch(caller, items)
    slow = false
    // Meanwhile its lease ends, and the other worker takes the portion. Redis measures by real time how long a hint is with
    // a worker, so that this one needs another.
    ledger.clock.advance(leaseMs + 1_000)
    ledger.conveyor.hint('broadcasts', [{ id, accountId }])
    await ledger.sweepUntil('the other worker has counted it', async () => {
      const row = await ledger.models.broadcasts.findById(id).lean()
      return row!.taken > 0
    })
    return sendBatch(caller, items)
  }
  dying({ sender: { sendBatch: late } })
  await ledger.sweepUntil('the first worker has begun', () => !slow)
  dying({})
  // Time has jumped for dispatch as well: what lost its lease there is tried again after a delay.
  await ledger.sweepUntil('it is sent', () => {
    ledger.clock.advance(leaseMs / 10)
    return has(id, 'sent')
  })
  expect(await ledger.models.messages.countDocuments({ broadcast_id: id })).toBe(MEMBERS)
  expect((await ledger.services.broadcasts.get(accountId, id)).counts.total).toBe(MEMBERS)
})

test('a contact that is edited or deleted between a crash and its repetition still counts', async () => {
  const id = await aBroadcast(people(5))
  const { models } = ledger
  ledger.startWorker(DispatchWorker, { transport: recordingTransport() })
  const die = once()
  dying({
    sender: {
      sendBatch: async (caller, items) => {
        const results = await sendBatch(caller, items)
        const contacts = { account_id: accountId }
        await models.contacts.updateOne({ ...contacts, email: 'person1@example.com' }, { first_name: 'Changed' })
        await models.contacts.deleteOne({ ...contacts, email: 'person2@example.com' })
        die()
        return results
      },
    },
  })
  await ledger.sweepUntil('it is sent', async () => {
    ledger.clock.advance(ledger.conveyor.catalog.broadcasts.leaseMs / 10)
    return has(id, 'sent')
  })
  const { counts } = await ledger.services.broadcasts.get(accountId, id)
  expect(counts).toMatchObject({ total: 5, sent: 5, failed: 0, queued: 0 })
  expect((await models.broadcasts.findById(id).lean())!.taken).toBe(5)
})

test('a broadcast that is canceled when its worker has died counts the messages of the last portion', async () => {
  const id = await aBroadcast()
  const die = once()
  let isDead = false
  dying({
    sender: {
      sendBatch: async (caller, items) => {
        const results = await sendBatch(caller, items)
        isDead = true
        die()
        return results
      },
    },
  })
  await ledger.sweepUntil('the worker is dead', () => isDead)
  await ledger.services.broadcasts.cancel(operatorOf(accountId), id)
  await ledger.sweepUntil('it rests', async () => {
    ledger.clock.advance(ledger.conveyor.catalog.broadcasts.leaseMs / 10)
    return !(await ledger.models.broadcasts.findById(id).lean())!.expand_at
  })
  const { status, counts } = await ledger.services.broadcasts.get(accountId, id)
  expect([status, counts.total, counts.queued]).toEqual(['canceled', PORTION, PORTION])
})

test('a broadcast whose messages cannot be made is paused, and continues when it is resumed', async () => {
  const id = await aBroadcast(people(5))
  let isBroken = true
  ledger.startWorker(DispatchWorker, { transport: recordingTransport() })
  dying({
    sender: {
      sendBatch: async (caller, items) => {
        if (isBroken) throw new Error('a defect')
        return sendBatch(caller, items)
      },
    },
  })
  const until = (status: BroadcastDoc['status']) =>
    ledger.sweepUntil(`it is ${status}`, async () => {
      ledger.clock.advance(ledger.conveyor.catalog.broadcasts.leaseMs / 10)
      return has(id, status)
    })
  const { models } = ledger
  await until('paused')
  expect(await ledger.services.broadcasts.get(accountId, id)).toMatchObject({ paused_reason: 'internal_error' })
  isBroken = false
  await ledger.services.broadcasts.resume(await callerOf(), id)
  await until('sent')
  expect(await models.messages.countDocuments({ broadcast_id: id })).toBe(5)
})

/** Waits until a broadcast is parked, as if its process had died five times. Returns the dead letter. */
async function parked(id: string): Promise<string> {
  const { models } = ledger
  await models.broadcasts.updateOne({ _id: id }, { crashes: 5, expand_at: ledger.clock.now() })
  dying({})
  return ledger.sweepUntil('it is parked', async () => {
    const letter = await models.deadLetters.findOne({ row_id: id }).lean()
    const row = await models.broadcasts.findById(id).lean()
    return letter && !row!.expand_at ? letter._id : null
  })
}

test.each([
  ['its dead letter is retried', async (_id: string, letter: string) => ledger.services.deadLetters.retry(letter)],
  ['it is resumed', async (id: string) => ledger.services.broadcasts.resume(await callerOf(), id)],
])('a broadcast whose process dies five times is paused, and goes on when %s', async (_when, revive) => {
  ledger.startWorker(DispatchWorker, { transport: recordingTransport() })
  const id = await aBroadcast(people(5))
  const letter = await parked(id)
  const { broadcasts } = ledger.services
  expect(await broadcasts.get(accountId, id)).toMatchObject({ status: 'paused', paused_reason: 'crashed' })
  await revive(id, letter)
  expect(await broadcasts.get(accountId, id)).toMatchObject({ status: 'sending', paused_reason: null })
  await ledger.sweepUntil('it is sent', () => has(id, 'sent'))
  expect((await broadcasts.get(accountId, id)).counts).toMatchObject({ total: 5, sent: 5, failed: 0 })
})

test('a broadcast that dies at its start, and one that is canceled, keep what was decided', async () => {
  const list_id = await aListOf({ ...ledger, accountId }, people(5))
  const { broadcasts, deadLetters } = ledger.services
  const scheduled_at = new Date(Date.now() + 60_000)
  const given = { name: 'News', list_id, subject: 'Hi', body_text: 'Hello!', scheduled_at }
  const [starting, canceled] = [
    (await broadcasts.create(await callerOf(), given)).id,
    (await broadcasts.create(await callerOf(), given)).id,
  ]
  const letters = [await parked(starting), await parked(canceled)]
  expect(await broadcasts.get(accountId, starting)).toMatchObject({
    status: 'paused',
    started_at: scheduled_at.toISOString(),
  })
  await broadcasts.cancel(operatorOf(accountId), canceled)
  for (const letter of letters) await deadLetters.retry(letter)
  expect((await broadcasts.get(accountId, canceled)).status).toBe('canceled')
  expect((await broadcasts.get(accountId, starting)).status).toBe('sending')
})
