import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TimelineEventType } from '../../../../src/contract/events.js'
import type { EventDoc } from '../../../../src/models/event.js'
import { broadcastCountId, hourCountId } from '../../../../src/models/event-count.js'
import { broadcastCounts, countUnsubscribed } from '../../../../src/services/tracking/counts/broadcast-counts.js'
import { workerEventDoc } from '../../../../src/services/tracking/events/worker-events.js'
import { FanOutWorker } from '../../../../src/streams/fan-out/fan-out-worker.js'
import { InlineFanOut } from '../../../../src/streams/fan-out/inline-fan-out.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'
import { countsIn, recount } from '../../../support/recount.js'
import { eventually, testSettings } from '../../../support/start-app.js'

const BROADCAST = 'bc_01kajqx5t2n8w4e6r9y7m3b1c0'

let ledger: Ledger

beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

const inline = () => new InlineFanOut({ ...ledger, name: 'test' })
const row = (id: string) => ledger.models.eventCounts.collection.findOne({ _id: id })
const ofBroadcast = async () => (await broadcastCounts(ledger.models, ledger.accountId, [BROADCAST])).get(BROADCAST)!
const allNumbered = () =>
  eventually('all numbered', async () => (await ledger.models.events.countDocuments({ seq: { $exists: false } })) === 0)

/** A message of the broadcast. */
const aMessage = () => ({ _id: ledger.newId('message'), account_id: ledger.accountId, broadcast_id: BROADCAST })

/** A message of no broadcast. */
const aMail = () => ({ _id: ledger.newId('message'), account_id: ledger.accountId })

/** An event of a message, another one each time. */
function eventOf(message: ReturnType<typeof aMail> & { broadcast_id?: string }, type: TimelineEventType): EventDoc {
  const occurrence = ledger.newId('event')
  return workerEventDoc(ledger.newId, message, { type, payload: {}, occurredAt: ledger.clock.now(), occurrence })
}

/** Records an event for the fan-out by the stream. */
async function recordForStream(events: EventDoc[]): Promise<void> {
  await ledger.recordEvents(events)
}

describe('the counts of an hour', () => {
  it('have every event in the hour of its recording, live and test mail apart', async () => {
    const at = new Date('2026-11-23T10:59:59.999Z')
    const later = new Date('2026-11-23T11:00:00.000Z')
    ledger.startWorker(FanOutWorker)
    await ledger.recordEvents([
      { type: 'sent', created_at: at, occurred_at: later },
      { type: 'delivered', created_at: at },
      { type: 'opened', created_at: later },
      { type: 'opened', created_at: later },
      { type: 'opened', created_at: later, test_mode: true },
      { type: 'suppressed', created_at: later },
      { type: 'unsubscribed', created_at: later },
    ])
    await allNumbered()
    const counts = await countsIn(ledger.models)
    expect(counts).toMatchObject([
      { _id: hourCountId(ledger.accountId, at), live: { sent: 1, delivered: 1 } },
      { _id: hourCountId(ledger.accountId, later), live: { opened: 2, suppressed: 2 }, test: { opened: 1 } },
    ])
    expect(counts).toEqual(await recount(ledger.models))
  })

  it('belong to one account', async () => {
    const other = ledger.newId('account')
    ledger.startWorker(FanOutWorker)
    const [event] = await ledger.recordEvents([{ type: 'sent' }, { type: 'failed', account_id: other }])
    await allNumbered()
    const id = hourCountId(ledger.accountId, event!.created_at)
    expect((await countsIn(ledger.models)).filter(({ _id }) => _id === id)).toEqual([{ _id: id, live: { sent: 1 } }])
  })

  it('move to a row of their own when a later hour begins, and what comes late is counted there', async () => {
    const hours = [9, 10, 11, 12].map((hour) => new Date(Date.UTC(2026, 10, 23, hour, 30)))
    const [nine, ten, eleven, twelve] = hours as [Date, Date, Date, Date]
    const record = (...times: Date[]) =>
      inline().record(times.map((created_at) => ({ ...eventOf(aMail(), 'sent'), created_at })))
    const latest = async () => (await ledger.models.eventSequences.collection.findOne())!.latest
    const ofHour = (at: Date) => row(hourCountId(ledger.accountId, at))

    await record(ten, ten)
    expect(await latest()).toEqual({ hour: '2026-11-23T10', live: { sent: 2 } })
    expect(await ofHour(ten)).toBeNull()
    await record(nine)
    expect(await latest()).toEqual({ hour: '2026-11-23T10', live: { sent: 2 } })
    expect(await ofHour(nine)).toMatchObject({ live: { sent: 1 } })
    await record(eleven, ten)
    expect(await latest()).toEqual({ hour: '2026-11-23T11', live: { sent: 1 } })
    const moved = (await ofHour(ten))!
    expect(moved).toMatchObject({ live: { sent: 3 } })
    expect(moved.expires_at!.getTime()).toBeGreaterThan(ten.getTime() + 400 * 86_400_000)
    await record(twelve, twelve, eleven, nine)
    expect(await latest()).toEqual({ hour: '2026-11-23T12', live: { sent: 2 } })
    expect(await ofHour(eleven)).toMatchObject({ live: { sent: 2 } })
    expect(await countsIn(ledger.models)).toEqual(await recount(ledger.models))
  })

  it('are right when accounts are counted together and alone in turns', async () => {
    const accounts = [ledger.accountId, ledger.newId('account')]
    for (let round = 0; round < 6; round += 1) {
      const created_at = new Date(Date.UTC(2026, 10, 23, 10 + Math.floor(round / 2), 30))
      const own = round % 3 === 0 ? accounts : [accounts[round % 2]!]
      await inline().record(own.map((account_id) => ({ ...eventOf({ ...aMail(), account_id }, 'sent'), created_at })))
    }
    expect(await countsIn(ledger.models)).toEqual(await recount(ledger.models))
  })
})

