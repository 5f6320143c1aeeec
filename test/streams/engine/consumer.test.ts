import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import type { RedisClient } from '../../../src/lib/redis/redis-client.js'
import { backlogKeys } from '../../../src/redis-keys.js'
import { Consumer } from '../../../src/streams/engine/consumer.js'
import { RedisConnections } from '../../../src/streams/engine/redis-connections.js'
import { consumersOf, type GroupConsumer } from '../../../src/streams/engine/stream-replies.js'
import type { Topic } from '../../../src/streams/engine/topic.js'
import { eventually } from '../../support/start-app.js'

const TOPIC: Topic = {
  name: 'test',
  lanes: ['main'],
  group: 'workers',
  maxUnread: 100,
  handlerMs: 1_000,
  leaseMs: 2_000,
  claimIdleMs: 2_000,
}
const ROUNDS = 10

const log = pino({ level: 'silent' })
let connections: RedisConnections

beforeEach(() => {
  connections = new RedisConnections(inject('redisUrl'), log)
})
afterEach(() => connections.close())

it('what comes shortly after a read is read together', async () => {
  const key = `consumer-test:{${randomUUID()}}`
  const redis = connections.connect('test', 'wait')
  const reads: string[][] = []
  const handled = new EventEmitter()
  let isNewRead = true
  const handle = async ({ id }: { id: string }) => {
    // A read starts all its handlers at once.
    if (isNewRead) reads.push([])
    isNewRead = false
    queueMicrotask(() => (isNewRead = true))
    reads.at(-1)!.push(id)
    handled.emit(id)
  }
  const put = (id: string) => redis.xadd(key, '*', 'v', '1', 'i', id, 'a', 'acc_1')
  const consumer = new Consumer({ key, topic: TOPIC, name: 'one', slots: 100, connections, handle, log })
  consumer.start()
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const crowd = Array.from({ length: 5 }, (_none, index) => `crowd ${round}.${index}`)
      await Promise.all([once(handled, crowd.at(-1)!), ...crowd.map(put)])
      const isDone = once(handled, `c ${round}`)
      for (const part of ['a', 'b', 'c']) await put(`${part} ${round}`)
      await isDone
    }
    const together = reads.filter((read) => ['a ', 'b ', 'c '].every((part) => read.some((id) => id.startsWith(part))))
    // On a busy machine some come too late.
    expect(together.length).toBeGreaterThanOrEqual(ROUNDS / 2)
  } finally {
    await consumer.close(1_000)
    await redis.del(key)
  }
})

it('a reader is told of unread entries only while its stream has a backlog: otherwise it rests', async () => {
  const key = `consumer-test:{${randomUUID()}}`
  const redis = connections.connect('test', 'wait')
  const [backlog, turns] = backlogKeys(key)
  await redis.xgroup('CREATE', key, TOPIC.group, '0', 'MKSTREAM')
  for (const id of ['one', 'two', 'three']) await redis.xadd(key, '*', 'v', '1', 'i', id, 'a', 'acc_1')
  const refill = () => redis.refillStream(key, backlog, turns, TOPIC.group, 10)
  expect(await refill()).toBe(0)
  await redis.zadd(backlog, 1, 'acc_1 four ')
  expect([await refill(), await refill()]).toEqual([4, 0])
  await redis.del(key, backlog, turns)
})

it('what a dead consumer has read is taken over after some seconds, also by one that is full, but not what that is working on', async () => {
  const key = `consumer-test:{${randomUUID()}}`
  const redis = connections.connect('test', 'wait')
  const put = (id: string) => redis.xadd(key, '*', 'v', '1', 'i', id, 'a', 'acc_1')
  const topic = { ...TOPIC, claimIdleMs: 600_000 }
  const handled: string[] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const start = (name: string, slots: number, work: Promise<void> | null) => {
    const handle = async ({ id }: { id: string }) => {
      handled.push(`${id} by ${name}`)
      await work
    }
    const consumer = new Consumer({ key, topic, name, slots, connections, handle, log, deadMs: 1_000 })
    consumer.start()
    return consumer
  }
  await redis.xgroup('CREATE', key, topic.group, '0', 'MKSTREAM')
  const full = start('full', 1, ended)
  await put('held')
  await eventually('it is full', () => handled.length === 1)
  await put('read')
  await redis.xreadgroup('GROUP', topic.group, 'dead', 'COUNT', 1, 'STREAMS', key, '>')
  let other: Consumer | undefined
  try {
    await eventually('the entry of the dead one is handled', () => handled.includes('read by full'))
    other = start('other', 10, null)
    await put('last')
    await eventually('so is what comes later', () => handled.includes('last by other'))
    expect(handled).toEqual(['held by full', 'read by full', 'last by other'])
    end()
    await eventually('all are acknowledged', async () => (await redis.xlen(key)) === 0)
  } finally {
    end()
    await Promise.all([full.close(1_000), other?.close(1_000)])
    await redis.del(key)
  }
})

