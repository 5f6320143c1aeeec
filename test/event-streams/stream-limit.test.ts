import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_STREAMS } from '../../src/event-streams/event-streams.js'
import { anotherAccount } from '../support/more-processes.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
const opened: AbortController[] = []
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  for (const controller of opened) controller.abort()
  await app.close()
})

const doors = {
  tRPC: '/trpc/events.live?input={}',
  GraphQL: `/graphql?query=${encodeURIComponent('subscription { accountEvents { id } }')}`,
}

async function open(door: keyof typeof doors, key = app.adminKey): Promise<Response> {
  const controller = new AbortController()
  opened.push(controller)
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
  return fetch(app.url + doors[door], { headers, signal: controller.signal })
}

const openStreams = (count: number) =>
  eventually(`${count} streams are open`, () => app.app.services.eventStreams.open === count)

test('an account can have 100 open event streams over both doors, another account its own', async () => {
  const doorOf = (index: number) => (index % 2 ? 'tRPC' : 'GraphQL')
  await Promise.all(Array.from({ length: MAX_STREAMS }, (_none, index) => open(doorOf(index))))
  await openStreams(100)

  for (const door of ['tRPC', 'GraphQL'] as const) {
    const text = await (await open(door)).text()
    expect(text, door).toContain('rate_limit_exceeded')
    expect(text, door).toContain('The account has 100 open event streams. Close one first.')
  }
  await openStreams(100)

  const other = await anotherAccount(app)
  await open('tRPC', other.key)
  await openStreams(101)

  opened[0]!.abort()
  await openStreams(100)
  await open('GraphQL')
  await openStreams(101)
})
