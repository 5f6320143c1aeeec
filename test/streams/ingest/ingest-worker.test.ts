import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EventDoc } from '../../../src/models/event.js'
import { type MessageDoc, statusRank } from '../../../src/models/message.js'
import { readSesNotification } from '../../../src/providers/ses/notification.js'
import type { UnsubscribedMessage } from '../../../src/services/audience/preferences/broadcast-opt-outs.js'
import { SYSTEM_ACCOUNT } from '../../../src/services/sending/system-mail/system-mail.js'
import type { CallbackStore } from '../../../src/services/tracking/callbacks/callback-store.js'
import { resumeCallbacks } from '../../../src/services/tracking/callbacks/resume-callbacks.js'
import { broadcastCounts } from '../../../src/services/tracking/counts/broadcast-counts.js'
import { workerEventDoc } from '../../../src/services/tracking/events/worker-events.js'
import { refOf } from '../../../src/streams/engine/work-rows.js'
import { IngestWorker } from '../../../src/streams/ingest/ingest-worker.js'
import { aLease } from '../../support/leases.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'
import { type Form, SES_EVENTS, sesNotification } from '../../support/ses-notifications.js'
import { eventually } from '../../support/start-app.js'

/* The worker on its own ledger; messages are inserted in the state in which dispatch leaves them. */

let ledger: Ledger
let store: CallbackStore

beforeEach(async () => {
  ledger = await openTestLedger()
  store = ledger.callbackStore
})
afterEach(() => ledger.close())

const SENT_AT = new Date(Date.now() - 60_000)
const later = (seconds: number) => new Date(SENT_AT.getTime() + seconds * 1_000)

/** A message that was handed over, or one whose hand-over is not recorded yet. */
async function aMessage({ isSent = true, testMode = false, accountId = ledger.accountId, onBehalfOf = '' } = {}) {
  const _id = ledger.newId('message')
  const providerMessageId = `ses-${randomUUID()}`
  const message = {
    _id,
    account_id: accountId,
    ...(onBehalfOf && { on_behalf_of: onBehalfOf }),
    idempotency_key: _id,
    test_mode: testMode,
    status: 'queued',
    status_rank: '',
    provider_message_id: null,
    updated_at: SENT_AT,
    crashes: 0,
  }
  await ledger.models.messages.collection.insertOne(message as never)
  if (isSent) await record({ id: _id, accountId, providerMessageId })
  return { id: _id, accountId, providerMessageId }
}

type Mail = Awaited<ReturnType<typeof aMessage>>

/** What the dispatch does after a hand-over. */
async function record({ id, accountId, providerMessageId }: Omit<Mail, 'recorded'>): Promise<void> {
  const { models, newId } = ledger
  const payload = { provider_message_id: providerMessageId }
  const event = workerEventDoc(
    newId,
    { _id: id, account_id: accountId },
    { type: 'sent', payload, occurredAt: SENT_AT },
  )
  await models.events.collection.insertOne(event as never)
  await models.messages.collection.updateOne({ _id: id } as never, [
    {
      $set: {
        status: { $cond: [{ $lt: ['$status_rank', statusRank(event)] }, 'sent', '$status'] },
        status_rank: { $max: ['$status_rank', statusRank(event)] },
        provider_message_id: providerMessageId,
      },
    },
  ])
  await resumeCallbacks(models, [providerMessageId], ledger.clock.now())
}

/** Stores a callback as the door does. */
function notify(content: Record<string, unknown>, source: 'ses' | 'sns' = 'ses'): Promise<boolean> {
  const body = JSON.stringify(content)
  const deliveryId = source === 'sns' ? randomUUID() : null
  return store.store({ provider: 'ses', source, deliveryId, body, notification: readSesNotification(body)! })
}

const named = ({ id, providerMessageId }: Mail, at = later(5)) => ({ providerMessageId, messageId: id, at })

