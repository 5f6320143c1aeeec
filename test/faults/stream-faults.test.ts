import { createTrpcClient } from '@postline/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBrittleWay } from '../support/brittle-way.js'
import { anotherProcess } from '../support/more-processes.js'
import { inOrderOfRecording, recordEvents } from '../support/record-events.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'
import { listen } from '../trpc/listen.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const record = (count: number, event = {}) => recordEvents(app.app, app.accountId, Array(count).fill(event))

test('2,000 events arrive once and in order over a breaking connection and a restarting service', async () => {
  let door = await anotherProcess(app, { ROLES: 'api' })
  const way = await aBrittleWay(door.url)
  try {
    const [start] = await record(1, { type: 'sent' })
    const client = createTrpcClient({ baseUrl: way.url, apiKey: app.adminKey })
    const stream = listen(client, { types: ['opened'], lastEventId: start! })
    await stream.started()

    const written: string[] = []
    const write = async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1) written.push(...(await record(20, { type: 'opened' })))
    }
    /** Breaks the connection while events flow through it, anywhere in them. */
    const breakWhileItFlows = async () => {
      const [seenBefore, connections] = [stream.seen.length, stream.reconnections()]
      const writing = write(20)
      const enough = seenBefore + 1 + Math.floor(Math.random() * 200)
      await eventually('events flow', () => stream.seen.length >= enough)
      expect(way.breakAll()).toBeGreaterThan(0)
      await writing
      await eventually('it is connected again', () => stream.reconnections() > connections)
    }
    await breakWhileItFlows()
    await breakWhileItFlows()
    await breakWhileItFlows()

    // The process stops as in every deployment, and another replaces it.
    const connections = stream.reconnections()
    const writing = write(20)
    await door.close()
    door = await anotherProcess(app, { ROLES: 'api' })
    way.leadTo(door.url)
    await writing
    await eventually('it is connected again', () => stream.reconnections() > connections)
    await breakWhileItFlows()

    await eventually('all have arrived', () => stream.seen.length >= written.length)
    expect(written).toHaveLength(2_000)
    expect(stream.seen).toEqual(await inOrderOfRecording(app.app, written))
    expect(stream.error()).toBeNull()
    stream.stop()
    await eventually('nothing is open', () => door.app.services.eventStreams.open === 0)
  } finally {
    way.close()
    await door.close()
  }
})
