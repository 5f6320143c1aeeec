import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { RedisConnections } from '../../../src/streams/engine/redis-connections.js'
import { eventually } from '../../support/start-app.js'

let connections: RedisConnections

beforeEach(() => {
  connections = new RedisConnections(inject('redisUrl'), pino({ level: 'silent' }))
})
afterEach(() => connections.close())

describe('a connection to Redis that breaks', () => {
  it.each(['wait', 'fail-fast'] as const)('fails its open commands and works again (mode %s)', async (mode) => {
    const broken = connections.connect('broken', mode)
    const other = connections.connect('other', 'wait')
    await eventually('it is connected', () => broken.status === 'ready')
    const id = Number(await broken.client('ID'))
    const answer = broken.brpop('nothing-comes-here', 0).catch((error: Error) => error)
    await other.client('KILL', 'ID', String(id))
    expect(await answer).toBeInstanceOf(Error)
    await eventually('it answers again', () => broken.ping().catch(() => null))
  })
})
