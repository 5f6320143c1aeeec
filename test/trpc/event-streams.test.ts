import { connect } from 'node:net'
import { apiErrorOf, createTrpcClient, type Schemas } from '@postline/client'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { operatorOf } from '../../src/services/caller.js'
import { receiveMail } from '../support/file-mail.js'
import { anotherAccount } from '../support/more-processes.js'
import { inOrderOfRecording, recordEvents } from '../support/record-events.js'
import { aSend, eventually, startApp, type TestApp } from '../support/start-app.js'
import { stopwatch } from '../support/stopwatch.js'
import { listen } from './listen.js'
import { trpcClient } from './trpc-client.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({}, { streams: { stallMs: 1_000, terminalIdleMs: 300 } })
})
afterAll(() => app.close())

const nothingOpen = (at = app) => eventually('nothing is open', () => at.app.services.eventStreams.open === 0)
const record = (count: number, event = {}) => recordEvents(app.app, app.accountId, Array(count).fill(event))

async function aMessage(): Promise<string> {
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const request = aSend({ destination: { email: app.ownerEmail }, scheduled_at })
  return (await trpcClient(app).client.messages.send.mutate(request as never)).id
}

test('a timeline stream replays, continues live, and ends after the terminal event', async () => {
  const messageId = await aMessage()
  const before = await record(1, { message_id: messageId, type: 'sent' })
  const stream = listen(trpcClient(app).client, { message_id: messageId })
  await eventually('replayed', () => stream.seen.length === 1)
  await record(1, { type: 'opened' })
  const after = await record(1, { message_id: messageId, type: 'bounced' })
  await eventually('over', () => stream.isOver())
  expect(stream.seen).toEqual([...before, ...after])
  expect(stream.error()).toBeNull()
  await nothingOpen()
})

test('the account stream begins now, filters by type, and can resume after any event', async () => {
  await record(1, { type: 'clicked' })
  const { client } = trpcClient(app)
  const stream = listen(client, { types: ['clicked'] })
  await stream.started()
  await eventually('open', () => app.app.services.eventStreams.open === 1)
  // An open stream may not be listening yet; the first event shows that it is.
  const marks: string[] = []
  await eventually('live', async () => {
    marks.push(...(await record(1, { type: 'clicked' })))
    return stream.seen.length > 0
  })
  await eventually('quiet', () => stream.seen.includes(marks.at(-1)!))
  const events = await recordEvents(app.app, app.accountId, [{ type: 'opened' }, { type: 'clicked' }])
  await eventually('filtered', () => stream.seen.includes(events[1]!))
  expect(new Set(stream.types)).toEqual(new Set(['clicked']))
  stream.stop()

  const resumed = listen(client, { lastEventId: marks.at(-1)! })
  await eventually('resumed', () => resumed.seen.length >= 2)
  expect(resumed.seen).toEqual(await inOrderOfRecording(app.app, events))
  resumed.stop()
  await nothingOpen()
})

test('a stream can be read with `for await` and left', async () => {
  const messageId = await aMessage()
  const [id] = await record(2, { message_id: messageId, type: 'opened' })
  const timeline = await trpcClient(app).client.events.live.subscribe({ message_id: messageId })
  for await (const event of timeline) {
    expect(event).toMatchObject({ id, data: { id, message_id: messageId, type: 'opened' } })
    break
  }
  await nothingOpen()
})

test('a stream whose items have no ids sends them alone', async () => {
  const { threadId } = await receiveMail(app)
  const items = await trpcClient(app).client.mail.presence.live.subscribe({ id: threadId })
  for await (const item of items) {
    expectTypeOf(item).toEqualTypeOf<Schemas['MailPresence']>()
    expect(item).toEqual({ clients: [] })
    break
  }
  await nothingOpen()
})

