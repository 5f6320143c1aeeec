import { afterAll, beforeAll, expect, it } from 'vitest'
import { QueueFullError } from '../../src/lib/concurrency/batcher.js'
import type { AccountDoc } from '../../src/models/account.js'
import { LEDGER_BATCHING } from '../../src/models/database-unavailable.js'
import { lookUp, lookUpById } from '../../src/models/look-up.js'
import { type Ledger, openTestLedger } from '../support/ledger.js'

let ledger: Ledger

beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

it('questions that come together share a query, which has each key once, and each gets its answer', async () => {
  const { accounts } = ledger.models
  const [first, second, missing] = ['account', 'account', 'account'].map(() => ledger.newId('account'))
  const row = { owner_email: 'a@b.test', created_at: new Date() }
  await accounts.create([
    { ...row, _id: first },
    { ...row, _id: second },
  ])
  const asked: string[][] = []
  const find = lookUpById<AccountDoc>({
    find(filter) {
      asked.push(filter._id.$in)
      return accounts.collection.find(filter)
    },
  })
  const found = await Promise.all([second, first, missing, second].map((id) => find(id!)))
  expect(found.map((account) => account?._id)).toEqual([second, first, undefined, second])
  expect(asked).toEqual([[second, first, missing]])
  await accounts.deleteOne({ _id: first })
  expect(await find(first!)).toBeNull()
})

it('without guards of its own, a look-up takes 500 questions at a time, and refuses what exceeds those that may wait', async () => {
  const sizes: number[] = []
  let answer = () => {}
  const firstAnswer = new Promise<void>((resolve) => (answer = resolve))
  const double = lookUp(async (numbers: number[]) => {
    sizes.push(numbers.length)
    await firstAnswer
    return numbers.map((number) => 2 * number)
  })
  const first = double(0)
  await expect.poll(() => sizes).toEqual([1])
  const waiting = Array.from({ length: LEDGER_BATCHING.maxWaiting }, (_none, index) => double(index))
  await expect(double(1)).rejects.toBeInstanceOf(QueueFullError)
  answer()
  expect(await first).toBe(0)
  expect(await Promise.all(waiting)).toEqual(waiting.map((_answer, index) => 2 * index))
  expect(sizes).toEqual([1, ...Array.from({ length: 40 }, () => 500)])
})
