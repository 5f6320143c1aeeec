import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BroadcastDoc } from '../../../src/models/broadcast.js'
import { Audience } from '../../../src/services/audience/contacts/audience.js'
import { operatorOf } from '../../../src/services/caller.js'
import { BroadcastWorker, type BroadcastWorkerDeps } from '../../../src/streams/broadcasts/broadcast-worker.js'
import { DispatchWorker } from '../../../src/streams/dispatch/dispatch-worker.js'
import { addContacts, aListOf, people } from '../../support/contacts.js'
import { type Ledger, openTestLedger } from '../../support/ledger.js'
import { recordingTransport } from '../../support/recording-transport.js'
import { verifiedDomain } from '../../support/verified-domain.js'

const MEMBERS = 30

let ledger: Ledger
let accountId: string
beforeEach(async () => {
  ledger = await openTestLedger()
  accountId = (await ledger.services.accounts.create('owner@postline.test')).account_id
  await verifiedDomain({ app: ledger, accountId }, 'shop.test')
})
afterEach(() => ledger.close())

type Given = { listId?: string; owner?: string; from?: string }

/** People whom no other list has. */
const peopleOf = (count: number) => people(count, `${ledger.newId('contactList').replace('_', '-')}.example`)

/** A broadcast that has been started, with a live key. */
async function aBroadcast({ listId, owner = accountId, from = 'news@shop.test' }: Given = {}): Promise<string> {
  const { services } = ledger
  const { id: keyId } = await services.apiKeys.create(operatorOf(owner), { scope: 'admin' })
  const caller = (await services.apiKeys.callerOf(keyId))!
  const list_id = listId ?? (await aListOf({ ...ledger, accountId: owner }, peopleOf(MEMBERS)))
  const given = { name: 'News', list_id, from_email: from, subject: 'Hi', body_text: 'Hello!' }
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
  const id = await aBroadcast({ listId })
  ledger.startWorker(BroadcastWorker, {})
  await ledger.sweepUntil('all are taken', async () => (await rowOf(id)).all_taken)
  expect((await rowOf(id)).taken).toBe(2)
  expect(await models.messages.countDocuments({ broadcast_id: id })).toBe(2)
})

describe('an account with many broadcasts', () => {
  /** A worker whose portions of this account wait until they are let go. */
  function startHolding() {
    const held: (() => void)[] = []
    const audience = new Audience(ledger)
    ledger.startWorker<BroadcastWorker, Pick<BroadcastWorkerDeps, 'audience'>>(BroadcastWorker, {
      audience: {
        count: (...list) => audience.count(...list),
        page: async (account, ...page) => {
          if (account === accountId) await new Promise<void>((goOn) => void held.push(goOn))
          return audience.page(account, ...page)
        },
      },
    })
    return held
  }
  const waits = (...ids: string[]) =>
    ledger.models.broadcasts.countDocuments({ _id: { $in: ids }, lease: { $exists: true } })

  test('leaves a place for those of others', async () => {
    const held = startHolding()
    const mine = await Promise.all(Array.from({ length: 8 }, () => aBroadcast()))
    await ledger.sweepUntil('three are in progress, and one waits', async () => {
      return held.length >= 3 && (await waits(...mine)) >= 4
    })
    const { account_id } = await ledger.services.accounts.create('other@postline.test')
    await verifiedDomain({ app: ledger, accountId: account_id }, 'other.test')
    const theirs = await aBroadcast({ owner: account_id, from: 'news@other.test' })
    await ledger.sweepUntil('theirs is taken', async () => (await rowOf(theirs)).all_taken)
    expect(held).toHaveLength(3)
    for (let portion = 0; portion < mine.length; portion += 1) {
      await ledger.sweepUntil('the next is in progress', () => held.length > portion)
      held[portion]!()
    }
    await ledger.sweepUntil('all are taken', async () => {
      return (await Promise.all(mine.map(rowOf))).every((row) => row.all_taken)
    })
  })

  test('can pause one that waits for a place: it takes no member any more', async () => {
    const held = startHolding()
    const first = await Promise.all(Array.from({ length: 3 }, () => aBroadcast()))
    await ledger.sweepUntil('three are in progress', () => held.length === 3)
    const last = await aBroadcast()
    await ledger.sweepUntil('one waits', async () => (await waits(last)) > 0)
    await ledger.services.broadcasts.pause(operatorOf(accountId), last)
    for (const goOn of held) goOn()
    await ledger.sweepUntil('the others are taken, and it rests', async () => {
      const rows = await Promise.all([...first, last].map(rowOf))
      return rows.slice(0, 3).every((row) => row.all_taken) && rows[3]!.expand_at === undefined
    })
    expect(await rowOf(last)).toMatchObject({ status: 'paused', taken: 0 })
    expect(held).toHaveLength(3)
  })
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
