import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAX_STREAMS } from '../../src/event-streams/stream-slots.js'
import { anotherAccount, anotherProcess } from '../support/more-processes.js'
import { eventually, startApp, type TestApp } from '../support/start-app.js'

/** Longer than a busy machine keeps a process from renewing its slots. */
const times = { streams: { streamLeaseMs: 5_000 } }
let app: TestApp
let other: TestApp
let opened: AbortController[] = []
beforeEach(async () => {
  app = await startApp({}, times)
  other = await anotherProcess(app, {}, times)
})
afterEach(async () => {
  for (const controller of opened) controller.abort()
  opened = []
  await Promise.all([app.close(), other.close()])
})

const doors = {
  tRPC: '/trpc/events.live?input={}',
  GraphQL: `/graphql?query=${encodeURIComponent('subscription { accountEvents { id } }')}`,
}

async function open(door: keyof typeof doors, at = app, key = at.adminKey): Promise<Response> {
  const controller = new AbortController()
  opened.push(controller)
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
  return fetch(at.url + doors[door], { headers, signal: controller.signal })
}

const doorOf = (index: number) => (index % 2 ? 'tRPC' : 'GraphQL')
const openMany = (count: number, at = app) =>
  Promise.all(Array.from({ length: count }, (_none, index) => open(doorOf(index), at)))

/** Waits until a process has this many open streams. */
const streamsAt = (at: TestApp, count: number) =>
  eventually(`${count} streams are open`, () => at.app.services.eventStreams.open === count)

const openOverall = () => [app, other].reduce((sum, at) => sum + at.app.services.eventStreams.open, 0)

/** Opens streams on a process until the account has as many as it can have. */
const fillUp = (at: TestApp) =>
  eventually('the account has 100 open streams', async () => {
    const missing = MAX_STREAMS - openOverall()
    if (missing > 0) await openMany(missing, at)
    await wait(100)
    return openOverall() === MAX_STREAMS
  })

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function expectRefusal(door: keyof typeof doors, at = app): Promise<void> {
  const text = await (await open(door, at)).text()
  expect(text, door).toContain('rate_limit_exceeded')
  expect(text, door).toContain('The account has 100 open event streams. Close one first.')
}

test('an account can have 100 open event streams over both doors, another account its own', async () => {
  await openMany(MAX_STREAMS)
  await streamsAt(app, 100)
  for (const door of ['tRPC', 'GraphQL'] as const) await expectRefusal(door)
  await streamsAt(app, 100)

  const { key } = await anotherAccount(app)
  await open('tRPC', app, key)
  await streamsAt(app, 101)

  opened[0]!.abort()
  await streamsAt(app, 100)
  await open('GraphQL')
  await streamsAt(app, 101)
})

test('the streams on every process count, however long they are open', async () => {
  await Promise.all([openMany(60), openMany(80, other)])
  await fillUp(other)
  // More than a lease passes: the slots are renewed.
  await wait(1.5 * times.streams.streamLeaseMs)
  await expectRefusal('tRPC', app)
  await expectRefusal('GraphQL', other)

  const before = app.app.services.eventStreams.open
  opened[0]!.abort()
  await streamsAt(app, before - 1)
  await fillUp(other)
})

test('a process that stops frees its slots at once', async () => {
  await openMany(60)
  await fillUp(other)
  await expectRefusal('GraphQL')

  await other.app.services.eventStreams.close()
  await fillUp(app)
  await streamsAt(app, 100)
})