async function timeline({ id }: Mail): Promise<EventDoc[]> {
  const events = await ledger.models.events.find({ message_id: id }).lean<EventDoc[]>()
  return events.sort((one, other) => (statusRank(one) < statusRank(other) ? -1 : 1))
}

const statusOf = async ({ id }: Mail) => (await ledger.models.messages.findById(id).lean<MessageDoc>())!.status
const open = () => ledger.models.callbacks.countDocuments({ process_at: { $exists: true } })
const allDone = () => ledger.sweepUntil('all callbacks are worked on', async () => (await open()) === 0)
const suppressed = () => ledger.models.suppressions.find().sort({ recipient: 1 }).lean()

describe('the effects of a callback', () => {
  test.each(['feedback', 'publishing'] as const)('every type of event, sent as %s', async (form) => {
    const mails = await Promise.all(SES_EVENTS.map(() => aMessage()))
    const contents = SES_EVENTS.map(([type], index) => sesNotification(type, form, named(mails[index]!)))
    await Promise.all(contents.map((content, index) => notify(content, index % 2 ? 'sns' : 'ses')))
    ledger.startWorker(IngestWorker)
    await allDone()
    for (const [index, [type, timelineType]] of SES_EVENTS.entries()) {
      const events = await timeline(mails[index]!)
      expect(events.map((event) => event.type)).toEqual(['sent', timelineType])
      expect(events[1]).toMatchObject({
        account_id: ledger.accountId,
        source: index % 2 ? 'sns' : 'ses',
        payload: { ...contents[index], notificationType: type },
        occurred_at: later(5),
      })
      expect(await statusOf(mails[index]!)).toBe(timelineType)
    }
    const rows = await ledger.models.callbacks.find().lean()
    expect(rows.map(({ outcome, account_id }) => `${outcome} ${account_id}`)).toEqual(
      SES_EVENTS.map(() => `recorded ${ledger.accountId}`),
    )
    expect(rows.every((row) => row.processed_at && !row.lease && row.crashes === 0)).toBe(true)
  })

  test("a bounce because of a provider's policy has a plain reason beside the raw report", async () => {
    const mail = await aMessage()
    const content = sesNotification('Bounce', 'feedback', named(mail))
    const report = content.bounce as { bouncedRecipients: { diagnosticCode: string }[] }
    report.bouncedRecipients[0]!.diagnosticCode = 'smtp; 550-5.7.25 no PTR record - gsmtp'
    await notify(content)
    ledger.startWorker(IngestWorker)
    await allDone()
    const [, bounced] = await timeline(mail)
    expect(bounced!.payload).toMatchObject({ bounce: report, reason: expect.stringContaining('reverse DNS') })
  })

  test('a hard bounce and a complaint suppress all their recipients, in the account of the message', async () => {
    const other = await aMessage({ accountId: ledger.newId('account') })
    const mail = await aMessage()
    await notify(sesNotification('Bounce', 'feedback', { ...named(mail), recipients: ['A@b.example', 'c@d.example'] }))
    await notify(sesNotification('Complaint', 'feedback', { ...named(other), recipients: ['e@f.example'] }))
    const soft = { bounceType: 'Transient', bounceSubType: 'MailboxFull' }
    await notify(sesNotification('Bounce', 'feedback', { ...named(mail), recipients: ['g@h.example'] }, soft))
    ledger.startWorker(IngestWorker)
    await allDone()
    expect(await suppressed()).toMatchObject([
      { account_id: mail.accountId, recipient: 'a@b.example', state: 'suppressed', reason: 'hard_bounce' },
      { account_id: mail.accountId, recipient: 'c@d.example', state: 'suppressed', reason: 'hard_bounce' },
      { account_id: other.accountId, recipient: 'e@f.example', state: 'suppressed', reason: 'complaint' },
    ])
    expect((await timeline(mail)).map((event) => event.type)).toEqual(['sent', 'bounced', 'bounced'])
  })

  test('events of system mail suppress only in the account that it was sent for', async () => {
    const [one, other] = [ledger.newId('account'), ledger.newId('account')]
    const mails = [one, other].map((onBehalfOf) => aMessage({ accountId: SYSTEM_ACCOUNT, onBehalfOf }))
    const mail = (await Promise.all(mails))[0]!
    await notify(sesNotification('Complaint', 'feedback', { ...named(mail), recipients: ['asked@example.com'] }))
    ledger.startWorker(IngestWorker)
    await allDone()
    expect(await suppressed()).toMatchObject([{ account_id: one, recipient: 'asked@example.com' }])
    expect((await timeline(mail)).map((event) => event.type)).toEqual(['sent', 'complained'])
  })

  test('a repeated bounce does not suppress a recipient whom the account has removed from the list', async () => {
    const mail = await aMessage()
    const bounce = sesNotification('Bounce', 'feedback', { ...named(mail), recipients: ['back@example.com'] })
    await notify(bounce)
    ledger.startWorker(IngestWorker)
    await allDone()
    expect(await suppressed()).toHaveLength(1)
    await ledger.models.suppressions.deleteMany({})
    await notify({ ...bounce, retold: true }, 'sns')
    await allDone()
    expect(await suppressed()).toEqual([])
    const outcomes = (await ledger.models.callbacks.find().sort({ _id: 1 }).lean()).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['recorded', 'duplicate'])
  })

  test('Send, unknown types and not-spam reports are stored and make no event', async () => {
    const mail = await aMessage()
    await notify(sesNotification('Send', 'publishing', named(mail)))
    await notify({ eventType: 'Applause', mail: { messageId: mail.providerMessageId } })
    await notify(sesNotification('Complaint', 'feedback', named(mail), { complaintFeedbackType: 'not-spam' }))
    ledger.startWorker(IngestWorker)
    await allDone()
    expect((await timeline(mail)).map((event) => event.type)).toEqual(['sent'])
    expect(await suppressed()).toEqual([])
    const rows = await ledger.models.callbacks.find().lean()
    expect(rows.map((row) => row.outcome)).toEqual(['ignored', 'ignored', 'ignored'])
  })

  test('unsubscribing through an SES list unsubscribes the recipient, and a suppression stays', async () => {
    const mail = await aMessage()
    await notify(sesNotification('Bounce', 'feedback', { ...named(mail), recipients: ['b@example.com'] }))
    ledger.startWorker(IngestWorker)
    await allDone()
    for (const recipient of ['a@example.com', 'b@example.com']) {
      await notify(sesNotification('Subscription', 'publishing', { ...named(mail), recipients: [recipient] }))
    }
    await allDone()
    expect(await suppressed()).toMatchObject([
      { recipient: 'a@example.com', state: 'unsubscribed', reason: 'provider_unsubscribe' },
      { recipient: 'b@example.com', state: 'suppressed', reason: 'hard_bounce' },
    ])
    expect(await statusOf(mail)).toBe('bounced')
  })

  test('unsubscribing through an SES list by the mail of a broadcast counts once, also after a crash', async () => {
    const broadcast_id = 'bc_01kajqx5t2n8w4e6r9y7m3b1c0'
    const mails = [await aMessage(), await aMessage()]
    await ledger.models.messages.updateMany({}, { $set: { broadcast_id } })
    const unsubscribes = async (mail: Mail, recipient: string) =>
      notify(sesNotification('Subscription', 'publishing', { ...named(mail), recipients: [recipient] }))
    const counted = async () =>
      (await broadcastCounts(ledger.models, ledger.accountId, [broadcast_id])).get(broadcast_id)!.unsubscribed
    const worker = ledger.startWorker(IngestWorker, {
      broadcastOptOuts: {
        // As if the process died after the choice is stored: the callback is worked on again.
        add: async (left: UnsubscribedMessage) => {
          await ledger.broadcastOptOuts.add(left)
          throw new Error('killed')
        },
      },
    })
    await unsubscribes(mails[0]!, 'a@example.com')
    await ledger.sweepUntil('it counts', async () => (await counted()) === 1)
    await worker.close(5_000)
    ledger.clock.advance(ledger.conveyor.catalog.ingest.leaseMs)
    ledger.startWorker(IngestWorker)
    await unsubscribes(mails[1]!, 'b@example.com')
    await unsubscribes(mails[1]!, 'b@example.com')
    await allDone()
    expect(await suppressed()).toMatchObject([
      { recipient: 'a@example.com', state: 'unsubscribed', reason: 'provider_unsubscribe' },
      { recipient: 'b@example.com', state: 'unsubscribed', reason: 'provider_unsubscribe' },
    ])
    expect(await counted()).toBe(2)
  })

  test('a callback has no effect for a message of a test key', async () => {
    const mail = await aMessage({ testMode: true })
    await notify(sesNotification('Bounce', 'publishing', named(mail)))
    ledger.startWorker(IngestWorker)
    await allDone()
    expect((await timeline(mail)).map((event) => event.type)).toEqual(['sent'])
    expect(await suppressed()).toEqual([])
  })

  test('a message is found by its tag even if SES has another id for the mail', async () => {
    const mail = await aMessage()
    await notify(sesNotification('Delivery', 'publishing', { ...named(mail), providerMessageId: 'ses-of-a-resend' }))
    ledger.startWorker(IngestWorker)
    await allDone()
    expect(await statusOf(mail)).toBe('delivered')
  })
})

