import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailThreadDoc } from '../../../../src/models/mail-thread.js'
import { countThreadsWithTags, findThreadsWithTags } from '../../../../src/services/mail-app/threads/thread-filter.js'
import { type Ledger, openTestLedger } from '../../../support/ledger.js'

const THREADS = 1_500

let ledger: Ledger
let threads: Pick<MailThreadDoc, '_id' | 'account_id' | 'position' | 'tags'>[]

beforeAll(async () => {
  ledger = await openTestLedger()
  const stranger = ledger.newId('account')
  // Each number is a tag of its multiples: 2 and 3 are on more threads than one look tells, 50 is on few.
  threads = Array.from({ length: THREADS }, (_none, at) => ({
    _id: ledger.newId('thread'),
    account_id: at % 10 === 7 ? stranger : ledger.accountId,
    // A thread that became a part of another has none.
    position: at % 100 === 0 ? '' : `position ${String(at).padStart(5, '0')}`,
    tags: [2, 3, 50].filter((tag) => at % tag === 0).map(String),
  }))
  await ledger.models.mailThreads.collection.insertMany(threads as MailThreadDoc[])
})
afterAll(() => ledger.close())

test.each([
  ['many threads each, and many together', [['2'], ['3']]],
  ['few threads', [['2'], ['50']]],
  ['few threads, and none together', [['50'], ['7']]],
  [
    'many threads, one of several tags',
    [
      ['2', '50'],
      ['3', '50'],
    ],
  ],
])('threads with several tags are found once each, newest first, page by page: %s', async (_what, tags) => {
  const { accountId, models } = ledger
  const expected = threads
    .filter(({ account_id, position }) => account_id === accountId && position !== '')
    .filter((thread) => tags.every((set) => set.some((tag) => thread.tags.includes(tag))))
    .map(({ _id }) => _id)
    .reverse()
  for (const limit of [7, 40]) {
    const found: string[] = []
    for (let before: string | null | undefined; before !== null; ) {
      const page = await findThreadsWithTags(models, accountId, tags, { before, wanted: limit })
      const shown = page.found.slice(0, limit)
      found.push(...shown.map(({ _id }) => _id))
      before = page.reached ?? (shown.length < limit ? null : shown.at(-1)!.position)
    }
    expect(found).toEqual(expected)
  }
  expect(await countThreadsWithTags(models, accountId, tags)).toBe(expected.length)
})