describe('a raw stream', () => {
  const open = (query = '', headers = {}) =>
    fetch(`${app.url}/trpc/events.live${query}`, { headers: { authorization: `Bearer ${app.adminKey}`, ...headers } })

  /** The text of a stream up to a given text. */
  async function readUntil(response: Response, enough: (text: string) => boolean): Promise<string> {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      if (enough(text)) break
    }
    return text
  }

  test('has the headers of a stream and of every response', async () => {
    const response = await open('', { 'x-request-id': 'mine' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(response.headers.get('x-request-id')).toBe('mine')
    await readUntil(response, (text) => text.includes('event: connected'))
    await nothingOpen()
  })

  test('sends a heartbeat within 15 s, and its reconnection time-out', async () => {
    const tookMs = stopwatch()
    const text = await readUntil(await open(), (said) => said.includes('event: ping'))
    expect(tookMs()).toBeLessThan(15_000)
    expect(JSON.parse(text.match(/event: connected\ndata: (.*)\n/)![1]!).reconnectAfterInactivityMs).toBeGreaterThan(
      20_000,
    )
    await nothingOpen()
  })

  test('resumes after the last id, in header, query or input', async () => {
    const [last, ...missed] = await inOrderOfRecording(app.app, await recorded(4))
    const input = encodeURIComponent(JSON.stringify({ lastEventId: last }))
    for (const [query, headers] of [
      ['', { 'last-event-id': last! }],
      [`?lastEventId=${last}`, {}],
      [`?input=${input}`, {}],
      // The newer one has precedence: it is what the client has seen since its first request.
      [`?input=${encodeURIComponent('{"lastEventId":"evt_older"}')}`, { 'last-event-id': last! }],
    ] as const) {
      const text = await readUntil(await open(query, headers), (said) => said.includes(`id: ${missed.at(-1)}`))
      expect([...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id)).toEqual(missed)
    }
    await nothingOpen()
  })

  async function recorded(count: number): Promise<string[]> {
    const ids = await record(count, { type: 'sent' })
    await eventually('numbered', async () => {
      const events = await app.app.models.events.find({ _id: { $in: ids }, seq: { $gt: 0 } }).lean()
      return events.length === count
    })
    return ids
  }

  test('counts once against the rate limit, and is 429 above it', async () => {
    const limited = await startApp({ RATE_LIMIT_PER_SECOND: '2' })
    const ending = new AbortController()
    try {
      const ask = () =>
        fetch(`${limited.url}/trpc/events.live`, {
          headers: { authorization: `Bearer ${limited.adminKey}` },
          signal: ending.signal,
        })
      const responses = await Promise.all([ask(), ask(), ask()])
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 429])
      const refused = responses.find(({ status }) => status === 429)!
      expect(refused.headers.get('retry-after')).toBe('1')
    } finally {
      ending.abort()
      await nothingOpen(limited)
      await limited.close()
    }
  })
})

describe('a stream ends with the error of the API', () => {
  const failure = async (...args: Parameters<typeof listen>) => {
    const stream = listen(...args)
    return apiErrorOf(await eventually('an error', () => stream.error()))
  }

  test.each([
    ['of an unknown message', { message_id: 'msg_unknown' }, 'not_found', 404],
    ['of an unknown event', { lastEventId: 'evt_unknown' }, 'invalid_request', 400],
    ['of an unknown type', { types: ['nothing' as never] }, 'invalid_request', 400],
  ])('%s', async (_what, input, code, status) => {
    expect(await failure(trpcClient(app).client, input)).toMatchObject({ code, status })
    await nothingOpen()
  })

  test('without a valid key', async () => {
    const { client } = trpcClient(app, { apiKey: 'nonsense' })
    expect(await failure(client, {})).toMatchObject({ code: 'unauthorized', status: 401 })
  })

  test('with a key that cannot read', async () => {
    const { client } = trpcClient(app, { apiKey: await app.key('send') })
    expect(await failure(client, {})).toMatchObject({ code: 'forbidden', status: 403 })
  })

  test('when its key is revoked', async () => {
    const { id, key } = await app.app.services.apiKeys.create(operatorOf(app.accountId), { scope: 'read' })
    const stream = listen(trpcClient(app, { apiKey: key }).client, {})
    await stream.started()
    await eventually('open', () => app.app.services.eventStreams.open === 1)
    await app.app.services.apiKeys.revoke(operatorOf(app.accountId), id)
    expect(apiErrorOf(await eventually('an error', () => stream.error()))).toMatchObject({ code: 'unauthorized' })
    await nothingOpen()
  })

  test('when its account is suspended', async () => {
    const { accountId, key } = await anotherAccount(app)
    const stream = listen(trpcClient(app, { apiKey: key }).client, {})
    await stream.started()
    await eventually('open', () => app.app.services.eventStreams.open === 1)
    await app.app.services.accounts.suspend(accountId)
    expect(apiErrorOf(await eventually('an error', () => stream.error()))).toMatchObject({ code: 'account_suspended' })
    await nothingOpen()
  })
})

test('a client waits for Retry-After and tries again, unless it is closed', async () => {
  let asked = 0
  const client = createTrpcClient({
    baseUrl: app.url,
    apiKey: app.adminKey,
    fetch: (input, init) => {
      asked += 1
      const busy = new Response('{}', { status: asked === 1 ? 429 : 503, headers: { 'retry-after': '1' } })
      return asked <= 2 ? Promise.resolve(busy) : fetch(input, init)
    },
  })
  const stream = listen(client, {})
  await stream.started()
  expect(asked).toBe(3)
  stream.stop()
  await nothingOpen()

  asked = 0
  const gone = listen(client, {})
  await eventually('asked', () => asked === 1)
  gone.stop()
  await new Promise((resolve) => setTimeout(resolve, 1_300))
  expect(asked).toBe(1)
})

test('a reader that stops reading is disconnected, and its waiting data is freed', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  const [start] = await record(1, { type: 'sent' })
  socket.write(
    `GET /trpc/events.live?lastEventId=${start} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${app.adminKey}\r\n\r\n`,
  )
  await eventually('open', () => app.app.services.eventStreams.open === 1)
  for (let round = 0; round < 20; round += 1) {
    await record(20, { type: 'opened', payload: { detail: 'x'.repeat(64 * 1024) } })
  }
  await nothingOpen()
  socket.destroy()
})
