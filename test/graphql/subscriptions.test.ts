import { createServer, connect as dial, type Server, type Socket } from 'node:net'
import { createClient } from 'graphql-sse'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { operatorOf } from '../../src/services/caller.js'
import { forgetKeys } from '../support/connect-redis.js'
import { inOrderOfRecording, recordEvents } from '../support/record-events.js'
import { aSend, eventually, startApp, type TestApp, testSettings } from '../support/start-app.js'
import { askWell } from './graphql-client.js'

const TIMELINE = /* GraphQL */ `
  subscription ($messageId: ID!, $after: ID) {
    messageTimeline(messageId: $messageId, after: $after) { id type messageId }
  }
`
const ACCOUNT = /* GraphQL */ `
  subscription ($types: [EventType!], $after: ID) {
    accountEvents(types: $types, after: $after) { id type messageId payload }
  }
`

const STREAMS = { terminalIdleMs: 300, stallMs: 1_000, heartbeatMs: 300 }

const settings = testSettings()
let app: TestApp
beforeAll(async () => {
  app = await startApp(settings, { streams: STREAMS })
})
afterAll(() => app.close())

/** The messages to a subscriber, in order. */
async function* subscribe(
  query: string,
  variables: Record<string, unknown>,
  { url = app.url, key = app.adminKey } = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever JSON comes back
): AsyncGenerator<{ data?: any; errors?: any }, void> {
  const client = createClient({ url: `${url}/graphql`, headers: { authorization: `Bearer ${key}` }, retryAttempts: 0 })
  try {
    yield* client.iterate({ query, variables })
  } finally {
    client.dispose()
  }
}

async function aMessage(): Promise<string> {
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
  const { sendMessage } = await askWell(app, 'mutation ($input: SendInput!) { sendMessage(input: $input) { id } }', {
    input: {
      channel: 'EMAIL',
      idempotencyKey: String(aSend().idempotency_key),
      destination: { email: app.ownerEmail },
      payload: { subject: 'Hello', bodyText: 'A text.' },
      scheduledAt,
    },
  })
  return sendMessage.id
}

const nothingOpen = () => eventually('nothing is open', () => app.app.services.eventStreams.open === 0)

/** All messages of a stream until it ends. */
async function collect(...args: Parameters<typeof subscribe>) {
  const results = []
  for await (const result of subscribe(...args)) results.push(result)
  return results
}

test('a timeline stream sends recorded and new events, and completes after the terminal event', async () => {
  const messageId = await aMessage()
  const before = await recordEvents(app.app, app.accountId, [{ message_id: messageId, type: 'sent' }])
  const stream = subscribe(TIMELINE, { messageId })
  const first = await stream.next()
  expect(first.value).toEqual({ data: { messageTimeline: { id: before[0], type: 'SENT', messageId } } })
  const [bounced] = await recordEvents(app.app, app.accountId, [{ message_id: messageId, type: 'bounced' }])
  expect((await stream.next()).value?.data.messageTimeline.id).toBe(bounced)
  expect((await stream.next()).done).toBe(true)
  const resumed = await collect(TIMELINE, { messageId, after: before[0] })
  expect(resumed.map(({ data }) => data.messageTimeline.id)).toEqual([bounced])
  await nothingOpen()
})

test('the account stream filters by type and leaves payloads unchanged', async () => {
  const [start] = await recordEvents(app.app, app.accountId, [{ type: 'sent' }])
  const stream = subscribe(ACCOUNT, { types: ['CLICKED'], after: start })
  const payload = { notificationType: 'Click', click: { link: 'https://example.com', ip_address: '::1' } }
  const [, id] = await recordEvents(app.app, app.accountId, [{ type: 'opened' }, { type: 'clicked', payload }])
  const { value } = await stream.next()
  expect(value?.data.accountEvents).toMatchObject({ id, type: 'CLICKED', payload })
  await stream.return()
  await nothingOpen()
})

test.each([
  ['an unknown message', TIMELINE, { messageId: 'msg_unknown' }, 'not_found', 404],
  ['an unknown event', ACCOUNT, { after: 'evt_unknown' }, 'invalid_request', 400],
  ['an unknown event type', ACCOUNT, { types: ['EMAIL_RECEIVED'] }, 'invalid_request', 400],
  ['a variable of the wrong type', ACCOUNT, { types: ['NOPE'] }, 'invalid_request', 400],
])('%s ends the stream with an error', async (_what, query, variables, code, status) => {
  const results = await collect(query, variables)
  expect(results).toHaveLength(1)
  expect(results[0]?.data).toBeFalsy()
  expect(results[0]?.errors[0].extensions).toMatchObject({ code, status })
  await nothingOpen()
})