it('a reader whose slots are all taken shows that it lives, and takes nothing by that', async () => {
  const key = `consumer-test:{${randomUUID()}}`
  const redis = connections.connect('test', 'wait')
  const put = (id: string) => redis.xadd(key, '*', 'v', '1', 'i', id, 'a', 'acc_1')
  const topic = { ...TOPIC, claimIdleMs: 600_000 }
  const handled: string[] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const handle = async ({ id }: { id: string }) => {
    handled.push(id)
    await ended
  }
  await redis.xgroup('CREATE', key, topic.group, '0', 'MKSTREAM')
  const full = new Consumer({ key, topic, name: 'full', slots: 1, connections, handle, log, deadMs: 500 })
  full.start()
  try {
    await put('first')
    await eventually('it is full', () => handled.length === 1)
    for (const id of ['second', 'third']) await put(id)
    let shown = 0
    let before = 0
    await eventually('it has shown itself', async () => {
      const [{ idleMs }] = (await consumersOf(redis, { stream: key, group: topic.group })) as [GroupConsumer]
      if (idleMs < before) shown += 1
      before = idleMs
      return shown >= 3
    })
    expect((await redis.xpending(key, topic.group))[0]).toBe(1)
    end()
    await eventually('all are handled', async () => (await redis.xlen(key)) === 0)
    expect(handled).toEqual(['first', 'second', 'third'])
  } finally {
    end()
    await full.close(1_000)
    await redis.del(key)
  }
})

it('an entry whose acknowledgement failed is acknowledged again, and handled once', async () => {
  const key = `consumer-test:{${randomUUID()}}`
  const redis = connections.connect('test', 'wait')
  const topic = { ...TOPIC, claimIdleMs: 600_000 }
  const handled: string[] = []
  const failures: string[] = []
  const write = (line: string) => void (line.includes('acknowledging failed') && failures.push(line))
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const handle = async ({ id }: { id: string }) => {
    handled.push(id)
    if (id === 'one') await ended
  }
  await redis.xgroup('CREATE', key, topic.group, '0', 'MKSTREAM')
  const loud = pino({ level: 'debug' }, { write })
  const consumer = new Consumer({ key, topic, name: 'reader', slots: 10, connections, handle, log: loud })
  consumer.start()
  try {
    await redis.xadd(key, '*', 'v', '1', 'i', 'one', 'a', 'acc_1')
    await eventually('it is handled', () => handled.length === 1)
    // No stream is there, so every command fails.
    await redis.rename(key, `${key}:kept`)
    await redis.set(key, 'no stream')
    end()
    await eventually('the acknowledgement has failed', () => failures.length > 0)
    await redis.rename(`${key}:kept`, key)
    await eventually('it is acknowledged', async () => (await redis.xlen(key)) === 0)
    await redis.xadd(key, '*', 'v', '1', 'i', 'two', 'a', 'acc_1')
    await eventually('the next one is handled', () => handled.includes('two'))
    expect(handled).toEqual(['one', 'two'])
  } finally {
    end()
    await consumer.close(1_000)
    await redis.del(key, `${key}:kept`)
  }
})

