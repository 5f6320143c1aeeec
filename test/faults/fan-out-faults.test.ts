import { afterEach, beforeEach, test } from 'vitest'
import { FanOutWorker } from '../../src/streams/fan-out/fan-out-worker.js'
import { type Ledger, openTestLedger } from '../support/ledger.js'
import { eventually } from '../support/start-app.js'

let ledger: Ledger
beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

test('fan-out waits only seconds for the transaction of a killed worker', async () => {
  const { connection, events, eventSequences } = ledger.models
  await eventSequences.create({ _id: ledger.accountId, seq: 0 })
  const session = await connection.startSession()
  session.startTransaction()
  await eventSequences.collection.updateOne({ _id: ledger.accountId }, { $inc: { seq: 1 } }, { session })
  ledger.startWorker(FanOutWorker)
  await ledger.recordEvent()
  await eventually('the event has its number', async () => (await events.countDocuments({ seq: 1 })) === 1)
  await session.abortTransaction().catch(() => undefined)
  await session.endSession()
})
