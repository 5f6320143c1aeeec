import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { backlogKeys } from '../../../src/redis-keys.js'
import { Consumer } from '../../../src/streams/engine/consumer.js'
import { Conveyor, MAX_WAITING_HINTS } from '../../../src/streams/engine/conveyor.js'
import type { Hint } from '../../../src/streams/engine/hint.js'
import { inspectStreams, listStreams } from '../../../src/streams/engine/inspect-streams.js'
import { QueuedHints } from '../../../src/streams/engine/queued-hints.js'
import { RedisConnections } from '../../../src/streams/engine/redis-connections.js'
import type { Catalog } from '../../../src/streams/engine/topic.js'
import { eventually } from '../../support/start-app.js'

/*
 * Hints that wait for a place in a stream, on a real Redis.
 */

const MAX_UNREAD = 4
const catalog: Catalog<'test'> = {
  test: {
    ...{ name: 'test', lanes: ['main'], group: 'workers', maxUnread: MAX_UNREAD },
    ...{ handlerMs: 1_000, leaseMs: 2_000, claimIdleMs: 2_000 },
  },
}

const log = pino({ level: 'silent' })
let connections: RedisConnections
let prefix: string
let conveyor: Conveyor<'test'>
let key: string
let redis: ReturnType<RedisConnections['connect']>
const consumers: Consumer[] = []

beforeEach(() => {
  connections = new RedisConnections(inject('redisUrl'), log)
  prefix = `backlog-test-${randomUUID()}`
  redis = connections.connect('test', 'wait')
  conveyor = new Conveyor({ redis, catalog, prefix, partitions: 1, log })
  key = conveyor.keys('test')[0]!
})
afterEach(async () => {
  await Promise.all(consumers.splice(0).map((consumer) => consumer.close(1_000)))
  await redis.del(key, ...backlogKeys(key))
  await connections.close()
})

const hintsOf = (accountId: string, count: number, from = 0): Hint[] =>
  Array.from({ length: count }, (_none, index) => ({ id: `${accountId}${from + index}`, accountId }))

/** Starts a reader that handles a few hints at a time. Returns the ids of what it has handled, in order. */
function read(handle: (hint: Hint) => Promise<void> = async () => undefined, slots = 2): string[] {
  const handled: string[] = []
  const consumer = new Consumer({
    ...{ key, topic: catalog.test, name: `reader ${consumers.length}`, slots, connections, log },
    handle: async (hint) => {
      handled.push(hint.id)
      await handle(hint)
    },
  })
  consumers.push(consumer)
  consumer.start()
  return handled
}

const isEmpty = async () => (await redis.exists(...backlogKeys(key))) === 0 && (await redis.xlen(key)) === 0

it('accounts take turns, however many hints one of them has', async () => {
  await conveyor.put('test', hintsOf('a', 1_000))
  await conveyor.put('test', hintsOf('b', 3))
  await conveyor.put('test', hintsOf('c', 2))
  // Those that would be next are on the stream already, one of each.
  expect(await redis.xlen(key)).toBe(MAX_UNREAD + 3)
  const handled = read()
  await eventually('all are handled', () => handled.length === 1_005)
  // Behind what was on the stream first, each account has every third turn.
  const turns = handled.slice(MAX_UNREAD, MAX_UNREAD + 9).map((id) => id[0])
  expect(turns.join('')).toBe('abcabcaba')
  expect(handled.filter((id) => id.startsWith('a'))).toEqual(hintsOf('a', 1_000).map(({ id }) => id))
  await eventually('nothing is left', isEmpty)
})

it('one that comes later gets the next turn', async () => {
  await conveyor.put('test', hintsOf('a', 500))
  const handled = read(async ({ id }) => {
    if (id === 'a100') await conveyor.put('test', hintsOf('b', 1))
  })
  await eventually('all are handled', () => handled.length === 501)
  // What is in progress or on the stream by then goes first.
  expect(handled.indexOf('b0') - handled.indexOf('a100')).toBeLessThanOrEqual(2 * MAX_UNREAD + 2)
})

