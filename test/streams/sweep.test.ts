import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MessageDoc } from '../../src/models/message.js'
import { backlogKeys } from '../../src/redis-keys.js'
import { MAX_WAITING_HINTS } from '../../src/streams/engine/conveyor.js'
import { hintText } from '../../src/streams/engine/hint.js'
import { refOf } from '../../src/streams/engine/work-rows.js'
import { watchCommands } from '../support/commands.js'
import { takeDatabase } from '../support/databases.js'
import { type Ledger, openTestLedger } from '../support/ledger.js'
import { queuedMessage } from '../support/queued-message.js'

/*
 * The sweep over work of many accounts, with nobody who does the work.
 */

const LONG_AGO = new Date(Date.now() - 3_600_000)

let ledger: Ledger
beforeEach(async () => {
  ledger = await openTestLedger()
  // The first sweep finds streams that were never set up.
  await ledger.scheduler.sweep()
})
afterEach(() => ledger.close())

/** Writes due messages without putting hints for them anywhere. */
async function queue(accountId: string, count: number, more: Partial<MessageDoc> = {}): Promise<MessageDoc[]> {
  const rows = Array.from({ length: count }, () =>
    queuedMessage(ledger.newId, accountId, { dispatch_at: LONG_AGO, enqueued_at: LONG_AGO, ...more }),
  )
  await ledger.models.messages.collection.insertMany(rows)
  return rows
}

const streamOf = (lane: string) => ledger.conveyor.keys('dispatch', [lane])[0]!

/** The ids on a stream, and then those in its backlog in the order of their turns. */
async function hints(lane = 'transactional'): Promise<string[]> {
  const entries = await ledger.redis.xrange(streamOf(lane), '-', '+')
  const [backlog] = backlogKeys(streamOf(lane))
  const waiting = await ledger.redis.zrange(backlog, 0, -1)
  return [...entries.map(([, fields]) => fields[3]!), ...waiting.map((text) => text.split(' ')[1]!)]
}

/** Takes so many hints off the stream, as a reader does. */
async function workOff(count: number): Promise<void> {
  const key = streamOf('transactional')
  const { group, maxUnread } = ledger.conveyor.catalog.dispatch
  for (let left = count; left > 0; ) {
    const entries = await ledger.redis.xrange(key, '-', '+', 'COUNT', left)
    await ledger.redis.ackEntries(key, ...backlogKeys(key), group, maxUnread, ...entries.map(([id]) => id))
    left -= entries.length
  }
}

test('an account with few rows is not behind the many of another, whatever was lost', async () => {
  const [many, few] = [ledger.newId('account'), ledger.newId('account')]
  await queue(many, 15_000)
  const [row] = await queue(few, 1, { dispatch_at: new Date() })
  await ledger.scheduler.sweep()
  const first = await hints()
  // Each account has half of the room, and they take turns.
  expect(first).toHaveLength(MAX_WAITING_HINTS / 2 + 1)
  expect(first.indexOf(row!._id)).toBeLessThanOrEqual(ledger.conveyor.catalog.dispatch.maxUnread + 2)
  expect(new Set(first).size).toBe(first.length)
})

test('what has a hint gets no second one, and what has lost its own gets one', async () => {
  const rows = await queue(ledger.accountId, 200)
  await ledger.scheduler.sweep()
  ledger.clock.advance(60_000)
  await ledger.scheduler.sweep()
  expect(await hints()).toEqual(rows.map(({ _id }) => _id))

  const [entry] = await ledger.redis.xrange(streamOf('transactional'), '-', '+')
  await ledger.redis.xdel(streamOf('transactional'), entry![0])
  const [backlog] = backlogKeys(streamOf('transactional'))
  await ledger.redis.zrem(backlog, hintText(refOf(rows[150]!)))
  await ledger.scheduler.sweep()
  expect((await hints()).toSorted()).toEqual(rows.map(({ _id }) => _id))
})

test('a row that came a moment ago is left to whoever wrote it', async () => {
  await queue(ledger.accountId, 1, { enqueued_at: new Date() })
  await ledger.scheduler.sweep()
  expect(await hints()).toEqual([])
  ledger.clock.advance(10_000)
  await ledger.scheduler.sweep()
  expect(await hints()).toHaveLength(1)
})

test('a long backlog is filled up again as it is worked off, and each row comes once', async () => {
  const rows = await queue(ledger.accountId, MAX_WAITING_HINTS + 3_000)
  await ledger.scheduler.sweep()
  expect(await hints()).toHaveLength(MAX_WAITING_HINTS)
  await ledger.scheduler.sweep()
  expect(await hints()).toHaveLength(MAX_WAITING_HINTS)
  // Most of it is done.
  const done = (await hints()).slice(0, 8_000)
  await ledger.models.messages.updateMany({ _id: { $in: done } }, { $unset: { dispatch_at: 1 } })
  await workOff(done.length)
  ledger.clock.advance(10_000)
  await ledger.scheduler.sweep()
  const left = rows.map(({ _id }) => _id).filter((id) => !done.includes(id))
  expect((await hints()).toSorted()).toEqual(left)
})