describe('repeated callbacks make one event', () => {
  test.each(SES_EVENTS)('%s', async (type) => {
    const mail = await aMessage()
    const feedbackId = randomUUID()
    const part = type === 'Bounce' || type === 'Complaint' ? { feedbackId } : {}
    const forms: Form[] = ['feedback', 'publishing', 'feedback']
    for (const form of forms) await notify(sesNotification(type, form, named(mail), part), 'sns')
    ledger.startWorker(IngestWorker)
    await allDone()
    await notify(sesNotification(type, 'publishing', named(mail), part), 'sns')
    await allDone()
    expect(await timeline(mail)).toHaveLength(2)
    const outcomes = (await ledger.models.callbacks.find().lean()).map((row) => row.outcome)
    expect(outcomes.sort()).toEqual(['duplicate', 'duplicate', 'duplicate', 'recorded'])
  })

  test('different opens and clicks each make an event', async () => {
    const mail = await aMessage()
    for (const seconds of [5, 6]) await notify(sesNotification('Open', 'feedback', named(mail, later(seconds))))
    for (const link of ['https://a.example', 'https://b.example']) {
      await notify(sesNotification('Click', 'feedback', named(mail, later(7)), { link }))
    }
    ledger.startWorker(IngestWorker)
    await allDone()
    const types = (await timeline(mail)).map((event) => event.type)
    expect(types).toEqual(['sent', 'opened', 'opened', 'clicked', 'clicked'])
  })
})

