import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EventDoc } from '../../../../src/models/event.js'
import { searchTerms } from '../../../../src/services/platform/search/message-terms.js'
import { FanOutWorker } from '../../../../src/streams/fan-out/fan-out-worker.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'
import { eventually } from '../../../support/start-app.js'

let ledger: Ledger

beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

const EARLY = new Date('2026-11-20T08:00:00Z')
const LATE = new Date('2026-11-21T08:00:00Z')

async function aContact(email: string, accountId = ledger.accountId): Promise<void> {
  const _id = `ct_${ledger.newId('message').slice(4)}`
  const names = { first_name: null, last_name: null }
  const row = { _id, account_id: accountId, email, ...names, attributes: {}, search: [], updated_at: EARLY }
  await ledger.models.contacts.collection.insertOne(row)
}

async function aMessage(addresses: string[]): Promise<string> {
  const _id = ledger.newId('message')
  const search = searchTerms({ subject: 'To a@b', addresses, tags: undefined })
  const row = { _id, account_id: ledger.accountId, idempotency_key: _id, search }
  await ledger.models.messages.collection.insertOne(row as never)
  return _id
}

/** Records events of a message, and waits until they are fanned out. */
async function record(message_id: string, events: Partial<EventDoc>[]): Promise<void> {
  ledger.startWorker(FanOutWorker)
  await ledger.recordEvents(events.map((event) => ({ message_id, ...event })))
  const open = { seq: { $exists: false } }
  await eventually('all fanned out', async () => (await ledger.models.events.countDocuments(open)) === 0)
}

const activity = async (email: string, accountId = ledger.accountId) =>
  (await ledger.models.contacts.collection.findOne({ account_id: accountId, email }))!.activity

it('has the latest open, click and bounce of a contact, in whatever order they are recorded', async () => {
  await aContact('ada@example.com')
  const message = await aMessage(['Ada@Example.com'])
  await record(message, [{ type: 'opened', occurred_at: LATE }])
  await record(message, [
    { type: 'opened', occurred_at: EARLY },
    { type: 'clicked', occurred_at: EARLY },
    { type: 'delivered', occurred_at: LATE },
    { type: 'bounced', occurred_at: LATE },
  ])
  expect(await activity('ada@example.com')).toEqual({ opened_at: LATE, clicked_at: EARLY, bounced_at: LATE })
})

it('is of the contact of the same account alone', async () => {
  const other = ledger.newId('account')
  await aContact('ada@example.com')
  await aContact('ada@example.com', other)
  await aContact('grace@example.com')
  await record(await aMessage(['ada@example.com']), [{ type: 'opened', occurred_at: LATE }])
  expect(await activity('ada@example.com')).toEqual({ opened_at: LATE })
  expect(await activity('ada@example.com', other)).toBeUndefined()
  expect(await activity('grace@example.com')).toBeUndefined()
})

it('of a mail to several has who bounced, and not who opened, because nobody knows', async () => {
  await aContact('ada@example.com')
  await aContact('grace@example.com')
  const message = await aMessage(['ada@example.com', 'grace@example.com'])
  const bouncedRecipients = [{ emailAddress: 'Grace@example.com' }, { emailAddress: 'other@example.com' }, null]
  await record(message, [
    { type: 'opened', occurred_at: LATE },
    { type: 'bounced', occurred_at: LATE, payload: { bounce: { bouncedRecipients } } },
  ])
  expect(await activity('ada@example.com')).toBeUndefined()
  expect(await activity('grace@example.com')).toEqual({ bounced_at: LATE })
})

it('ignores what a test key simulates, deleted messages, and recipients who are no contacts', async () => {
  await aContact('ada@example.com')
  const message = await aMessage(['ada@example.com'])
  await record(message, [{ type: 'bounced', occurred_at: LATE, test_mode: true }])
  await record(ledger.newId('message'), [{ type: 'opened', occurred_at: LATE }])
  await record(await aMessage(['nobody@example.com']), [{ type: 'opened', occurred_at: LATE }])
  expect(await activity('ada@example.com')).toBeUndefined()
  expect(await ledger.models.contacts.countDocuments()).toBe(1)
})

it('is there once an event is fanned out, also if it could not be recorded at first', async () => {
  await aContact('ada@example.com')
  let failures = 2
  const contactActivity = {
    follow: async (event: EventDoc) => {
      if (failures > 0) {
        failures -= 1
        throw new Error('the ledger is away')
      }
      expect((await ledger.models.events.findById(event._id).lean())?.seq).toBeUndefined()
      await ledger.contactActivity.follow(event)
    },
  }
  ledger.startWorker(FanOutWorker, { contactActivity })
  await ledger.recordEvents([{ type: 'opened', message_id: await aMessage(['ada@example.com']), occurred_at: LATE }])
  // Its claim ends after half a minute.
  await ledger.sweepUntil('it is fanned out', async () => {
    ledger.clock.advance(1_000)
    return (await ledger.models.events.countDocuments({ seq: 1 })) === 1
  })
  expect([failures, await activity('ada@example.com')]).toEqual([0, { opened_at: LATE }])
})
