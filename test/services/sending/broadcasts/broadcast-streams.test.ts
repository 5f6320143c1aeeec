import { afterAll, beforeAll, expect, test } from 'vitest'
import { aListOf, people } from '../../../support/contacts.js'
import { recordingTransport } from '../../../support/recording-transport.js'
import { eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

let app: TestApp
beforeAll(async () => {
  app = await startApp({}, { transport: recordingTransport() })
  await verifiedDomain(app, 'shop.test')
})
afterAll(() => app.close())

interface Progress {
  id: string
  status: string
  pausedReason: string | null
  counts: Record<string, number>
}

let lists = 0

async function aBroadcast(members: number, overrides: Record<string, unknown> = {}): Promise<string> {
  lists += 1
  const list_id = await aListOf({ ...app.app, accountId: app.accountId }, people(members, `list${lists}.example`))
  const { status, body } = await app.call('POST', '/v1/broadcasts', {
    body: { name: 'News', list_id, from_email: 'news@shop.test', subject: 'Hi', body_text: 'Hi', ...overrides },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

/** Subscribes by GraphQL. Updates are added as they come; `ended` resolves when the server ends the stream. */
async function subscribe(id: string, key = app.adminKey) {
  const stop = new AbortController()
  const query = `subscription { broadcastProgress(id: "${id}") { id status pausedReason counts { total queued sent } } }`
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    signal: stop.signal,
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const seen: { at: number; progress: Progress }[] = []
  const errors: string[] = []
  const ended = (async () => {
    let text = ''
    for await (const chunk of response.body!) {
      text += Buffer.from(chunk).toString()
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const found = /^data: (\{.*)$/m.exec(block)?.[1]
        if (!found) continue
        const { data, errors: failed } = JSON.parse(found)
        if (data?.broadcastProgress) seen.push({ at: performance.now(), progress: data.broadcastProgress })
        for (const { extensions } of failed ?? []) errors.push(extensions.code)
      }
    }
  })().catch(() => undefined)
  return { seen, errors, ended, stop: () => stop.abort() }
}

test('a subscriber sees where a broadcast stands, each change, and its end', async () => {
  const id = await aBroadcast(4, { throttle_per_minute: 60 })
  const { seen, ended } = await subscribe(id)
  await eventually('the draft', () => seen.length === 1)
  expect(seen[0]!.progress).toEqual({
    ...{ id, status: 'DRAFT', pausedReason: null },
    counts: { total: 4, queued: 0, sent: 0 },
  })
  await app.call('POST', `/v1/broadcasts/${id}/send`)
  await eventually('it is being sent', () => seen.some(({ progress }) => progress.status === 'SENDING'))
  await app.call('POST', `/v1/broadcasts/${id}/pause`)
  await eventually('the pause', () => seen.some(({ progress }) => progress.pausedReason === 'requested'))
  await app.call('POST', `/v1/broadcasts/${id}/resume`)
  await ended
  expect(seen.at(-1)!.progress).toMatchObject({ status: 'SENT', counts: { total: 4, queued: 0, sent: 4 } })
  const texts = seen.map(({ progress }) => JSON.stringify(progress))
  expect(new Set(texts).size).toBe(texts.length)
  expect(app.app.services.eventStreams.open).toBe(0)
})

test('updates are at least a second apart', async () => {
  const id = await aBroadcast(200, { throttle_per_minute: 3_000 })
  await app.call('POST', `/v1/broadcasts/${id}/send`)
  const begunAt = performance.now()
  let updates = 0
  for await (const { status } of app.app.services.broadcastStreams.subscribe((await caller())!, id)) {
    updates += 1
    expect(['sending', 'sent']).toContain(status)
  }
  expect(updates).toBeGreaterThan(1)
  expect(updates).toBeLessThanOrEqual(1 + (performance.now() - begunAt) / 1_000)
})

const caller = async () => {
  const { body } = await app.call('GET', '/v1/keys')
  return app.app.services.apiKeys.callerOf(body.keys[0].id)
}

test('an unknown broadcast is not found', async () => {
  const { errors, ended } = await subscribe('bc_00000000000000000000000000')
  await ended
  expect(errors).toEqual(['not_found'])
})

test('a stream ends when its key is revoked', async () => {
  const { body: key } = await app.call('POST', '/v1/keys', { body: { scope: 'read' } })
  const { seen, errors, ended } = await subscribe(await aBroadcast(1), key.key)
  await eventually('it is open', () => seen.length === 1)
  await app.call('DELETE', `/v1/keys/${key.id}`)
  await ended
  expect(errors).toEqual(['unauthorized'])
})