test('mail of an account that somebody waits for is not behind its marketing mail', async () => {
  await queue(ledger.accountId, 12_000, { message_type: 'marketing' })
  const [row] = await queue(ledger.accountId, 1, { dispatch_at: new Date() })
  await ledger.scheduler.sweep()
  expect(await hints('transactional')).toEqual([row!._id])
  expect((await hints('marketing')).length).toBeGreaterThanOrEqual(MAX_WAITING_HINTS / 2)
})

test('mail of test keys has a lane of its own, whatever its type', async () => {
  const [live] = await queue(ledger.accountId, 1)
  const tests = [
    ...(await queue(ledger.accountId, 2, { test_mode: true })),
    ...(await queue(ledger.accountId, 2, { test_mode: true, message_type: 'marketing' })),
  ]
  const ids = tests.map(({ _id }) => _id)
  await ledger.scheduler.sweep()
  expect(await hints('transactional')).toEqual([live!._id])
  expect(await hints('marketing')).toEqual([])
  expect((await hints('test')).toSorted()).toEqual(ids)

  const [entry] = await ledger.redis.xrange(streamOf('test'), '-', '+')
  await ledger.redis.xdel(streamOf('test'), entry![0])
  ledger.clock.advance(60_000)
  await ledger.scheduler.sweep()
  expect((await hints('test')).toSorted()).toEqual(ids)
  expect(await hints('transactional')).toEqual([live!._id])
})

test('what is due is counted and found over all accounts', async () => {
  await queue(ledger.accountId, 3, { message_type: 'marketing' })
  await queue(ledger.newId('account'), 2, { dispatch_at: new Date(Date.now() - 1_000) })
  await queue(ledger.newId('account'), 2, { dispatch_at: new Date(Date.now() + 60_000) })
  const { dispatch } = ledger.work
  expect(await dispatch.backlog.countDue(100)).toBe(5)
  expect(await dispatch.backlog.countDue(4)).toBe(4)
  expect(await dispatch.backlog.oldestDueMs()).toBeGreaterThanOrEqual(3_600_000)
  expect((await dispatch.backlog.groups()).map(({ accountId }) => accountId)).toHaveLength(2)
})

test('the sweep finds what is due and paused in one command, and lets rows go on at once', async () => {
  const own = await openTestLedger({ MONGODB_URI: `${takeDatabase()}&monitorCommands=true` })
  try {
    await own.scheduler.sweep()
    const commands = watchCommands({ models: own.models })
    await own.scheduler.sweep()
    expect(commands.map(({ name }) => name)).toEqual(['aggregate'])

    const row = queuedMessage(own.newId, own.accountId, { held: own.newId('webhook') })
    const { dispatch_at: _due, enqueued_at: _enqueued, ...paused } = row
    await own.models.messages.collection.insertOne(paused as MessageDoc)
    await own.scheduler.sweep()
    const [entry] = await own.redis.xrange(own.conveyor.keys('dispatch', ['transactional'])[0]!, '-', '+')
    expect(entry?.[1]).toContain(row._id)
  } finally {
    await own.close()
  }
})

test('the sweep does not look at the rows of an account that has enough hints in the lane of test mail', async () => {
  const own = await openTestLedger({ MONGODB_URI: `${takeDatabase()}&monitorCommands=true` })
  try {
    const more = { test_mode: true, dispatch_at: LONG_AGO, enqueued_at: LONG_AGO }
    const rows = Array.from({ length: 0.6 * MAX_WAITING_HINTS }, () => queuedMessage(own.newId, own.accountId, more))
    await own.models.messages.collection.insertMany(rows)
    await own.scheduler.sweep()
    const commands = watchCommands({ models: own.models })
    await own.scheduler.sweep()
    expect(commands.map(({ name }) => name)).toEqual(['aggregate'])
  } finally {
    await own.close()
  }
})

test('looking for due and paused rows skips through indexes, and reads no row', async () => {
  await queue(ledger.accountId, 50)
  for (const rows of Object.values(ledger.work)) {
    for (const { collection, stages } of rows.backlog.parts()) {
      const plan = JSON.stringify(await collection.aggregate(stages).explain('executionStats'))
      expect(plan).toContain('"stage":"DISTINCT_SCAN"')
      expect(plan).not.toMatch(/"stage":"(FETCH|COLLSCAN|SORT)"|"totalDocsExamined":[1-9]/)
    }
  }
})

test('a topic that cannot be swept does not keep another one of its partition from it', async () => {
  await queue(ledger.accountId, 1)
  const event = await ledger.recordEvent()
  const isDue = { fanout_at: LONG_AGO, enqueued_at: LONG_AGO }
  await ledger.models.events.collection.updateOne({ _id: event._id }, { $set: isDue })
  const stream = ledger.conveyor.keys('fan-out', ['main'])[0]!
  await ledger.redis.xtrim(stream, 'MAXLEN', 0)
  const failing = vi.spyOn(ledger.work.dispatch.backlog, 'due').mockRejectedValue(new Error('no answer'))
  await expect(ledger.scheduler.sweep()).rejects.toThrow('no answer')
  failing.mockRestore()
  const entries = await ledger.redis.xrange(stream, '-', '+')
  expect(entries.map(([, fields]) => fields[3])).toEqual([event._id])
})
