import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { EventStreamRequest } from '../../src/contract/events.js'
import type { Caller } from '../../src/services/caller.js'
import { operatorOf } from '../../src/services/caller.js'
import { eventKey } from '../../src/services/tracking/events/event-key.js'
import { forgetKeys } from '../support/connect-redis.js'
import { inOrderOfRecording, recordEvents } from '../support/record-events.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { stopwatch } from '../support/stopwatch.js'

const TERMINAL_IDLE_MS = 400

let app: TestApp
let caller: Caller
beforeAll(async () => {
  app = await startApp({}, { streams: { terminalIdleMs: TERMINAL_IDLE_MS } })
  caller = await app.app.services.apiKeys.authenticate(`Bearer ${app.adminKey}`)
})
afterAll(() => app.close())

const record = (types: string[], messageId?: string) =>
  recordEvents(
    app.app,
    app.accountId,
    types.map((type) => ({ type: type as never, ...(messageId && { message_id: messageId }) })),
  )

/** A scheduled message, which gets only the events that the test records. */
async function aMessage(): Promise<string> {
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const { body } = await app.call('POST', '/v1/send', {
    body: aSend({ scheduled_at, destination: { email: app.ownerEmail } }),
  })
  return body.id
}

/** Reads a stream in the background. */
function listen(request: EventStreamRequest, as = caller) {
  const ending = new AbortController()
  const seen: string[] = []
  const done = (async () => {
    for await (const event of app.app.services.eventStreams.subscribe(as, request, ending.signal)) seen.push(event.id)
  })()
  done.catch(() => undefined)
  return {
    seen,
    done,
    opened: () => eventually('the stream is open', () => app.app.services.eventStreams.open > 0),
    sees: (ids: string[]) => eventually(`${ids.length} events`, () => ids.every((id) => seen.includes(id))),
    async end() {
      ending.abort()
      await done
    },
  }
}

/** Opens a stream of the whole account, and waits until it is live. */
async function listenToAccount(request: EventStreamRequest = {}, as = caller) {
  const stream = listen(request, as)
  await eventually('the stream is live', async () => {
    await record(['opened'])
    return stream.seen.length > 0
  })
  return stream
}

test('a timeline stream sends the recorded events, then live ones, each once and in order of recording', async () => {
  const messageId = await aMessage()
  const before = await record(['sent', 'delivery_delayed'], messageId)
  const stream = listen({ message_id: messageId })
  await stream.sees(before)
  const others = await record(['opened'])
  const after = await record(['delivered', 'opened', 'clicked'], messageId)
  await stream.sees(after)
  expect(stream.seen).toEqual(await inOrderOfRecording(app.app, [...before, ...after]))
  expect(stream.seen).toHaveLength(5)
  expect(stream.seen).not.toContain(others[0])
  await stream.end()
})

test('an account stream begins now, or resumes after a given event', async () => {
  const old = [...(await record(['sent'])), ...(await record(['delivered', 'opened']))]
  await eventually('numbered', () => app.app.models.events.exists({ _id: old[2], seq: { $exists: true } }))
  const fresh = listen({})
  const resumed = listen({ lastEventId: old[0] })
  await resumed.sees(old.slice(1))
  expect(resumed.seen).toEqual(await inOrderOfRecording(app.app, old.slice(1)))
  const more = await record(['clicked'])
  await Promise.all([resumed.sees(more), fresh.sees(more)])
  expect(resumed.seen).not.toContain(old[0])
  expect(fresh.seen).not.toContain(old[2])
  await Promise.all([fresh.end(), resumed.end()])
})

test('resuming waits for the number of a new event', async () => {
  const [id] = await record(['sent'])
  const stream = listen({ lastEventId: id! })
  const more = await record(['delivered'])
  await stream.sees(more)
  expect(stream.seen).not.toContain(id)
  await stream.end()
})

test('only the requested types arrive', async () => {
  const start = await record(['sent'])
  const stream = listen({ types: ['bounced', 'complained'], lastEventId: start[0] })
  const ids = await record(['delivered', 'bounced', 'opened', 'complained', 'sent'])
  await stream.sees([ids[1]!, ids[3]!])
  expect(stream.seen.toSorted()).toEqual([ids[1], ids[3]].toSorted())
  await stream.end()
})

