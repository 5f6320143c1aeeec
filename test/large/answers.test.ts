import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMail } from '../support/file-mail.js'
import { aSend, startApp, type TestApp } from '../support/start-app.js'

/* Large answers are written in pieces, so that nobody else waits for them. */

const MIB = 2 ** 20
/** Most that is written at a time, in bytes: a piece of 64 Ki characters, and a last part that is as large. */
const LARGEST_WRITE = 512 * 1024
const BODY = 'Ünïcode "text"\n'.repeat((7 * MIB) / 18)
const MAILS = 100

let app: TestApp
let messageId: string
let threadId: string
beforeAll(async () => {
  app = await startApp({ ROLES: 'api', RATE_LIMIT_PER_SECOND: '0' })
  const payload = { subject: 's', body_html: BODY }
  const { status, body } = await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend({ payload }) })
  expect([status, body.error]).toEqual([201, undefined])
  messageId = body.id
  const text = 'A line of a mail.\n'.repeat(2_000)
  const root = 'root@large.example'
  for (let index = 0; index < MAILS; index += 1) {
    const filed = await receiveMail(app, {
      subject: 'Large',
      text,
      html: text,
      messageId: index ? undefined : root,
      inReplyTo: index ? [root] : [],
    } as object)
    threadId = filed.threadId
  }
})
afterAll(() => app.close())

interface Drained {
  bytes: number
  /** The largest part that the server wrote at a time, in bytes. */
  largestWrite: number
}

/** Asks, and reads the answer without looking at it. */
async function drain(method: string, path: string, body?: unknown): Promise<Drained> {
  const headers = { authorization: `Bearer ${app.adminKey}`, 'content-type': 'application/json' }
  let [bytes, largestWrite] = [0, 0]
  const watch = (message: unknown) =>
    watchWrites((message as { response: ServerResponse }).response, (size) => {
      largestWrite = Math.max(largestWrite, size)
    })
  subscribe('http.server.request.start', watch)
  try {
    const sent = request(app.url + path, { method, headers })
    sent.end(body === undefined ? undefined : JSON.stringify(body))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(200)
    for await (const chunk of response) bytes += (chunk as Buffer).length
    return { bytes, largestWrite }
  } finally {
    unsubscribe('http.server.request.start', watch)
  }
}

/** Tells the size of each part that is written to a response. */
function watchWrites(response: ServerResponse, onBytes: (bytes: number) => void): void {
  for (const name of ['write', 'end'] as const) {
    const own = response[name].bind(response) as (...given: unknown[]) => never
    response[name] = (...given: unknown[]) => {
      const [part] = given
      if (typeof part === 'string' || part instanceof Uint8Array) onBytes(Buffer.byteLength(part))
      return own(...given)
    }
  }
}

const aliases = (field: string) => Array.from({ length: 29 }, (_none, at) => `a${at}: ${field}`).join(' ')
const graphql = (query: string) => drain('POST', '/graphql', { query })

test.each([
  [
    'GraphQL: a body of 7 MiB in aliases',
    () => graphql(`{ message(id: "${messageId}") { content { ${aliases('bodyHtml')} } } }`),
  ],
  [
    'GraphQL: the same in aliases of the message',
    () => graphql(`{ ${aliases(`message(id: "${messageId}") { content { bodyHtml } }`)} }`),
  ],
  [
    'GraphQL: received mail with all bodies',
    () => graphql('{ inboundEmails(first: 100) { nodes { text html htmlSafe replyText } } }'),
  ],
  [
    'GraphQL: a thread with all bodies',
    () => graphql(`{ thread(id: "${threadId}") { messages { htmlBody htmlSafe textBody replyText } } }`),
  ],
  ['REST: a content of 7 MiB', () => drain('GET', `/v1/messages/${messageId}/content`)],
  ['REST: a thread with large mails', () => drain('GET', `/v1/mail/threads/${threadId}`)],
  ['REST: an export', () => drain('GET', '/v1/mail/export?limit=5000')],
])('%s', async (_what, ask) => {
  const { bytes, largestWrite } = await ask()
  expect(bytes).toBeGreaterThan(2 * MIB)
  expect(bytes).toBeLessThan(24 * MIB)
  expect(largestWrite).toBeGreaterThan(0)
  expect(largestWrite).toBeLessThan(LARGEST_WRITE)
})

test('GraphQL: a batch has the answer of each of its operations, whole and in order', async () => {
  const queries = [0, 1].map((at) => ({ query: `{ a${at}: message(id: "${messageId}") { content { bodyHtml } } }` }))
  const { status, body } = await app.call('POST', '/graphql', { body: queries })
  expect(status).toBe(200)
  const answers = queries.map((_query, at) => ({ data: { [`a${at}`]: { content: { bodyHtml: BODY } } } }))
  expect(JSON.stringify(body) === JSON.stringify(answers)).toBe(true)
})

test('versions of a template that are too large for one response are listed over several pages', async () => {
  const template = { subject: 's', name: 'Large', body_html: 'h' }
  const { id } = (await app.call('POST', '/v1/templates', { body: template })).body
  for (let version = 2; version <= 40; version += 1) {
    const body_html = String(version).padEnd(500_000, '.')
    expect((await app.call('PUT', `/v1/templates/${id}`, { body: { body_html } })).status).toBe(200)
  }
  const seen: number[] = []
  let cursor = ''
  do {
    const { body } = await app.call('GET', `/v1/templates/${id}/versions?limit=100${cursor}`)
    seen.push(...body.versions.map(({ version }: { version: number }) => version))
    cursor = body.next_cursor && `&cursor=${body.next_cursor}`
    if (seen.length < 40) expect(body.versions.length).toBeLessThan(40)
  } while (cursor)
  expect(seen).toEqual(Array.from({ length: 40 }, (_none, index) => 40 - index))
})