describe('order', () => {
  const STORY = [
    ['DeliveryDelay', 10],
    ['Delivery', 20],
    ['Open', 30],
    ['Click', 40],
    ['Complaint', 50],
  ] as const

  test('the status is the newest event and the timeline is sorted, in any order of arrival', async () => {
    ledger.startWorker(IngestWorker)
    const orders = [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 4, 0, 3, 1],
      [4, 0, 1, 2, 3],
    ]
    for (const order of orders) {
      const mail = await aMessage()
      for (const index of order) {
        const [type, seconds] = STORY[index]!
        await notify(sesNotification(type, 'publishing', named(mail, later(seconds))))
        await allDone()
      }
      expect(await statusOf(mail)).toBe('complained')
      const types = (await timeline(mail)).map((event) => event.type)
      expect(types).toEqual(['sent', 'delivery_delayed', 'delivered', 'opened', 'clicked', 'complained'])
    }
  })

  test('concurrent callbacks give the same result', async () => {
    const mail = await aMessage()
    await Promise.all(
      STORY.map(([type, seconds]) => notify(sesNotification(type, 'feedback', named(mail, later(seconds))))),
    )
    ledger.startWorker(IngestWorker)
    ledger.startWorker(IngestWorker)
    await allDone()
    expect(await statusOf(mail)).toBe('complained')
  })

  test('an event older than the hand-over does not change the status', async () => {
    const mail = await aMessage()
    await notify(sesNotification('Delivery', 'feedback', named(mail, later(-30))))
    ledger.startWorker(IngestWorker)
    await allDone()
    expect(await statusOf(mail)).toBe('sent')
  })

  test("a rejection without a time comes right after the hand-over, whatever SES's clock says", async () => {
    const mail = await aMessage()
    await notify(sesNotification('Reject', 'feedback', named(mail, later(-30))))
    ledger.startWorker(IngestWorker)
    await allDone()
    const [, failed] = await timeline(mail)
    expect(failed).toMatchObject({ type: 'failed', occurred_at: new Date(SENT_AT.getTime() + 1) })
    expect(await statusOf(mail)).toBe('failed')
  })
})