test("resuming after an unknown event or another account's event is an invalid request", async () => {
  for (const after of ['evt_unknown', 'msg_1']) {
    await expect(listen({ lastEventId: after }).done).rejects.toMatchObject({ code: 'invalid_request' })
  }
  const other = await app.app.services.accounts.create('other@example.com')
  const otherCaller = await app.app.services.apiKeys.authenticate(`Bearer ${other.key}`)
  const [mine] = await record(['sent'])
  await expect(listen({ lastEventId: mine! }, otherCaller).done).rejects.toMatchObject({ code: 'invalid_request' })
})

test("an unknown message or another account's message is not found", async () => {
  const other = await app.app.services.accounts.create('stranger@example.com')
  const otherCaller = await app.app.services.apiKeys.authenticate(`Bearer ${other.key}`)
  await expect(listen({ message_id: 'msg_unknown' }).done).rejects.toMatchObject({ code: 'not_found' })
  const messageId = await aMessage()
  await expect(listen({ message_id: messageId }, otherCaller).done).rejects.toMatchObject({ code: 'not_found' })
})

test('a timeline stream ends after a terminal event and the idle time, not earlier', async () => {
  const messageId = await aMessage()
  const stream = listen({ message_id: messageId })
  let ended = false
  stream.done.then(() => {
    ended = true
  })
  await stream.sees(await record(['sent'], messageId))
  await new Promise((resolve) => setTimeout(resolve, 2 * TERMINAL_IDLE_MS))
  expect(ended, 'no terminal event yet').toBe(false)
  const terminalAt = Date.now()
  const ids = await record(['bounced'], messageId)
  await stream.done
  expect(stream.seen.at(-1)).toBe(ids[0])
  expect(Date.now() - terminalAt).toBeGreaterThanOrEqual(TERMINAL_IDLE_MS - 5)
})

test.each([
  ['its terminal event', ['bounced'], 0],
  ['an event that came after the terminal one', ['complained', 'opened'], 1],
])('a timeline stream resumed after %s ends too', async (_what, types, last) => {
  const messageId = await aMessage()
  const ids: string[] = []
  for (const type of types) ids.push(...(await record([type], messageId)))
  // The other effects of recording an event.
  await app.app.models.messages.updateOne({ _id: messageId }, { status: types.at(-1)! })
  const stream = listen({ message_id: messageId, lastEventId: ids[last]! })
  await stream.done
  expect(stream.seen).toEqual([])
})

test('a timeline stream of other types ends after the terminal event', async () => {
  const messageId = await aMessage()
  await record(['sent', 'complained', 'opened'], messageId)
  await app.app.models.messages.updateOne({ _id: messageId }, { status: 'opened' })
  const stream = listen({ message_id: messageId, types: ['sent'] })
  await stream.done
  expect(stream.seen).toHaveLength(1)
})

test('an account stream does not end after a terminal event', async () => {
  const stream = await listenToAccount()
  await stream.sees(await record(['bounced']))
  await new Promise((resolve) => setTimeout(resolve, 2 * TERMINAL_IDLE_MS))
  await stream.sees(await record(['opened']))
  await stream.end()
})

test.each([
  ['revoking', (id: string) => app.app.services.apiKeys.revoke(operatorOf(app.accountId), id)],
  ['rotating', (id: string) => app.app.services.apiKeys.rotate(operatorOf(app.accountId), id)],
])('%s a key ends its streams within seconds', async (_what, change) => {
  const { id, key } = await app.app.services.apiKeys.create(operatorOf(app.accountId), { scope: 'read' })
  const stream = await listenToAccount({}, await app.app.services.apiKeys.authenticate(`Bearer ${key}`))
  const other = await listenToAccount()
  await change(id)
  await expect(stream.done).rejects.toMatchObject({ code: 'unauthorized' })
  await other.sees(await record(['sent']))
  await other.end()
})

test('a revoked key ends a stream that waits for the number of its last event', async () => {
  const { id, key } = await app.app.services.apiKeys.create(operatorOf(app.accountId), { scope: 'read' })
  const [known] = await record(['sent'])
  // Nothing hands this one on, so it never gets a number.
  const { _id, seq, fanout_at, dedup_key, ...rest } = (await app.app.models.events.findById(known).lean())!
  const unnumbered = app.app.newId('event')
  const row = { ...rest, _id: unnumbered, provider_event_id: unnumbered }
  await app.app.models.events.collection.insertOne({ ...row, dedup_key: eventKey(row) })
  const reader = await app.app.services.apiKeys.authenticate(`Bearer ${key}`)
  const stream = listen({ lastEventId: unnumbered }, reader)
  await stream.opened()
  await app.app.services.apiKeys.revoke(operatorOf(app.accountId), id)
  const tookMs = stopwatch()
  await expect(stream.done).rejects.toMatchObject({ code: 'unauthorized' })
  expect(tookMs()).toBeLessThan(5_000)
})

