import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../support/expect-error.js'
import { aSend, startApp, type TestApp } from '../support/start-app.js'

let app: TestApp
let id: string
const bytes = Buffer.from('%PDF-1.4 not much of one')

beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  const attachments = [
    { filename: '=cmd.pdf', content_type: 'application/pdf', content: bytes.toString('base64') },
    { filename: 'page.html', content_type: 'text/html', content: Buffer.from('<script>1</script>').toString('base64') },
  ]
  const payload = { subject: '=2+3', body_text: 'See the file.', headers: { 'X-Order': '4711' }, attachments }
  id = (await app.call('POST', '/v1/send', { key: await app.testKey(), body: aSend({ payload }) })).body.id
})
afterAll(() => app?.close())

const get = (path: string, key = app.adminKey) =>
  fetch(`${app.url}${path}`, { headers: { authorization: `Bearer ${key}` } })

test('a message is read as a mail', async () => {
  const response = await get(`/v1/messages/${id}/raw`)
  expect(response.headers.get('content-type')).toContain('message/rfc822')
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  const raw = await response.text()
  expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(raw))
  expect(raw).toMatch(/^Subject: =2\+3\r$/m)
  expect(raw).toMatch(/^X-Order: 4711\r$/m)
  expect(raw).toContain('See the file.')
  expect(raw.replaceAll('\r\n', '')).toContain(bytes.toString('base64'))
})

test('its attachments are read by their places, and none runs as a page', async () => {
  const file = await get(`/v1/messages/${id}/attachments/0`)
  expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(file.headers.get('content-disposition')).toContain('=cmd.pdf')
  const page = await get(`/v1/messages/${id}/attachments/1`)
  expect(page.headers.get('content-disposition')).toMatch(/^attachment/)
  expect(page.headers.get('content-security-policy')).toContain('sandbox')
  for (const index of ['2', '-1', 'x', '0.5']) {
    expectError(await app.call('GET', `/v1/messages/${id}/attachments/${index}`), 404, 'not_found')
  }
})

test('those of others, and of deleted content, are not found', async () => {
  const body = aSend({ payload: { subject: 'Gone', body_text: 't' } })
  const gone = (await app.call('POST', '/v1/send', { key: await app.testKey(), body })).body.id
  const { messages } = app.app.models
  await messages.collection.updateOne({ _id: gone }, { $set: { content: null }, $unset: { dispatch_at: 1 } })
  for (const path of [`/v1/messages/${gone}/raw`, `/v1/messages/msg_00000000000000000000000000/raw`]) {
    expectError(await app.call('GET', path), 404, 'not_found')
  }
  expect((await app.call('GET', `/v1/messages/${id}/raw`, { key: await app.key('send') })).status).toBe(403)
})

test('a list is exported as CSV and as JSON by line, as far as its filter finds', async () => {
  for (let sent = 0; sent < 3; sent += 1) {
    const body = aSend({ tags: { batch: 'one' }, payload: { subject: `Exported ${sent}`, body_text: 't' } })
    await app.call('POST', '/v1/send', { key: await app.testKey(), body })
  }
  const csv = await get('/v1/messages/export.csv')
  expect(csv.headers.get('content-type')).toContain('text/csv')
  const lines = (await csv.text()).trimEnd().split('\r\n')
  expect(lines[0]).toBe('id,created_at,status,from,to,cc,subject,message_type,tags,scheduled_at,test_mode')
  const { messages } = (await app.call('GET', '/v1/messages')).body
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(messages.map((one: { id: string }) => one.id))
  // A spreadsheet takes it for a formula otherwise.
  expect(lines.find((line) => line.startsWith(id))).toContain("'=2+3")
  const ndjson = await get('/v1/messages/export.ndjson?tag=batch&search=exported')
  const found = (await ndjson.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(found).toEqual((await app.call('GET', '/v1/messages?tag=batch&search=exported')).body.messages)
  expect(found).toHaveLength(3)
  expectError(await app.call('GET', '/v1/messages/export.csv?status=none'), 400, 'invalid_request', 'status')
})
