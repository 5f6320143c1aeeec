import { expect, test } from 'vitest'
import { MAX_BULK_THREADS } from '../../src/contract/mail-bulk.js'
import { aMailbox, copyThreads, outcomes } from '../support/bulk-mailbox.js'
import { followChanges, MailReplica } from '../support/mail-replica.js'
import { anotherAccount, useTwoProcesses } from '../support/more-processes.js'

const [app, second] = useTwoProcesses()

test('1,000 threads change together beside 100,000 of another account, by ten numbers of the feed, and as many are undone', async () => {
  const stranger = await anotherAccount(app, 'large@elsewhere.test')
  await copyThreads(app, stranger.accountId, 100_000)
  const { accountId, change, undo, cursor, key, ask } = await aMailbox(app)
  const ids = await copyThreads(app, accountId, MAX_BULK_THREADS)
  const before = await cursor()
  const changed = await change({ thread_ids: ids, folder: 'archive', read: true })
  expect(outcomes(changed)).toEqual({ changed: MAX_BULK_THREADS })
  const { mailChanges, mailSequences } = app.app.models
  const rows = await mailChanges.collection.find({ account_id: accountId }, { sort: { seq: 1 } }).toArray()
  // One for the thread that was copied.
  expect(rows.map(({ seq, changes }) => [seq, changes.length])).toEqual([
    [1, 1],
    ...Array.from({ length: 10 }, (_none, index) => [index + 2, 200]),
  ])
  expect(outcomes(await undo(changed.body.undo_id, second))).toEqual({ restored: MAX_BULK_THREADS })
  expect((await mailSequences.collection.findOne({ _id: accountId }))?.seq).toBe(21)
  const replica = new MailReplica()
  await followChanges({ url: app.url, key }, replica, before, 100)
  const states = [...replica.threads.values()].map(({ folder, has_unread }) => `${folder} ${has_unread}`)
  expect(states).toHaveLength(MAX_BULK_THREADS)
  expect(new Set(states)).toEqual(new Set(['inbox true']))
  expect((await ask('GET', '/v1/mail/threads?folder=archive')).body.threads).toEqual([])
  expect(
    await app.app.models.mailThreads.collection.countDocuments({ seq: { $gt: 1 }, account_id: stranger.accountId }),
  ).toBe(0)
})
