import type { mongo } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMail } from '../../../support/file-mail.js'
import { startApp, type TestApp, testSettings } from '../../../support/start-app.js'

/** Rows of bulk changes, one of which is small, and the changes of each other. */
const ROWS = 8
const CHANGES = 60

let app: TestApp
let threadId: string
let start: string
/** Changes that were read from the database since this was set to 0. */
let read = 0
beforeAll(async () => {
  const settings = testSettings()
  app = await startApp({ ...settings, MONGODB_URI: `${settings.MONGODB_URI}&monitorCommands=true`, ROLES: 'api' })
  threadId = (await receiveMail(app)).threadId
  const { models } = app.app
  // Small ones before and in between, so that pages begin anywhere.
  start = (await app.call('GET', '/v1/mail/changes')).body.cursor
  for (let index = 0; index < 5; index += 1) await star(index % 2 === 0)
  for (let index = 0; index < ROWS; index += 1) await star(index % 2 === 1)
  const { accountId: account_id } = app
  const newest = (await models.mailSequences.collection.findOne({ _id: account_id }))!.seq
  const changes = Array.from({ length: CHANGES }, () => ({ type: 'read' as const, thread_id: threadId }))
  const bulk = { account_id, seq: { $gt: newest - ROWS, $ne: newest - 5 } }
  await models.mailChanges.collection.updateMany(bulk, { $set: { changes } })
  models.connection.getClient().on('commandSucceeded', ({ commandName, reply }: mongo.CommandSucceededEvent) => {
    const { firstBatch = [], nextBatch = [], ns = '' } = (reply as mongo.Document | undefined)?.cursor ?? {}
    if (!['find', 'getMore'].includes(commandName) || !ns.endsWith('.mail_changes')) return
    for (const row of [...firstBatch, ...nextBatch]) read += row.changes.length
  })
})
afterAll(() => app.close())

const star = (starred: boolean) => app.call('POST', `/v1/mail/threads/${threadId}/star`, { body: { starred } })

test.each([7, 40])('pages of %i read no more rows of bulk changes than they show', async (limit) => {
  const cursors = new Set<string>()
  let cursor = start
  for (let hasMore = true; hasMore; ) {
    read = 0
    const { body } = await app.call('GET', `/v1/mail/changes?cursor=${cursor}&limit=${limit}`)
    // The row that a page begins in, the one that it ends in, and perhaps the small one, after which two are read.
    if (body.changes[0].type === 'read') expect(read).toBeLessThanOrEqual(3 * CHANGES + 1)
    for (const { update_cursor } of body.changes) cursors.add(update_cursor)
    cursor = body.cursor
    hasMore = body.has_more
  }
  // Each change once: none is missing, and none is there twice.
  expect(cursors.size).toBe(5 + (ROWS - 1) * CHANGES + 1)
  read = 0
  expect((await app.call('GET', `/v1/mail/changes?cursor=${cursor}&limit=${limit}`)).body.changes).toEqual([])
  expect(read).toBe(0)
})

test('a page goes on from a cursor anywhere in a row', async () => {
  const all = (await app.call('GET', `/v1/mail/changes?cursor=${start}&limit=100`)).body.changes
  for (const index of [0, 3, 4, 5, 50, 98]) {
    const { body } = await app.call('GET', `/v1/mail/changes?cursor=${all[index].update_cursor}&limit=3`)
    expect(body.changes.map((each: { update_cursor: string }) => each.update_cursor).slice(0, 99 - index)).toEqual(
      all.slice(index + 1, index + 4).map((each: { update_cursor: string }) => each.update_cursor),
    )
  }
})
