import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MessageDoc } from '../../../../src/models/message.js'
import { findBeginnings } from '../../../../src/services/platform/search/word-beginnings.js'
import { indexOf, searchMessages } from '../../../../src/services/sending/messages/search-messages.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'

const MESSAGES = 700
const STATUSES = ['queued', 'sent', 'delivered'] as const

let ledger: Ledger
let rows: Pick<MessageDoc, '_id' | 'account_id' | 'status' | 'search' | 'test_mode'>[]

beforeAll(async () => {
  ledger = await openTestLedger()
  const other = ledger.newId('account')
  // Each number is a word of its multiples: 2 is common, 30 is rare.
  rows = Array.from({ length: MESSAGES }, (_none, at) => ({
    _id: ledger.newId('message'),
    account_id: at % 7 === 3 ? other : ledger.accountId,
    idempotency_key: `row-${at}`,
    status: STATUSES[at % STATUSES.length]!,
    test_mode: at % 11 < 4,
    search: [
      ...[2, 3, 5, 30].filter((word) => at % word === 0).map((word) => `word${word}`),
      ...(at % 4 === 0 ? ['a+b@shop.test', 'a', 'b'] : ['b']),
    ],
  }))
  await ledger.models.messages.collection.insertMany(rows as MessageDoc[])
})
afterAll(() => ledger.close())

interface Limits {
  limit: number
  chunk?: number
  work?: number
}

/** All pages of a search, each as its ids. */
async function pagesOf(
  text: string | null,
  also: Pick<Partial<MessageDoc>, 'status' | 'account_id' | 'test_mode' | 'broadcast_id'>,
  limits: Limits,
): Promise<string[][]> {
  const index = indexOf(ledger.models.messages.collection)
  const account_id = also.account_id ?? ledger.accountId
  const { filter, sets } = text === null ? { filter: {}, sets: [] } : (await findBeginnings(index, account_id, text))!
  const where = { account_id, _id: { $lte: 'msg_~' }, ...also, ...filter }
  const pages: string[][] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await searchMessages(ledger.models, where, sets, { ...limits, cursor })
    pages.push(page.items.map(({ id }) => id))
    cursor = page.nextCursor
  }
  return pages
}

const expected = (words: string[], status?: string) =>
  rows
    .filter((row) => row.account_id === ledger.accountId && words.every((word) => row.search.includes(word)))
    .filter((row) => status === undefined || row.status === status)
    .map(({ _id }) => _id)
    .reverse()

