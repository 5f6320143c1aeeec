import { afterEach, beforeEach, expect, test } from 'vitest'
import { SendRequest } from '../../../../src/contract/messages.js'
import type { BroadcastDoc } from '../../../../src/models/broadcast.js'
import { operatorOf } from '../../../../src/services/caller.js'
import { InFlightWork } from '../../../../src/services/sending/in-flight/in-flight-work.js'
import { BroadcastWorker } from '../../../../src/streams/broadcasts/broadcast-worker.js'
import { DispatchWorker } from '../../../../src/streams/dispatch/dispatch-worker.js'
import { aListOf, people } from '../../../support/contacts.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'
import { recordingTransport } from '../../../support/recording-transport.js'
import { aSend } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

const MEMBERS = 30
const TAKEN = 10
const MINUTE_MS = 60_000

let ledger: Ledger
let accountId: string
let listId: string
beforeEach(async () => {
  ledger = await openTestLedger()
  accountId = (await ledger.services.accounts.create('owner@postline.test')).account_id
  await verifiedDomain({ app: ledger, accountId }, 'shop.test')
  listId = await aListOf({ ...ledger, accountId }, people(MEMBERS))
})
afterEach(() => ledger.close())

async function caller() {
  const { id } = await ledger.services.apiKeys.create(operatorOf(accountId), { scope: 'admin' })
  return (await ledger.services.apiKeys.callerOf(id))!
}

const inMinutes = (minutes: number) => new Date(ledger.clock.now().getTime() + minutes * MINUTE_MS)

async function aBroadcast(scheduled_at?: Date): Promise<string> {
  const { services } = ledger
  const given = { name: 'News', list_id: listId, from_email: 'news@shop.test', subject: 'Hi', body_text: 'Hello!' }
  const { id } = await services.broadcasts.create(await caller(), { ...given, ...(scheduled_at && { scheduled_at }) })
  if (!scheduled_at) await services.broadcasts.send(await caller(), id)
  return id
}

async function aMail(scheduled_at: Date): Promise<string> {
  const request = SendRequest.parse(
    aSend({ metadata: { from_email: 'news@shop.test' }, scheduled_at: scheduled_at.toISOString() }),
  )
  return (await ledger.services.sender.send(await caller(), request)).id
}

const broadcastOf = async (id: string): Promise<BroadcastDoc> => (await ledger.models.broadcasts.findById(id).lean())!
const statusOf = async (id: string) => (await ledger.models.messages.findById(id).lean())!.status

test('what is given up ends for good: begun broadcasts are canceled, due mail fails, and later mail leaves at its time', async () => {
  const begun = await aBroadcast()
  const worker = ledger.startWorker(BroadcastWorker, { portion: 5, maxWaiting: TAKEN + 2 })
  await ledger.sweepUntil('some members are taken', async () => (await broadcastOf(begun)).taken === TAKEN)
  await worker.close(1_000)
  const due = await aMail(inMinutes(10))
  const overdue = await aBroadcast(inMinutes(10))
  const later = await aMail(inMinutes(60))
  const planned = await aBroadcast(inMinutes(60))

  // The backup, and its restore.
  ledger.clock.advance(20 * MINUTE_MS)
  const at = ledger.clock.now().toISOString()
  const inFlight = new InFlightWork(ledger)
  const hold = { state: 'held', backup: 'b', backup_at: at, restored_at: at } as const
  expect(await inFlight.byAccount(hold)).toMatchObject([
    { in_flight: TAKEN + 1, open: { dispatch: TAKEN + 2, broadcasts: 3 } },
  ])
  expect(await inFlight.abandon(hold, () => undefined)).toEqual({ messages: TAKEN + 1, broadcasts: 2 })

  const transport = recordingTransport()
  ledger.startWorker(DispatchWorker, { transport })
  ledger.startWorker(BroadcastWorker)
  await ledger.sweepUntil('all that was given up has failed', async () => {
    return (await ledger.models.messages.countDocuments({ status: 'failed' })) === TAKEN + 1
  })
  expect(await statusOf(due)).toBe('failed')
  for (const id of [begun, overdue]) {
    await ledger.sweepUntil('nothing is left to do for it', async () => !(await broadcastOf(id)).expand_at)
    expect(await broadcastOf(id)).toMatchObject({ status: 'canceled', finished_at: expect.any(Date) })
  }
  expect([(await broadcastOf(begun)).taken, (await broadcastOf(overdue)).taken]).toEqual([TAKEN, 0])
  expect(await ledger.models.messages.countDocuments({ broadcast_id: begun })).toBe(TAKEN)
  expect([await statusOf(later), (await broadcastOf(planned)).status]).toEqual(['scheduled', 'scheduled'])
  expect(transport.handed).toEqual([])

  ledger.clock.advance(60 * MINUTE_MS)
  await ledger.sweepUntil('the later mail is sent', async () => (await statusOf(later)) !== 'scheduled')
  await ledger.sweepUntil('the later broadcast is sent', async () => (await broadcastOf(planned)).status === 'sent')
  await ledger.sweepUntil('everything has left', async () => transport.handed.length === MEMBERS + 1)
})