describe('the counts of a broadcast', () => {
  it('are zero before its first event', async () => {
    const zero = { sent: 0, delivered: 0, opened: 0, clicked: 0, delivery_delayed: 0, bounced: 0, complained: 0 }
    expect(await ofBroadcast()).toEqual({ ...zero, failed: 0, suppressed: 0, settled: 0, unsubscribed: 0, canceled: 0 })
  })

  it('have each message once, however often it has an event of a type, in one batch or in several', async () => {
    const [one, other] = [aMessage(), aMessage()]
    await inline().record([
      eventOf(one, 'sent'),
      eventOf(other, 'sent'),
      eventOf(one, 'opened'),
      eventOf(one, 'opened'),
    ])
    await inline().record([eventOf(one, 'opened'), eventOf(other, 'clicked')])
    ledger.startWorker(FanOutWorker)
    await recordForStream([eventOf(one, 'opened'), eventOf(one, 'clicked'), eventOf(other, 'clicked')])
    await allNumbered()
    expect(await ofBroadcast()).toMatchObject({ sent: 2, opened: 1, clicked: 2, settled: 2 })
    expect(await ledger.models.events.countDocuments({ first: true })).toBe(5)
    expect(await row(broadcastCountId(ledger.accountId, BROADCAST))).not.toHaveProperty('expires_at')
  })

  it('settle each message once, by whichever outcome comes first', async () => {
    const messages = [aMessage(), aMessage(), aMessage(), aMessage()] as const
    await inline().record([
      eventOf(messages[0], 'sent'),
      eventOf(messages[0], 'failed'),
      eventOf(messages[1], 'failed'),
      eventOf(messages[2], 'unsubscribed'),
      eventOf(messages[3], 'opened'),
    ])
    await inline().record([eventOf(messages[1], 'sent')])
    expect(await ofBroadcast()).toMatchObject({ sent: 2, failed: 2, suppressed: 1, opened: 1, settled: 3 })
  })

  it('do not have events of other mail and of other accounts', async () => {
    const stranger = { ...aMessage(), account_id: ledger.newId('account') }
    const { broadcast_id: _none, ...alone } = aMessage()
    await inline().record([eventOf(stranger, 'sent'), eventOf(alone as ReturnType<typeof aMessage>, 'sent')])
    expect((await ofBroadcast()).sent).toBe(0)
    expect((await broadcastCounts(ledger.models, stranger.account_id, [BROADCAST])).get(BROADCAST)!.sent).toBe(1)
  })

  it('have each message once that was unsubscribed by its link, if the caller marks it once', async () => {
    const message = aMessage()
    const { connection } = ledger.models
    await connection.transaction((session) => countUnsubscribed(ledger.models, message, session))
    await connection.transaction((session) =>
      countUnsubscribed(ledger.models, { account_id: message.account_id }, session),
    )
    const aborted = connection.transaction(async (session) => {
      await countUnsubscribed(ledger.models, message, session)
      throw new Error('the process died')
    })
    await expect(aborted).rejects.toThrow('the process died')
    expect((await ofBroadcast()).unsubscribed).toBe(1)
  })
})