describe('a search by several terms', () => {
  it.each([
    ['word2 word3', ['word2', 'word3']],
    ['word3 word2 word5', ['word2', 'word3', 'word5']],
    ['word30 word2', ['word30']],
    ['word5 a+b@shop.test', ['word5', 'a+b@shop.test']],
    ['word5 a+b', ['word5', 'a']],
    ['word2 nowhere', ['nowhere']],
  ])('finds each message of the account once, newest first, with steps of any size: %s', async (text, words) => {
    for (const limits of [
      { limit: 1, chunk: 1 },
      { limit: 3, chunk: 2 },
      { limit: 7, chunk: 50 },
      { limit: 100, chunk: 1_000 },
    ]) {
      const pages = await pagesOf(text, {}, limits)
      expect(pages.flat()).toEqual(expected(words))
      expect(pages.slice(0, -1).every((page) => page.length === limits.limit)).toBe(true)
    }
  })

  it('finds the few messages with two common words among thousands', async () => {
    const accountId = ledger.newId('account')
    const many = Array.from({ length: 10_000 }, (_none, at) => ({
      _id: ledger.newId('message'),
      account_id: accountId,
      idempotency_key: `many-${at}`,
      search: at % 600 === 7 ? ['even', 'odd'] : [at % 2 === 0 ? 'even' : 'odd'],
    }))
    await ledger.models.messages.collection.insertMany(many as MessageDoc[])
    const both = many.filter(({ search }) => search.length === 2).map(({ _id }) => _id)
    expect(both.length).toBeGreaterThan(15)
    for (const limit of [1, 3, 100]) {
      const pages = await pagesOf('odd even', { account_id: accountId }, { limit })
      expect(pages.flat()).toEqual(both.toReversed())
    }
  })

  it('meets the other conditions too', async () => {
    const pages = await pagesOf('word2 word3', { status: 'sent' }, { limit: 4, chunk: 9 })
    expect(pages.flat()).toEqual(expected(['word2', 'word3'], 'sent'))
    expect(pages.flat()).toHaveLength(0)
    const delivered = await pagesOf('word2 word5', { status: 'delivered' }, { limit: 4, chunk: 9 })
    expect(delivered.flat()).toEqual(expected(['word2', 'word5'], 'delivered'))
    expect(delivered.flat().length).toBeGreaterThan(4)
  })

  it.each<[string, Pick<Partial<MessageDoc>, 'status' | 'test_mode'>]>([
    ['of live mail', { test_mode: false }],
    ['of live mail with a status', { status: 'sent', test_mode: false }],
    ['of test mail with a status', { status: 'sent', test_mode: true }],
  ])('a list %s, without terms, has each message once', async (_what, also) => {
    const own = rows.filter((row) => row.account_id === ledger.accountId && row.test_mode === also.test_mode)
    const ids = own.filter(({ status }) => !also.status || status === also.status).map(({ _id }) => _id)
    expect(ids.length).toBeGreaterThan(20)
    for (const limits of [{ limit: 1, chunk: 3 }, { limit: 7, chunk: 10, work: 0 }, { limit: 1_000 }]) {
      expect((await pagesOf(null, also, limits)).flat()).toEqual(ids.toReversed())
    }
  })

  it.each<[string, string | null, Pick<Partial<MessageDoc>, 'status' | 'test_mode' | 'broadcast_id'>]>([
    ['a status beside a common word', 'even', { status: 'bounced' }],
    ['a status of test mail', null, { status: 'bounced', test_mode: true }],
    ['a status of a broadcast', null, { status: 'bounced', broadcast_id: 'bc_all' }],
    ['a broadcast beside a common word', 'even', { broadcast_id: 'bc_none' }],
    ['a word beside a common status', 'rare', { status: 'sent' }],
  ])('is led by what few messages have: %s', async (_what, text, also) => {
    const account_id = ledger.newId('account')
    const many = Array.from({ length: 2_000 }, (_none, at) => ({
      ...{ _id: ledger.newId('message'), account_id, idempotency_key: `led-${at}`, test_mode: true },
      ...{ status: 'sent' as const, broadcast_id: 'bc_all', search: ['even'] },
    }))
    await ledger.models.messages.collection.insertMany(many as MessageDoc[])
    // A step that is led by a common one finds its limit, and the page ends there.
    const pages = await pagesOf(text, { account_id, ...also }, { limit: 5, chunk: 10, work: 0 })
    expect(pages).toEqual([[]])
  })

  it('a search has mail of one mode alone if asked', async () => {
    for (const test_mode of [true, false]) {
      const found = (await pagesOf('word2 word3', { test_mode }, { limit: 5, chunk: 20 })).flat()
      const ofMode = new Set(rows.filter((row) => row.test_mode === test_mode).map(({ _id }) => _id))
      expect(found).toEqual(expected(['word2', 'word3']).filter((id) => ofMode.has(id)))
      expect(found.length).toBeGreaterThan(5)
    }
  })

  it('ends a page whose work is done, and goes on where it ended', async () => {
    const pages = await pagesOf('word2 word3', {}, { limit: 50, chunk: 10, work: 0 })
    expect(pages.length).toBeGreaterThan(5)
    expect(pages.flat()).toEqual(expected(['word2', 'word3']))
  })
})