describe('a callback that arrives before the hand-over is recorded', () => {
  test('is on the timeline at once if it names its message', async () => {
    const mail = await aMessage({ isSent: false })
    await notify(sesNotification('Delivery', 'publishing', named(mail)))
    ledger.startWorker(IngestWorker)
    await allDone()
    expect(await statusOf(mail)).toBe('delivered')
    await record(mail)
    expect(await statusOf(mail)).toBe('delivered')
    expect((await timeline(mail)).map((event) => event.type)).toEqual(['sent', 'delivered'])
  })

  test.each(['Delivery', 'Reject'])('waits and is handled as soon as the message is known: %s', async (type) => {
    const mail = await aMessage({ isSent: false })
    const form = type === 'Reject' ? 'publishing' : 'feedback'
    await notify(sesNotification(type, form, named(mail)))
    ledger.startWorker(IngestWorker)
    const waiting = () => ledger.models.callbacks.findOne({ awaits: mail.providerMessageId, lease: null }).lean()
    await eventually('it waits', waiting)
    // Longer than this test waits, so its own retry cannot be the cause.
    await ledger.models.callbacks.updateMany({}, { $set: { process_at: new Date(Date.now() + 3_600_000) } })
    await record(mail)
    await allDone()
    expect((await timeline(mail)).map((event) => event.type)).toEqual([
      'sent',
      type === 'Reject' ? 'failed' : 'delivered',
    ])
  })

  test('is also retried, at growing intervals', async () => {
    const mail = await aMessage({ isSent: false })
    await notify(sesNotification('Delivery', 'feedback', named(mail)))
    ledger.startWorker(IngestWorker)
    const waits: number[] = []
    for (let tries = 1; tries <= 14; tries += 1) {
      const row = await ledger.sweepUntil(`try ${tries}`, () => ledger.models.callbacks.findOne({ tries }).lean())
      waits.push(row.process_at!.getTime() - ledger.clock.now().getTime())
      ledger.clock.advance(waits.at(-1)! + 1_000)
    }
    expect(waits[0]).toBeLessThan(1_300)
    expect(waits[3]).toBeGreaterThan(5_000)
    expect(waits[13]).toBeGreaterThan(2_600_000)
    expect(Math.max(...waits)).toBeLessThanOrEqual(3_600_000)
    await ledger.models.messages.collection.updateOne({ _id: mail.id } as never, {
      $set: { provider_message_id: mail.providerMessageId },
    })
    await allDone()
    expect((await timeline(mail)).map((event) => event.type)).toEqual(['delivered'])
  })

  test('that matches no message for three days is a dead letter, and can be retried', async () => {
    const mail = await aMessage({ isSent: false })
    await notify(sesNotification('Delivery', 'feedback', named(mail)))
    ledger.clock.advance(3 * 86_400_000 + 1_000)
    ledger.startWorker(IngestWorker)
    const letter = await ledger.sweepUntil('parked', () => ledger.models.deadLetters.findOne().lean())
    expect(letter).toMatchObject({
      kind: 'ingest',
      account_id: 'unknown',
      error: `no message found for the mail ${mail.providerMessageId}`,
    })
    await record(mail)
    const row = (await ledger.models.callbacks.findOne().lean())!
    expect(row.processed_at).toBeUndefined()
    await ledger.work.ingest.retry([refOf(row)])
    await ledger.sweepUntil('recorded', async () => (await timeline(mail)).length === 2)
  })
})

