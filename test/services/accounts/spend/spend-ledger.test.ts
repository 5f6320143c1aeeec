import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { GrantDoc, UsageDoc } from '../../../../src/models/usage.js'
import { grantInOrder, withGrants } from '../../../../src/services/accounts/spend/grant.js'
import {
  type Hold,
  MAX_HOLD_AGE_MS,
  SpendAccounting,
  STALE_HOLD_MS,
} from '../../../../src/services/accounts/spend/spend-accounting.js'
import { MessageStore } from '../../../../src/services/sending/messages/message-store.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'

let ledger: Ledger
let spend: SpendAccounting
beforeEach(async () => {
  ledger = await openTestLedger()
  spend = ledger.spendAccounting
})
afterEach(() => ledger.close())

const grants = (count: number, micros = 400): GrantDoc[] =>
  Array.from({ length: count }, () => ({ message_id: ledger.newId('message'), key_id: 'key_a', micros, count: 1 }))
/** The hold of charges that fit. */
async function hold(wanted: GrantDoc[]): Promise<Hold> {
  const [granted] = await spend.grant(ledger.accountId, wanted)
  return granted as Hold
}
const usage = async () => (await ledger.models.usage.findOne().lean<UsageDoc>())!
const capAt = (hard_limit_micros: number) =>
  ledger.models.spendCaps.create({ _id: 'cap_a', account_id: ledger.accountId, hard_limit_micros })

/** Writes messages like the accept path, with the charge of a hold. */
const write = (ids: string[], hold: string, state = 'charged') =>
  ledger.models.messages.collection.insertMany(
    ids.map((id) => ({
      _id: id,
      account_id: ledger.accountId,
      idempotency_key: id,
      key_id: 'key_a',
      charge: { hold, at: new Date(), period: new Date().toISOString().slice(0, 7), micros: 400, count: 1, state },
    })) as never,
  )

it('holds of a dead process are settled after a minute: only written messages stay charged', async () => {
  const wanted = grants(10)
  const { id } = await hold(wanted)
  await write(
    wanted.slice(0, 4).map(({ message_id }) => message_id),
    id,
  )
  expect(await spend.settleStale()).toBe(0)
  expect(await usage()).toMatchObject({ micros: 4_000, count: 10 })

  ledger.clock.advance(STALE_HOLD_MS + 1)
  expect(await Promise.all([spend.settleStale(), spend.settleStale()])).toContain(1)
  expect(await usage()).toMatchObject({ micros: 1_600, count: 4, by_key: { key_a: 1_600 }, holds: [] })
})

it('messages that are written while the sweep frees their hold are still charged, once', async () => {
  const wanted = grants(10)
  const ids = wanted.map(({ message_id }) => message_id)
  const { id: holdId } = await hold(wanted)
  ledger.clock.advance(STALE_HOLD_MS + 1)
  await spend.settleStale()
  expect(await usage()).toMatchObject({ micros: 0, count: 0 })

  await write(ids.slice(0, 4), holdId)
  await Promise.all([spend.settleStale(), spend.settleStale(), spend.settleStale()])
  expect(await usage()).toMatchObject({ micros: 1_600, count: 4, by_key: { key_a: 1_600 } })

  // The provider refused them before they were counted, so refunds make the usage negative only briefly.
  await write(ids.slice(4, 6), holdId)
  await spend.releaseCharges(ids.slice(4, 6))
  await spend.settleStale()
  expect(await usage()).toMatchObject({ micros: 1_600, count: 4, by_key: { key_a: 1_600 } })

  ledger.clock.advance(2 * 86_400_000)
  await spend.settleStale()
  expect((await usage()).given_back).toBeUndefined()
})

it('a message whose hold may have expired is not written', async () => {
  const store = new MessageStore(ledger)
  const message = (ageMs: number) => {
    const at = new Date(ledger.clock.now().getTime() - ageMs)
    const charge = { hold: 'h', at, period: '2026-11', micros: 400, count: 1, state: 'charged' }
    const _id = ledger.newId('message')
    const updated_at = ledger.clock.now()
    const row = { _id, account_id: ledger.accountId, idempotency_key: _id, content: null, dispatch_at: at, updated_at }
    return { ...row, charge } as never
  }
  const written = await Promise.allSettled([0, MAX_HOLD_AGE_MS + 1, 1].map((ageMs) => store.insert(message(ageMs))))
  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(written[1]).toMatchObject({ reason: { code: 'overloaded' } })
  expect(await ledger.models.messages.countDocuments()).toBe(2)
  await expect(store.insert(message(MAX_HOLD_AGE_MS + 1))).rejects.toMatchObject({ code: 'overloaded' })
})

