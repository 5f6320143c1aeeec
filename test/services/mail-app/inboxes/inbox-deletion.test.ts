import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAX_OWN_ADDRESSES } from '../../../../src/services/mail-app/threads/thread-state.js'
import { InboundWorker } from '../../../../src/streams/inbound/inbound-worker.js'
import { claimsOf } from '../../../../src/streams/worker-deps.js'
import { inboundDomain } from '../../../support/inbound-domain.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'

const ADDRESS = 'help@shop.test'

let ledger: Ledger
let inboxId: string
beforeEach(async () => {
  ledger = await openTestLedger()
  await inboundDomain(ledger, 'shop.test')
  inboxId = (await ledger.services.inboxes.create(ledger.accountId, { address: ADDRESS })).id
})
afterEach(() => ledger.close())

async function receive(subject: string): Promise<string> {
  return (await receiveAt([ADDRESS], subject))[0]!
}

async function receiveAt(recipients: string[], subject: string): Promise<string[]> {
  const raw = Buffer.from(`From: ada@example.com\r\nTo: ${ADDRESS}\r\nSubject: ${subject}\r\n\r\nHello.`)
  const mail = { raw, sender: 'ada@example.com', client: null, givenVerdicts: null }
  const { accepted } = await ledger.services.inboundReceiver.receive({ ...mail, recipients })
  return accepted.map(({ id }) => id)
}

const row = (id: string) => ledger.models.inboundEmails.findOne({ _id: id }).lean()
const parsed = (id: string) =>
  ledger.sweepUntil(`${id} is parsed`, async () => {
    const found = await row(id)
    return found?.parsed_at && !found.parse_at ? found : null
  })
const threadOf = async (id: string) => ledger.models.mailThreads.findOne({ _id: (await row(id))?.thread_id }).lean()

test('a deleted inbox lets go of its mail, filed or waiting, and its address is free', async () => {
  const waiting = await receive('Waiting')
  const paused = await receive('Paused')
  await ledger.work.inbound.pause([{ id: paused, accountId: ledger.accountId }], ledger.accountId)
  const worker = ledger.startWorker(InboundWorker)
  const filed = await receive('Filed')
  expect(await parsed(filed)).toMatchObject({ inbox_id: inboxId })
  expect(await threadOf(filed)).toMatchObject({ inbox_ids: [inboxId] })
  await worker.close(5_000)
  const late = await receive('Late')

  await ledger.services.inboxes.delete(ledger.accountId, inboxId)
  for (const id of [filed, late, paused]) expect(await row(id)).toMatchObject({ inbox_id: null })
  await ledger.work.inbound.resume(ledger.accountId, 10)
  ledger.startWorker(InboundWorker)
  for (const id of [waiting, late, paused]) {
    expect(await parsed(id)).toMatchObject({ inbox_id: null, recipient: ADDRESS })
    expect(await threadOf(id)).toMatchObject({ inbox_ids: [], own_addresses: [ADDRESS] })
  }
  expect(await threadOf(filed)).toMatchObject({ inbox_ids: [] })
  expect((await ledger.services.inboxes.create(ledger.accountId, { address: ADDRESS })).id).not.toBe(inboxId)
})

test('an inbox lets go of a mail to more inboxes than its thread is listed by', async () => {
  const { services, accountId, models } = ledger
  const addresses = Array.from({ length: MAX_OWN_ADDRESSES + 1 }, (_none, index) => `all${index}@shop.test`)
  const inboxes = []
  for (const address of addresses) inboxes.push(await services.inboxes.create(accountId, { address }))
  const ids = await receiveAt(addresses, 'All hands')
  ledger.startWorker(InboundWorker)
  for (const id of ids) await parsed(id)
  const { inbox_ids } = (await threadOf(ids[0]!))!
  const unlisted = inboxes.find((inbox) => !inbox_ids.includes(inbox.id))!
  const attached = () => models.inboundEmails.countDocuments({ inbox_id: unlisted.id })
  expect(await attached()).toBe(1)
  await services.inboxes.delete(accountId, unlisted.id)
  expect(await attached()).toBe(0)
  expect(await models.mailItems.exists({ 'copies.inbox_id': unlisted.id })).toBeNull()
})

test('a parked mail has no inbox that was deleted before somebody retries it', async () => {
  const id = await receive('Parked')
  const { work, clock, services, accountId } = ledger
  const claims = claimsOf({ ...ledger, name: 'test' }, 'inbound', work.inbound)
  await claims.giveUp((await claims.add({ id, accountId }))!, 'it cannot be read')
  await services.inboxes.delete(accountId, inboxId)
  clock.advance(301_000)
  await services.inboxes.finishDeletions()
  await services.deadLetters.retryAll()
  ledger.startWorker(InboundWorker)
  expect(await parsed(id)).toMatchObject({ inbox_id: null, recipient: ADDRESS })
  expect(await threadOf(id)).toMatchObject({ inbox_ids: [], own_addresses: [ADDRESS] })
})

test('the row of a deleted inbox is removed once no worker can have its mail any more', async () => {
  await ledger.services.inboxes.delete(ledger.accountId, inboxId)
  await ledger.services.inboxes.finishDeletions()
  expect(await ledger.models.inboxes.exists({ _id: inboxId })).not.toBeNull()
  ledger.clock.advance(301_000)
  await ledger.services.inboxes.finishDeletions()
  expect(await ledger.models.inboxes.exists({ _id: inboxId })).toBeNull()
})