describe('failures', () => {
  test('a callback whose worker died is handled by another, and its event is recorded once', async () => {
    const mail = await aMessage()
    await notify(sesNotification('Bounce', 'feedback', named(mail)))
    const row = (await ledger.models.callbacks.findOne().lean())!
    // The first worker died after it had recorded the event.
    await ledger.work.ingest.claim([refOf(row)], aLease('the-dead', 1))
    const part = JSON.parse(row.body).bounce
    await ledger.recordEvent({
      message_id: mail.id,
      type: 'bounced',
      source: 'ses',
      provider_event_id: part.feedbackId,
      occurred_at: later(5),
    })
    ledger.startWorker(IngestWorker)
    await allDone()
    expect(await timeline(mail)).toHaveLength(2)
    expect(await statusOf(mail)).toBe('bounced')
    // It had suppressed the recipient before the event; a removal since then is respected.
    expect(await suppressed()).toEqual([])
  })

  test('a callback that cannot be handled is parked, and others are done', async () => {
    const mail = await aMessage()
    await notify(sesNotification('Delivery', 'feedback', named(mail)))
    await ledger.models.callbacks.updateMany({}, { $set: { body: 'broken', crashes: 4 } })
    await notify(sesNotification('Open', 'feedback', named(mail)))
    ledger.startWorker(IngestWorker)
    await ledger.sweepUntil('the neighbour is done', async () => (await timeline(mail)).length === 2)
    await ledger.sweepUntil('parked', async () => {
      ledger.clock.advance(10_000)
      return ledger.models.deadLetters
        .findOne({ kind: 'ingest', error: /the body of the callback is not a notification/ })
        .lean()
    })
  })
})

describe('many callbacks', () => {
  test('1,000 callbacks of 200 messages are stored with few inserts and all handled', {
    timeout: 60_000,
  }, async () => {
    const mails = await Promise.all(Array.from({ length: 200 }, () => aMessage()))
    const contents = mails.flatMap((mail) =>
      (['DeliveryDelay', 'Delivery', 'Open', 'Click', 'Bounce'] as const).map((type, index) =>
        sesNotification(type, index % 2 ? 'feedback' : 'publishing', {
          ...named(mail, later(index + 1)),
          recipients: [`${mail.id}@example.com`],
        }),
      ),
    )
    const inserting = vi.spyOn(ledger.models.callbacks.collection, 'insertMany')
    await Promise.all(contents.map((content) => notify(content)))
    expect(inserting.mock.calls.length).toBeLessThanOrEqual(4)
    ledger.startWorker(IngestWorker)
    await ledger.sweepUntil('all are worked on', async () => (await open()) === 0)
    expect(await ledger.models.messages.countDocuments({ status: 'bounced' })).toBe(200)
    expect(await ledger.models.suppressions.countDocuments()).toBe(200)
    expect(await ledger.models.events.countDocuments({ source: 'ses' })).toBe(1_000)
    await eventually('the stream is empty', async () => {
      const lengths = await Promise.all(ledger.conveyor.keys('ingest').map((key) => ledger.redis.xlen(key)))
      return lengths.every((length) => length === 0)
    })
  })
})