test('a send key cannot subscribe, and a request without a key gets 401', async () => {
  const [result] = await collect(ACCOUNT, {}, { key: await app.key('send') })
  expect(result?.errors[0].extensions).toMatchObject({ code: 'forbidden', status: 403 })
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: ACCOUNT }),
  })
  expect(response.status).toBe(401)
  expect((await response.json()).errors[0].extensions).toEqual({ code: 'unauthorized', status: 401 })
})

test('revoking the key ends the stream with an error', async () => {
  const { id, key } = await app.app.services.apiKeys.create(operatorOf(app.accountId), { scope: 'read' })
  const results = collect(ACCOUNT, {}, { url: app.url, key })
  await eventually('open', () => app.app.services.eventStreams.open === 1)
  await app.app.services.apiKeys.revoke(operatorOf(app.accountId), id)
  expect((await results).at(-1)?.errors[0].extensions).toMatchObject({ code: 'unauthorized', status: 401 })
  await nothingOpen()
})

test('a stream can be opened with GET, has the right headers, and sends heartbeats while idle', async () => {
  const url = new URL(`${app.url}/graphql`)
  url.searchParams.set('query', ACCOUNT)
  url.searchParams.set('variables', JSON.stringify({ types: ['SENT'] }))
  const ending = new AbortController()
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${app.adminKey}`, 'x-request-id': 'mine' },
    signal: ending.signal,
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  expect(response.headers.get('x-request-id')).toBe('mine')
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  expect(response.headers.get('cache-control')).toBe('no-store')
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (text.startsWith(':\n\n:\n\n')) break
  }
  await nothingOpen()
})

test('a subscription is refused if the client does not accept a stream', async () => {
  for (const body of [{ query: ACCOUNT }, [{ query: ACCOUNT }]]) {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${app.adminKey}`,
        accept: Array.isArray(body) ? '*/*' : 'application/json',
      },
      body: JSON.stringify(body),
    })
    const [result] = [await response.json()].flat()
    expect(result.errors[0].extensions.code).toBe('invalid_request')
    expect(result.errors[0].message).toContain('text/event-stream')
  }
  await nothingOpen()
})

