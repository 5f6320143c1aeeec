import { afterEach, beforeEach, expect, test } from 'vitest'
import { AccessWatch } from '../../src/event-streams/access-watch.js'
import type { ApiKeyDoc } from '../../src/models/api-key.js'
import { type Caller, operatorOf } from '../../src/services/caller.js'
import { type Ledger, openTestLedger } from '../support/ledger.js'
import { eventually } from '../support/start-app.js'

let ledger: Ledger
let key: ApiKeyDoc
let caller: Caller
let refused: string[]
let passed: number
/** What a read behind the barrier sees, and one before it does not. */
let appears: () => Promise<unknown>
let watch: AccessWatch

beforeEach(async () => {
  ledger = await openTestLedger()
  const { apiKeys } = ledger.models
  await ledger.services.apiKeys.create(operatorOf(ledger.accountId), { scope: 'read' })
  key = (await apiKeys.collection.findOne({ account_id: ledger.accountId }))!
  caller = { accountId: ledger.accountId, keyId: key._id, keyHash: key.hash, sessionId: null } as Caller
  refused = []
  passed = 0
  appears = async () => undefined
  const pass = async () => {
    passed += 1
    await appears()
  }
  const onFailure = (error: Error) => void refused.push(error.message)
  watch = new AccessWatch({ models: ledger.models, clock: ledger.clock, readBarrier: { pass }, onFailure })
  await apiKeys.collection.deleteOne({ _id: key._id })
})
afterEach(async () => {
  await watch.close()
  await ledger.close()
})

const open = () => watch.add({ caller, refuse: ({ code }) => void refused.push(code) })

test('a key that only seems to be gone ends no stream', async () => {
  appears = () => ledger.models.apiKeys.collection.insertOne(key)
  open()
  await eventually('it has looked behind the barrier', () => passed > 0)
  await watch.close()
  expect(refused).toEqual([])
})

test('a key that is gone ends its stream', async () => {
  open()
  await eventually('the stream ends', () => refused.length > 0)
  expect(refused).toEqual(['unauthorized'])
})
