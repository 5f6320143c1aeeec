import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApiError } from '../../src/errors.js'
import { StreamSlots } from '../../src/event-streams/stream-slots.js'
import { streamSlotsKey } from '../../src/redis-keys.js'
import { RedisConnections } from '../../src/streams/engine/redis-connections.js'
import { type OwnServer, startOwnServer } from '../support/own-servers.js'
import { eventually } from '../support/start-app.js'

const log = pino({ level: 'silent' })
const LEASE_MS = 1_000

let server: OwnServer
let processes: { slots: StreamSlots; kill: () => Promise<void> }[] = []
beforeEach(async () => {
  server = await startOwnServer('redis')
})
afterEach(async () => {
  for (const { kill } of processes) await kill()
  processes = []
  await server.close()
})

/** The slots as a process of their own sees them. */
async function startProcess(leaseMs = LEASE_MS) {
  const connections = new RedisConnections(server.uri, log)
  const redis = connections.connect('test', 'fail-fast')
  await new Promise((resolve) => redis.once('ready', resolve))
  const slots = new StreamSlots({ redis, redisPrefix: 'p', log, leaseMs })
  const started = { slots, redis, kill: () => connections.close() }
  processes.push(started)
  return started
}

/** How many of these attempts to take a slot succeed. */
async function taken(slots: StreamSlots, attempts: number): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: attempts }, () => slots.take('acc', never)))
  return results.filter(({ status }) => status === 'fulfilled').length
}

/** For streams that end when they are refused. */
const never = () => undefined

const isRefused = async (slots: StreamSlots) => (await taken(slots, 1)) === 0

test('of many concurrent attempts at several processes, 100 get a slot', async () => {
  const all = await Promise.all([startProcess(), startProcess(), startProcess()])
  const counts = await Promise.all(all.map(({ slots }) => taken(slots, 80)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(100)
})

test('a refusal says when to try again', async () => {
  const { slots } = await startProcess()
  await taken(slots, 100)
  await expect(slots.take('acc', never)).rejects.toMatchObject({ code: 'rate_limit_exceeded', retryAfterSeconds: 5 })
})

test('giving a slot back frees one slot, even when done twice', async () => {
  const [here, there] = await Promise.all([startProcess(), startProcess()])
  await taken(there.slots, 99)
  const giveBack = await here.slots.take('acc', never)
  expect(await isRefused(there.slots)).toBe(true)
  giveBack()
  giveBack()
  await eventually('a slot is free', async () => (await taken(there.slots, 1)) === 1)
  expect(await isRefused(here.slots)).toBe(true)
})

test('the slots of a process that was killed are free when their lease ends', async () => {
  const [here, there] = await Promise.all([startProcess(), startProcess()])
  await taken(there.slots, 100)
  expect(await isRefused(here.slots)).toBe(true)
  await there.kill()
  // Each has a lease, and those that were not renewed end one after the other.
  let count = 0
  await eventually('all slots are free', async () => {
    count += await taken(here.slots, 100 - count)
    return count === 100
  })
  expect(await isRefused(here.slots)).toBe(true)
})

test('after Redis has lost its data, the open streams are known again', async () => {
  const [here, there] = await Promise.all([startProcess(), startProcess()])
  await taken(there.slots, 100)
  await there.redis.flushall()
  await eventually('they are renewed', async () => (await there.redis.dbsize()) === 1)
  expect(await isRefused(here.slots)).toBe(true)
})

test('without Redis each process counts its own streams', async () => {
  const [here, there] = await Promise.all([startProcess(), startProcess()])
  await server.close()
  expect(await taken(here.slots, 101)).toBe(100)
  expect(await taken(there.slots, 101)).toBe(100)
})

test('streams that were opened while Redis did not answer are refused when they turn out to be too many', async () => {
  const all = await Promise.all([startProcess(6_000), startProcess(6_000)])
  const refused: ApiError[] = []
  await server.signal('SIGSTOP')
  const open = (slots: StreamSlots) => slots.take('acc', (error) => refused.push(error))
  await Promise.all(all.flatMap(({ slots }) => Array.from({ length: 80 }, () => open(slots))))
  expect(refused).toEqual([])
  await server.signal('SIGCONT')
  await eventually('60 are refused', () => refused.length >= 60, 30_000)
  expect(await all[0]!.redis.zcard(streamSlotsKey('p', 'acc'))).toBe(100)
  expect(refused).toHaveLength(60)
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['rate_limit_exceeded']))
})