it('a cap changed by a process that died at once applies a few seconds later', async () => {
  const first = await hold(grants(1))
  await spend.settle(first.usageId, [{ hold: first, notWritten: [] }])
  await capAt(400)
  ledger.clock.advance(5_001)
  expect(await spend.grant(ledger.accountId, grants(1))).toEqual(['spent'])
})

it('a hold is settled once, by any process', async () => {
  const wanted = grants(2)
  const own = await hold(wanted)
  const ends = [{ hold: own, notWritten: wanted }]
  await Promise.all(Array.from({ length: 5 }, () => spend.settle(own.usageId, ends)))
  expect(await usage()).toMatchObject({ micros: 0, count: 0, by_key: { key_a: 0 }, holds: [] })
})

it('a charge is refunded once, even with concurrent requests', async () => {
  const wanted = grants(3)
  const { id } = await hold(wanted)
  const ids = wanted.map(({ message_id }) => message_id)
  await write(ids, id)
  await Promise.all([spend.releaseCharges(ids), spend.releaseCharges(ids.slice(0, 2)), spend.releaseCharges(ids)])
  expect(await usage()).toMatchObject({ micros: 0, count: 0 })
  expect(await ledger.models.messages.distinct('charge.state')).toEqual(['returned'])
})

it('a message with a hold does not get another one when the cap is reached', async () => {
  await capAt(400)
  const wanted = grants(1)
  const first = await hold(wanted)
  const again = await new SpendAccounting({ ...ledger, onAlert: () => undefined }).grant(ledger.accountId, wanted)
  expect(again).toEqual([{ ...first, isFound: true }])
  expect(await usage()).toMatchObject({ micros: 400 })
})

it('many processes together grant exactly the room of a cap', async () => {
  await capAt(100 * 400)
  const processes = Array.from({ length: 8 }, () => new SpendAccounting({ ...ledger, onAlert: () => undefined }))
  const results = await Promise.all(
    processes.flatMap((process) => [1, 2, 3].map(() => process.grant(ledger.accountId, grants(10)))),
  )
  expect(results.flat().filter((granted) => typeof granted === 'object')).toHaveLength(100)
  expect(await usage()).toMatchObject({ micros: 40_000, count: 100 })
})

it('a charge that fits once the hold of a dead process is given back is not refused for good', async () => {
  await capAt(400)
  await hold(grants(1))
  expect(await spend.grant(ledger.accountId, [...grants(1), ...grants(1, 500)])).toEqual(['on_hold', 'spent'])
  ledger.clock.advance(STALE_HOLD_MS + 1)
  await spend.settleStale()
  expect(await spend.grant(ledger.accountId, grants(1))).toMatchObject([{ isFound: false }])
})

it('no cap is exceeded, and no charge that fits in its turn is refused', () => {
  const wish = fc.record({
    message_id: fc.uuid(),
    key_id: fc.constantFrom('a', 'b'),
    micros: fc.nat(50),
    count: fc.nat(3),
  })
  fc.assert(
    fc.property(fc.array(wish), fc.nat(300), fc.nat(200), (wanted, accountLimit, keyLimit) => {
      const cap = (key_id: string | null, hard_limit_micros: number) => ({
        _id: `${key_id}`,
        account_id: 'acc',
        key_id,
        soft_limit_micros: null,
        hard_limit_micros,
      })
      const caps = [cap(null, accountLimit), cap('a', keyLimit)]
      const none = { micros: 0, count: 0, by_key: {} as Record<string, number> }
      const granted = grantInOrder(wanted, none, caps)
      const spent = withGrants(none, granted)
      expect(spent.micros).toBeLessThanOrEqual(accountLimit)
      expect(spent.by_key.a ?? 0).toBeLessThanOrEqual(keyLimit)
      for (const [index, one] of wanted.entries()) {
        if (granted.includes(one)) continue
        const before = withGrants(
          none,
          wanted.slice(0, index).filter((earlier) => granted.includes(earlier)),
        )
        expect(grantInOrder([one], before, caps)).toEqual([])
      }
    }),
  )
})
