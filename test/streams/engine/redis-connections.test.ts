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
  it.each(['endless', 'none'] as const)('fails its open commands and works again (patience %s)', async (patience) => {
    const broken = connections.connect('broken', patience)
    const other = connections.connect('other', 'endless')
    await eventually('it is connected', () => broken.status === 'ready')
    const id = Number(await broken.client('ID'))
    const answer = broken.brpop('nothing-comes-here', 0).catch((error: Error) => error)
    await other.client('KILL', 'ID', String(id))
    expect(await answer).toBeInstanceOf(Error)
    await eventually('it answers again', () => broken.ping().catch(() => null))
  })
})