it('an account whose hint went past the backlog long ago has none waiting there', async () => {
  await conveyor.put('test', hintsOf('a', 50))
  await conveyor.put('test', hintsOf('b', 1))
  const placed = new QueuedHints(redis, conveyor, 'test')
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  const handled = read(() => ended, 20)
  await eventually('the slots are taken', () => handled.length >= 20)
  expect(await placed.waiting('a')).toBeGreaterThan(0)
  expect(await placed.waiting('b')).toBe(0)
  end()
  await eventually('nothing is left', isEmpty)
})

it('several readers share the backlog, each hint once', async () => {
  const all = ['a', 'b', 'c', 'd'].flatMap((account) => hintsOf(account, 300))
  const handled = [read(), read(), read()]
  await Promise.all(
    Array.from({ length: 12 }, (_none, part) => conveyor.put('test', all.slice(part * 100, part * 100 + 100))),
  )
  await eventually('all are handled', () => handled.flat().length >= all.length)
  expect(handled.flat().sort()).toEqual(all.map(({ id }) => id).sort())
  await eventually('nothing is left', isEmpty)
})

it('a reader with free slots goes on while none of its handlers ends', async () => {
  await conveyor.put('test', hintsOf('a', 50))
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  const handled = read(() => ended, 30)
  await eventually('all slots are taken', () => handled.length === 30)
  end()
  await eventually('all are handled', () => handled.length === 50)
})

it('what a dead reader had is taken over, and what waits behind it goes on', async () => {
  await redis.xgroup('CREATE', key, 'workers', '0', 'MKSTREAM')
  await conveyor.put('test', hintsOf('a', 20))
  await redis.xreadgroup('GROUP', 'workers', 'dead', 'COUNT', 4, 'STREAMS', key, '>')
  const handled = read()
  await eventually('all are handled', () => handled.length === 20)
  expect(handled.slice().sort()).toEqual(
    hintsOf('a', 20)
      .map(({ id }) => id)
      .sort(),
  )
})

it('an account has so many hints in the backlog at most, and others find room', async () => {
  for (let from = 0; from < MAX_WAITING_HINTS + 2_000; from += 1_000)
    await conveyor.put('test', hintsOf('a', 1_000, from))
  await conveyor.put('test', hintsOf('b', 10))
  const [backlog] = backlogKeys(key)
  expect(await redis.zcard(backlog)).toBe(MAX_WAITING_HINTS - 1 + 9)
  const streams = listStreams(catalog, prefix, 1)
  const [standing] = await inspectStreams(redis, streams)
  expect(standing).toMatchObject({
    length: MAX_WAITING_HINTS + 10 + MAX_UNREAD,
    pending: 0,
    waiting: MAX_WAITING_HINTS + 10 + MAX_UNREAD,
  })
})

it('the same hint waits once, with its target', async () => {
  const hint = { id: 'd1', accountId: 'a', target: 'wh_1' }
  await conveyor.put('test', [...hintsOf('a', MAX_UNREAD + 1), hint, hint])
  await conveyor.put('test', [hint])
  const [backlog] = backlogKeys(key)
  expect(await redis.zrange(backlog, 0, -1)).toEqual(['a d1 wh_1'])
  const targets: unknown[] = []
  read(async ({ target }) => void targets.push(target))
  await eventually('it is handled', () => targets.includes('wh_1'))
  expect(targets.filter(Boolean)).toEqual(['wh_1'])
})

it('what Redis loses leaves nothing behind that would hold up the next', async () => {
  const handled = read()
  await conveyor.put('test', hintsOf('a', 200))
  await redis.del(key, ...backlogKeys(key))
  await conveyor.put('test', hintsOf('b', 20))
  await eventually('all that is left is handled', () => handled.filter((id) => id.startsWith('b')).length === 20)
  await eventually('nothing is left', isEmpty)
})
