import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { UsageDoc } from '../../../../src/models/usage.js'
import { Charges } from '../../../../src/services/accounts/spend/charges.js'
import { STALE_HOLD_MS } from '../../../../src/services/accounts/spend/spend-accounting.js'
import { refOf } from '../../../../src/streams/engine/work-rows.js'
import { aLease } from '../../../support/leases.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'
import { eventually } from '../../../support/start-app.js'

let ledger: Ledger
beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

const usage = async () => (await ledger.models.usage.findOne().lean<UsageDoc>())!
const aMessage = () => ({ _id: ledger.newId('message'), account_id: ledger.accountId, key_id: 'key_a' })

it('of a message that may have been written, only the sweep gives the charge back', async () => {
  const charges = new Charges(ledger)
  const [known, unknown] = await Promise.all([charges.hold(aMessage(), 1), charges.hold(aMessage(), 1)])
  expect(known.charge.hold).toBe(unknown.charge.hold)
  unknown.unknown()
  known.notWritten()
  ledger.clock.advance(STALE_HOLD_MS - 1_000)
  await ledger.spendAccounting.settleStale()
  expect(await usage()).toMatchObject({ count: 2 })
  ledger.clock.advance(2_000)
  await ledger.spendAccounting.settleStale()
  expect(await usage()).toMatchObject({ count: 0, holds: [] })
})

it('a charge waits for open holds before it is refused', async () => {
  await ledger.models.spendCaps.create({ _id: 'cap_a', account_id: ledger.accountId, hard_limit_micros: 400 })
  const pending = await new Charges(ledger).hold(aMessage(), 1)
  const other = new Charges(ledger).hold(aMessage(), 1)
  await delay(100)
  pending.notWritten()
  const next = await other
  const last = new Charges(ledger).hold(aMessage(), 1)
  next.written()
  await expect(last).rejects.toThrow(expect.objectContaining({ code: 'spend_cap_exceeded' }))
})

it('what is known not to be written is given back at once', async () => {
  const pending = await new Charges(ledger).hold(aMessage(), 1)
  pending.notWritten()
  await eventually('it is given back', async () => (await usage()).count === 0)
})

it('a scheduled message whose first owner lost its claim keeps the hold that the next one found', async () => {
  const message = aMessage()
  const due = { dispatch_at: ledger.clock.now(), crashes: 0, idempotency_key: message._id }
  await ledger.models.messages.collection.insertOne({ ...message, ...due } as never)
  const ref = refOf(message)
  const rows = ledger.work.dispatch
  const [first] = await rows.claim([ref], aLease('one', 1_000))
  const [one, other] = [new Charges(ledger), new Charges(ledger)]
  // Both have the hold before either of them writes it.
  await one.hold(first!, 1)
  ledger.clock.advance(1_001)
  const [next] = await rows.claim([ref], aLease('other', 1_000))
  await expect(one.chargeScheduled(first!, 1)).rejects.toThrow('the claim was lost')
  await other.chargeScheduled(next!, 1)
  ledger.clock.advance(STALE_HOLD_MS + 1)
  await ledger.spendAccounting.settleStale()
  expect(await usage()).toMatchObject({ count: 1, holds: [] })
})