it('a closing consumer handles what Redis has sent to it, and not again what failed', async () => {
  const key = `consumer-test:{${randomUUID()}}`
  const redis = connections.connect('test', 'wait')
  const handled: string[] = []
  const handle = async ({ id }: { id: string }) => {
    handled.push(id)
    if (id.startsWith('failed')) throw new Error('the ledger is away')
  }
  const consumer = new Consumer({ key, topic: TOPIC, name: 'closing', slots: 2, connections, handle, log })
  const put = (id: string) => redis.xadd(key, '*', 'v', '1', 'i', id, 'a', 'acc_1')
  await redis.xgroup('CREATE', key, TOPIC.group, '0', 'MKSTREAM')
  consumer.start()
  // They stay pending, and come before what is unseen.
  const failed = Array.from({ length: 5 }, (_none, at) => `failed ${at}`)
  for (const id of failed) await put(id)
  await eventually('they have failed', () => handled.length === failed.length)
  await put('first')
  await eventually('it is handled', async () => (await redis.xlen(key)) === failed.length)
  // As if it had been sent to the connection of a read that is closed now.
  await redis
    .multi()
    .xadd(key, '*', 'v', '1', 'i', 'unseen', 'a', 'acc_1')
    .xreadgroup('GROUP', TOPIC.group, 'closing', 'COUNT', 1, 'STREAMS', key, '>')
    .exec()
  await consumer.close(1_000)
  expect(handled).toEqual([...failed, 'first', 'unseen'])
  expect(await redis.xlen(key)).toBe(failed.length)
  await redis.del(key)
})

it('a closing consumer without pending entries leaves the group', async () => {
  const key = `consumer-test:{${randomUUID()}}`
  const redis = connections.connect('test', 'wait')
  await redis.xgroup('CREATE', key, TOPIC.group, '0', 'MKSTREAM')
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const handle = () => ended
  const consumer = new Consumer({ key, topic: TOPIC, name: 'closing', slots: 2, connections, handle, log })
  consumer.start()
  await redis.xadd(key, '*', 'v', '1', 'i', 'one', 'a', 'acc_1')
  await eventually('it is being handled', () => consumer.inProgress === 1)
  const closed = consumer.close(1_000)
  end()
  await closed
  expect(await redis.xlen(key)).toBe(0)
  expect(await consumersOf(redis, { stream: key, group: TOPIC.group })).toEqual([])
  await redis.del(key)
})

it('an entry that a closing consumer still gets is handled by another one', async () => {
  const key = `consumer-test:{${randomUUID()}}`
  const redis = connections.connect('test', 'wait')
  const handled: string[] = []
  const handle = async ({ id }: { id: string }) => void handled.push(id)
  const options = { key, topic: { ...TOPIC, claimIdleMs: 600_000 }, slots: 10, connections, handle, log, deadMs: 500 }
  let isClosing = false
  /** Lets the closing consumer get an entry right after its first command. */
  const getOne = async <T>(reply: T): Promise<T> => {
    if (!isClosing) return reply
    isClosing = false
    await redis.xadd(key, '*', 'v', '1', 'i', 'late', 'a', 'acc_1')
    await redis.xreadgroup('GROUP', TOPIC.group, 'closing', 'COUNT', 1, 'STREAMS', key, '>')
    return reply
  }
  const watched = {
    connect: (...use: Parameters<RedisConnections['connect']>) =>
      new Proxy(connections.connect(...use), {
        get(client, name) {
          const value = Reflect.get(client, name)
          if (typeof value !== 'function') return value
          return (...args: unknown[]) => {
            const answer = value.apply(client, args)
            return answer instanceof Promise ? answer.then(getOne) : answer
          }
        },
      }),
    drop: (client: RedisClient) => client.disconnect(),
  }
  await redis.xgroup('CREATE', key, TOPIC.group, '0', 'MKSTREAM')
  const closing = new Consumer({ ...options, name: 'closing', connections: watched as unknown as RedisConnections })
  closing.start()
  await redis.xadd(key, '*', 'v', '1', 'i', 'first', 'a', 'acc_1')
  await eventually('it is handled', async () => (await redis.xlen(key)) === 0)
  const closed = closing.close(1_000)
  isClosing = true
  await closed
  expect(isClosing).toBe(false)
  const other = new Consumer({ ...options, name: 'other' })
  other.start()
  try {
    await eventually('the other one has it', () => handled.includes('late'))
  } finally {
    await other.close(1_000)
    await redis.del(key)
  }
})