test('suspending an account ends its streams', async () => {
  const { account_id, key } = await app.app.services.accounts.create('suspended@example.com')
  const stream = listen({}, await app.app.services.apiKeys.authenticate(`Bearer ${key}`))
  await stream.opened()
  await app.app.services.accounts.suspend(account_id)
  await expect(stream.done).rejects.toMatchObject({ code: 'account_suspended' })
})

test('a reader that is too slow gets an error, and misses nothing after it resumes', async () => {
  const start = await record(['sent'])
  const stream = app.app.services.eventStreams.subscribe(caller, { lastEventId: start[0] })
  const first = await Promise.all([stream.next(), record(['delivered'])])
  const all = [(first[0].value as { id: string }).id]
  expect(all).toEqual(first[1])
  const written: string[] = []
  for (let round = 0; round < 13; round += 1) written.push(...(await record(Array(500).fill('opened'))))
  await eventually('all numbered', async () => {
    const left = await app.app.models.events.countDocuments({ _id: { $in: written }, seq: { $exists: false } })
    return left === 0
  })
  // Long enough to pass on all of them.
  const probe = listen({})
  await eventually('handed out', async () => {
    await record(['sent'])
    return probe.seen.length > 0
  })
  await probe.end()

  await expect(
    (async () => {
      for await (const event of stream) all.push(event.id)
    })(),
  ).rejects.toMatchObject({ code: 'stream_overflow' })
  expect(all.length).toBeLessThan(written.length)
  const resumed = listen({ lastEventId: all.at(-1)! })
  await eventually('all the others', () => all.length - 1 + resumed.seen.length >= written.length)
  expect([...all.slice(1), ...resumed.seen].slice(0, written.length)).toEqual(
    await inOrderOfRecording(app.app, written),
  )
  await resumed.end()
})

test('lost hints delay events by a moment but lose none', async () => {
  const stream = await listenToAccount()
  for (let round = 0; round < 3; round += 1) {
    const ids = await record(['sent', 'delivered'])
    await forgetKeys(inject('redisUrl'), app.app.config.redisPrefix)
    await stream.sees(ids)
  }
  expect(new Set(stream.seen).size).toBe(stream.seen.length)
  await stream.end()
})

test('a stream leaves no subscriber or channel behind, however it ends', async () => {
  const { eventStreams } = app.app.services
  expect(eventStreams.open).toBe(0)
  const aborted = await listenToAccount()
  const returned = eventStreams.subscribe(caller, {})
  const pending = returned.next()
  await record(['sent'])
  await eventually('it is live', async () => {
    await record(['sent'])
    return Promise.race([
      pending.then(() => true),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), 50)),
    ])
  })
  expect(eventStreams.open).toBe(2)
  await returned.return()
  expect(eventStreams.open).toBe(1)
  await aborted.end()
  expect(eventStreams.open).toBe(0)
})

test('a stream that is aborted before its first read opens nothing', async () => {
  const ending = new AbortController()
  ending.abort()
  const seen = []
  for await (const event of app.app.services.eventStreams.subscribe(caller, {}, ending.signal)) seen.push(event)
  expect(seen).toEqual([])
  expect(app.app.services.eventStreams.open).toBe(0)
})

test('a process that stops tells its readers to reconnect', async () => {
  const own = await startApp()
  const ownCaller = await own.app.services.apiKeys.authenticate(`Bearer ${own.adminKey}`)
  const stream = own.app.services.eventStreams.subscribe(ownCaller, {})
  const next = stream.next()
  await eventually('open', () => own.app.services.eventStreams.open === 1)
  const outcome = expect(next).rejects.toMatchObject({ code: 'stream_interrupted' })
  await own.close()
  await outcome
  await expect(own.app.services.eventStreams.subscribe(ownCaller, {}).next()).rejects.toMatchObject({
    code: 'stream_interrupted',
  })
  const reads: string[] = []
  async function* read() {
    yield reads.push('read')
  }
  await expect(own.app.services.eventStreams.follow(ownCaller, read).next()).rejects.toMatchObject({
    code: 'stream_interrupted',
  })
  expect(reads).toEqual([])
})