/** A proxy to the service that can break every connection at any byte. */
async function aBrittleWay(): Promise<{ url: string; breakAll: () => void; close: () => void }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((near) => {
    const far = dial(Number(new URL(app.url).port), '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    breakAll,
    close: () => {
      breakAll()
      server.close()
    },
  }
}

/** Reads like a client that reconnects with the last id it has seen. */
function readOn(start: string, wayOf: () => string, enough: (seen: string[]) => boolean) {
  const { adminKey: key } = app
  const seen: string[] = []
  let connections = 0
  const done = (async () => {
    while (!enough(seen)) {
      connections += 1
      try {
        for await (const { data, errors } of subscribe(
          ACCOUNT,
          { after: seen.at(-1) ?? start },
          { url: wayOf(), key },
        )) {
          if (errors) break
          seen.push(data.accountEvents.id)
          if (enough(seen)) break
        }
      } catch {
        // The connection broke.
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  return { seen, done, connections: () => connections }
}

const forgetAllOfRedis = () => forgetKeys(inject('redisUrl'), settings.REDIS_PREFIX!)

test('2,000 events arrive once and in order through a connection that keeps breaking', async () => {
  const way = await aBrittleWay()
  try {
    const [start] = await recordEvents(app.app, app.accountId, [{ type: 'sent' }])
    const reader = readOn(
      start!,
      () => way.url,
      (seen) => seen.length >= 2_000,
    )
    const written: string[] = []
    for (let round = 0; round < 100; round += 1) {
      written.push(...(await recordEvents(app.app, app.accountId, Array(20).fill({ type: 'opened' }))))
      if (Math.random() < 0.3) way.breakAll()
      if (round % 40 === 20) await forgetAllOfRedis()
    }
    const breaking = setInterval(way.breakAll, 150)
    await reader.done
    clearInterval(breaking)
    expect(reader.connections()).toBeGreaterThan(5)
    expect(reader.seen).toEqual(await inOrderOfRecording(app.app, written))
  } finally {
    way.close()
  }
  await nothingOpen()
})

test('a restart of the service and a loss of all Redis data neither lose nor repeat events', async () => {
  const [start] = await recordEvents(app.app, app.accountId, [{ type: 'sent' }])
  let url = app.url
  const reader = readOn(
    start!,
    () => url,
    (seen) => seen.length >= 600,
  )
  const written = await recordEvents(app.app, app.accountId, Array(200).fill({ type: 'opened' }))
  await eventually('some are there', () => reader.seen.length > 0)
  const adminKey = app.adminKey
  await app.app.close()
  // Recorded while no process runs, so the hints are lost too.
  await forgetAllOfRedis()
  const next = await startApp(settings, { streams: STREAMS })
  app = { ...next, adminKey, accountId: app.accountId, key: app.key }
  written.push(...(await recordEvents(app.app, app.accountId, Array(200).fill({ type: 'opened' }))))
  url = app.url
  await eventually('it goes on', () => reader.seen.length > 200)
  await forgetAllOfRedis()
  written.push(...(await recordEvents(app.app, app.accountId, Array(200).fill({ type: 'opened' }))))
  await reader.done
  expect(reader.seen).toEqual(await inOrderOfRecording(app.app, written))
  expect(reader.connections()).toBeGreaterThan(1)
})

/** Sends requests on a connection of its own. */
function onOneConnection(...queries: string[]): Socket {
  const { port } = new URL(app.url)
  const socket = dial(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  for (const query of queries) {
    socket.write(
      `GET /graphql?query=${encodeURIComponent(query)} HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\nauthorization: Bearer ${app.adminKey}\r\n\r\n`,
    )
  }
  return socket
}

test('a client that leaves at any moment leaves no stream behind', async () => {
  for (let round = 0; round < 60; round += 1) {
    const socket = onOneConnection('subscription { accountEvents(types: [COMPLAINED]) { id } }')
    await new Promise((resolve) => setTimeout(resolve, round / 6))
    socket.destroy()
  }
  await new Promise((resolve) => setTimeout(resolve, 200))
  await nothingOpen()
})

test('streams that wait for another on their connection end with it', async () => {
  const query = 'subscription { accountEvents(types: [COMPLAINED]) { id } }'
  const socket = onOneConnection(query, query)
  await eventually('both are open', () => app.app.services.eventStreams.open === 2)
  socket.destroy()
  await nothingOpen()
})

test('a slow reader that goes on gets all events in order', async () => {
  const [start] = await recordEvents(app.app, app.accountId, [{ type: 'sent' }])
  const socket = onOneConnection(`subscription { accountEvents(after: "${start}") { id payload } }`)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  await eventually('open', () => text.includes(':\n\n'))
  socket.pause()
  const payload = { detail: 'x'.repeat(64 * 1024) }
  const written: string[] = []
  for (let round = 0; round < 3; round += 1) {
    written.push(...(await recordEvents(app.app, app.accountId, Array(20).fill({ type: 'opened', payload }))))
    socket.resume()
    await new Promise((resolve) => setTimeout(resolve, 20))
    socket.pause()
  }
  socket.resume()
  const seen = () => [...text.matchAll(/"id":"(evt_\w+)"/g)].map(([, id]) => id)
  await eventually('all are there', () => seen().length >= written.length)
  expect(seen()).toEqual(await inOrderOfRecording(app.app, written))
  socket.destroy()
  await nothingOpen()
})

test('an answer in parts has one length', async () => {
  const socket = dial(Number(new URL(app.url).port), '127.0.0.1')
  const body = JSON.stringify({ query: '{ nothing }' })
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: x\r\nconnection: close\r\naccept: text/event-stream, multipart/mixed\r\ncontent-type: application/json\r\nauthorization: Bearer ${app.adminKey}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  let text = ''
  for await (const chunk of socket) text += chunk
  expect(text).toMatch(/^content-length: \d+\r$/im)
  expect(text).not.toMatch(/^transfer-encoding:/im)
  expect(text).toContain('Cannot query field')
})

test('a reader that stops reading is disconnected', async () => {
  const [start] = await recordEvents(app.app, app.accountId, [{ type: 'sent' }])
  const body = JSON.stringify({ query: ACCOUNT, variables: { after: start } })
  const socket = dial(Number(new URL(app.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\ncontent-type: application/json\r\nauthorization: Bearer ${app.adminKey}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  await eventually('open', () => app.app.services.eventStreams.open === 1)
  // Far more than the connection buffers.
  const payload = { detail: 'x'.repeat(64 * 1024) }
  for (let round = 0; round < 20; round += 1) {
    await recordEvents(app.app, app.accountId, Array(20).fill({ type: 'opened', payload }))
  }
  await nothingOpen()
  socket.destroy()
})
