import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { backlogKeys, newsStreamKey, streamKey } from '../src/redis-keys.js'
import { RedisConnections } from '../src/streams/engine/redis-connections.js'
import { slotOf, takeCrossings } from './support/one-slot.js'

test('all keys of a partition are in one slot of a cluster, whatever their topic', () => {
  for (let partition = 0; partition < 64; partition += 1) {
    const streams = ['dispatch', 'deliveries'].map((topic) => streamKey('any', topic, 'main', partition))
    const keys = [...streams, ...streams.flatMap(backlogKeys), newsStreamKey('other', partition)]
    expect(new Set(keys.map(slotOf)).size).toBe(1)
  }
})

test('of eight partitions, each of three masters with equal shares of the slots has some', () => {
  const masters = Array.from({ length: 8 }, (_none, partition) => Math.floor(slotOf(`{p${partition}}`) / (16_384 / 3)))
  expect([0, 1, 2].map((master) => masters.filter((each) => each === master).length)).toEqual([2, 2, 4])
})

test('a command of the service with keys of several slots is noticed in every test', async () => {
  const connections = new RedisConnections(inject('redisUrl'), pino({ level: 'silent' }))
  const redis = connections.connect('test', 'wait')
  try {
    await redis.exists('{a}1', '{a}2')
    await redis.eval('return 1', 1, '{a}1', '{b}1')
    expect(takeCrossings()).toEqual([])
    await redis.exists('{a}1', '{b}1').catch(() => undefined)
    await redis.eval('return 1', 2, '{a}1', '{b}1').catch(() => undefined)
    expect(takeCrossings()).toEqual(['exists {a}1 {b}1', 'eval {a}1 {b}1'])
  } finally {
    await connections.close()
  }
})
