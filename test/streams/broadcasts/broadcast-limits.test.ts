import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BroadcastDoc } from '../../../src/models/broadcast.js'
import { operatorOf } from '../../../src/services/caller.js'
import { BroadcastWorker } from '../../../src/streams/broadcasts/broadcast-worker.js'
import { DispatchWorker } from '../../../src/streams/dispatch/dispatch-worker.js'
import { addContacts, aListOf, people } from '../../support/contacts.js'
import { type Ledger, openLedger } from '../../support/ledger.js'
import { recordingTransport } from '../../support/recording-transport.js'
import { verifiedDomain } from '../../support/verified-domain.js'

const MEMBERS = 30

let ledger: Ledger
let accountId: string
beforeEach(async () => {
  ledger = await openLedger()
  accountId = (await ledger.services.accounts.create('owner@postline.test')).account_id
  await verifiedDomain({ app: ledger, accountId }, 'shop.test')
})
afterEach(() => ledger.close())

/** A broadcast that has been started, with a live key. */
async function aBroadcast(listId?: string): Promise<string> {
  const { services } = ledger
  const { id: keyId } = await services.apiKeys.create(operatorOf(accountId), { scope: 'admin' })
  const caller = (await services.apiKeys.callerOf(keyId))!
  const list_id = listId ?? (await aListOf({ ...ledger, accountId }, people(MEMBERS)))
  const given = { name: 'News', list_id, from_email: 'news@shop.test', subject: 'Hi', body_text: 'Hello!' }
  const { id } = await services.broadcasts.create(caller, given)
  await services.broadcasts.send(caller, id)
  return id
}

const rowOf = async (id: string): Promise<BroadcastDoc> => (await ledger.models.broadcasts.findById(id).lean())!

test('no more messages wait for dispatch than the limit, and all are sent in the end', async () => {
  const id = await aBroadcast()
  ledger.startWorker(BroadcastWorker, { portion: 5, maxWaiting: 12 })
  await ledger.sweepUntil('two portions are taken', async () => (await rowOf(id)).taken === 10)
  for (let sweep = 0; sweep < 5; sweep += 1) {
    ledger.clock.advance(1_000)
    await ledger.scheduler.sweep()
  }
  expect(await ledger.models.messages.countDocuments({ broadcast_id: id })).toBe(10)
  const transport = recordingTransport()
  ledger.startWorker(DispatchWorker, { transport })
  await ledger.sweepUntil('it is sent', async () => (await rowOf(id)).status === 'sent')
  expect(new Set(transport.handed.map(({ to }) => to[0]!.email)).size).toBe(MEMBERS)
  expect(transport.handed).toHaveLength(MEMBERS)
})

test('a broadcast to a dynamic list goes on behind thousands of contacts that do not match', async () => {
  const { models, services } = ledger
  await models.contacts.createIndexes()
  const pro = { attributes: { plan: 'pro' } }
  const contacts = [{ email: 'first@x.example', ...pro }, ...people(4_500), { email: 'last@x.example', ...pro }]
  await addContacts({ ...ledger, accountId }, contacts)
  const filter = { match: 'all' as const, conditions: [{ attribute: 'plan', op: 'equals' as const, value: 'pro' }] }
  const { id: listId } = await services.contactLists.create(accountId, { name: 'Pro', filter })
  ledger.clock.advance(1)
  const id = await aBroadcast(listId)
  ledger.startWorker(BroadcastWorker, {})
  await ledger.sweepUntil('all are taken', async () => (await rowOf(id)).all_taken)
  expect((await rowOf(id)).taken).toBe(2)
  expect(await models.messages.countDocuments({ broadcast_id: id })).toBe(2)
})

const PAUSE = { reason: 'bounces', affected: 60, mails: 500, limit_percent: 10, at: new Date() } as const

test.each([
  ['account_suspended', 'is suspended', () => ledger.services.accounts.suspend(accountId)],
  [
    'sending_paused',
    'is paused for sending',
    () => ledger.models.accounts.updateOne({ _id: accountId }, { sending_pause: PAUSE }),
  ],
])('it is paused with the reason %s when its account %s, and nothing is sent', async (reason, _what, stop) => {
  const id = await aBroadcast()
  await stop()
  ledger.startWorker(BroadcastWorker, {})
  await ledger.sweepUntil('it is paused', async () => (await rowOf(id)).status === 'paused')
  expect((await rowOf(id)).paused_reason).toBe(reason)
  expect(await ledger.models.messages.countDocuments({ broadcast_id: id })).toBe(0)
})