describe('what counts', () => {
  it('is right for several accounts in one transaction', async () => {
    const accounts = [ledger.accountId, ledger.newId('account'), ledger.newId('account')]
    const messages = accounts.map((account_id) => ({ ...aMessage(), account_id }))
    for (const type of ['sent', 'opened', 'opened'] as const) {
      await recordForStream(messages.map((message) => eventOf(message, type)))
    }
    ledger.startWorker(FanOutWorker)
    await allNumbered()
    for (const account of accounts) {
      const counts = (await broadcastCounts(ledger.models, account, [BROADCAST])).get(BROADCAST)
      expect(counts).toMatchObject({ sent: 1, opened: 1, settled: 1 })
    }
    expect(await countsIn(ledger.models)).toEqual(await recount(ledger.models))
  })

  it('is an event that is recorded, once, whoever repeats it', async () => {
    const sent = eventOf(aMessage(), 'sent')
    await inline().record([sent])
    ledger.startWorker(FanOutWorker)
    // As of a worker that died before it closed its message.
    await inline().record([{ ...sent, _id: ledger.newId('event') }, eventOf(aMessage(), 'sent')])
    await allNumbered()
    expect(await ofBroadcast()).toMatchObject({ sent: 2, settled: 2 })
    expect(await countsIn(ledger.models)).toEqual(await recount(ledger.models))
  })

  it('is the same with many workers of several processes at once', async () => {
    const messages = Array.from({ length: 30 }, aMessage)
    const other = { ...aMessage(), account_id: ledger.newId('account') }
    for (let worker = 0; worker < 3; worker += 1) ledger.startWorker(FanOutWorker, { slots: 20 })
    const recording = Array.from({ length: 4 }, async (_none, writer) => {
      const own = inline()
      for (let burst = 0; burst < 4; burst += 1) {
        const some = messages.filter((_message, index) => index % 3 !== burst % 3)
        await own.record([...some.map((message) => eventOf(message, 'opened')), eventOf(other, 'sent')])
        if (writer % 2) await recordForStream(some.map((message) => eventOf(message, 'delivered')))
      }
    })
    await Promise.all(recording)
    await allNumbered()
    expect(await ofBroadcast()).toMatchObject({ opened: 30, delivered: 30, settled: 0 })
    expect(await countsIn(ledger.models)).toEqual(await recount(ledger.models))
  })
})

it('takes no command for events alone, and one command and two queries for those of broadcasts', async () => {
  const settings = testSettings()
  const watched = await openTestLedger({ ...settings, MONGODB_URI: `${settings.MONGODB_URI}&monitorCommands=true` })
  const commands: string[] = []
  watched.models.connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (command.txnNumber !== undefined && command.autocommit === false) {
      commands.push(`${commandName} ${command[commandName]}`)
    }
  })
  const record = async (broadcast_id?: string) => {
    const message = () => ({ ...aMessage(), account_id: watched.accountId, broadcast_id: broadcast_id! })
    const created_at = new Date('2026-11-23T10:30:00Z')
    const events = Array.from({ length: 40 }, () => ({ ...eventOf(message(), 'sent'), created_at }))
    await new InlineFanOut({ ...watched, name: 'test' }).record(events)
    return commands.splice(0)
  }
  const own = ['findAndModify event_sequences', 'insert events', 'commitTransaction 1']
  expect(await record()).toEqual(own)
  const counting = ['find events', 'find event_counts', 'update event_counts']
  expect(await record(BROADCAST)).toEqual([own[0], ...counting, ...own.slice(1)])
  await watched.close()
})
