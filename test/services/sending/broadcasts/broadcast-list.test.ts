import { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audienceOf } from '../../../../src/services/sending/broadcasts/broadcast-list.js'
import { aListOf, people } from '../../../support/contacts.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'

let ledger: Ledger
let list_id: string
beforeAll(async () => {
  ledger = await openTestLedger()
  list_id = await aListOf(ledger, people(3))
})
afterAll(() => ledger.close())

/** The figure of the list if counting it fails. */
const figureAt = (error: Error, last?: number) => {
  const audience = { count: () => Promise.reject(error) }
  return audienceOf({ models: ledger.models, audience }, { account_id: ledger.accountId, list_id }, last)
}

test.each([
  ['takes too long', new mongo.MongoServerError({ message: 'operation exceeded time limit', code: 50 })],
  ['is not answered', new mongo.MongoNetworkTimeoutError('connection timed out')],
])('a count that %s leaves the last figure of a broadcast, or 0', async (_what, error) => {
  expect(await figureAt(error, 3)).toBe(3)
  expect(await figureAt(error)).toBe(0)
})

test('a defect in counting is not hidden', async () => {
  await expect(figureAt(new Error('a defect'), 3)).rejects.toThrow('a defect')
})
