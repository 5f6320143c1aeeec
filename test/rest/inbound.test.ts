import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idTime } from '../../src/ids.js'
import { rawKey } from '../../src/services/receiving/blob-keys.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { type StoredParts, storedEmail } from '../support/stored-email.js'

const MIB = 1024 * 1024

let app: TestApp
let otherKey: string
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' })
  otherKey = (await app.app.services.accounts.create('other@example.com')).key
})
afterAll(() => app.close())

const receive = (parts?: StoredParts) => storedEmail(app.app, app.accountId, parts)
const bytes = async (path: string, { key = app.adminKey, method = 'GET' } = {}) => {
  const response = await fetch(app.url + path, { method, headers: { authorization: `Bearer ${key}` } })
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) }
}

describe('the list', () => {
  test('has the newest mail first, page by page, without mail that is not parsed', async () => {
    const [first, second] = [await receive(), await receive()]
    const waiting = await receive({ row: { parse_at: new Date() } })
    await app.app.models.inboundEmails.updateOne({ _id: waiting }, { $unset: { parsed_at: 1 } })
    const page = await app.call('GET', '/v1/inbound?limit=1')
    expect(page.body.emails.map(({ id }: { id: string }) => id)).toEqual([second])
    const rest = await app.call('GET', `/v1/inbound?limit=1&cursor=${page.body.next_cursor}`)
    expect(rest.body.emails.map(({ id }: { id: string }) => id)).toEqual([first])
    expect((await app.call('GET', `/v1/inbound/${waiting}`)).status).toBe(404)
  })

  test('has the fields of the mail as it shows them, without its bodies', async () => {
    const id = await receive()
    const [email] = (await app.call('GET', '/v1/inbound?limit=1')).body.emails
    expect(email).toEqual({
      id,
      account_id: app.accountId,
      domain: 'shop.test',
      recipient: 'help@shop.test',
      inbox_id: null,
      from: '"Ada, \\"Countess\\"" <Ada@Example.com>',
      to: ['help@shop.test'],
      cc: ['undisclosed'],
      subject: 'Hello',
      spf_verdict: 'PASS',
      dkim_verdict: 'FAIL',
      dmarc_verdict: 'GRAY',
      spam_verdict: 'NONE',
      virus_verdict: 'NONE',
      attachments: [],
      size_bytes: expect.any(Number),
      received_at: idTime(id).toISOString(),
      thread_id: null,
    })
  })

  test('uses an index', async () => {
    // For an account without mail, all other indexes would be read to their end.
    const query = app.app.models.inboundEmails
      .find({ account_id: 'acc_none', parsed_at: { $exists: true }, _id: { $lt: 'inb_z' } })
      .sort({ _id: -1 })
      .limit(51)
    const { queryPlanner, executionStats } = JSON.parse(JSON.stringify(await query.explain()))
    expect(JSON.stringify(queryPlanner.winningPlan)).toContain('"indexName":"account_id_1__id_-1"')
    expect(executionStats.totalKeysExamined).toBe(0)
  })
})

test('one mail has everything in it, and the summary when its content is removed', async () => {
  const id = await receive()
  const whole = await app.call('GET', `/v1/inbound/${id}`)
  expect(whole.body).toMatchObject({
    id,
    text: 'A text.\n> quoted',
    html: '<p onclick="x()">A text.</p>',
    html_safe: '<p>A text.</p>',
    reply_text: 'A text.',
    headers: [{ name: 'Subject', value: 'Hello' }],
    rfc_message_id: `${id}@example.com`,
    in_reply_to: ['one@example.com'],
    references: ['zero@example.com', 'one@example.com'],
  })
  await app.app.models.inboundContents.deleteOne({ _id: id })
  const rest = await app.call('GET', `/v1/inbound/${id}`)
  expect(rest.body).toEqual({ ...whole.body, text: null, html: null, html_safe: null, reply_text: null, headers: [] })
})

describe('the raw message', () => {
  test.each([0.001, 0.9, 1, 1.1, 25])('of %d MiB is what was received', async (mib) => {
    const raw = randomBytes(Math.round(mib * MIB))
    const id = await receive({ raw })
    const answer = await bytes(`/v1/inbound/${id}/raw`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('message/rfc822')
    expect(answer.headers.get('content-length')).toBe(String(raw.length))
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.body.equals(raw)).toBe(true)
    const head = await bytes(`/v1/inbound/${id}/raw`, { method: 'HEAD' })
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) })
    expect(head.headers.get('content-length')).toBe(String(raw.length))
  })

  test('is not found when it is not kept', async () => {
    const id = await receive()
    const { raw_digest } = (await app.app.models.inboundEmails.findById(id).lean())!
    await app.app.blobStore.delete(app.accountId, [rawKey(raw_digest)])
    const answer = await app.call('GET', `/v1/inbound/${id}/raw`)
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    expect((await app.call('GET', `/v1/inbound/${id}`)).status).toBe(200)
  })
})

describe('an attachment', () => {
  const one = (filename: string, contentType: string, content = Buffer.from('x')) =>
    receive({ attachments: [{ filename, contentType, content }] })

  test.each([
    ['plain.txt', 'text/plain', 'attachment; filename="plain.txt"'],
    ['a picture.png', 'image/png', 'inline; filename="a picture.png"'],
    ['page.html', 'text/html', 'attachment; filename="page.html"'],
    ['logo.svg', 'image/svg+xml', 'attachment; filename="logo.svg"'],
    [
      'Größe €.pdf',
      'application/pdf',
      `attachment; filename="Gr__e _.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%82%AC.pdf`,
    ],
    [
      'a"b\\c%41\'(*).txt',
      'text/plain',
      `attachment; filename="a_b_c_41'(*).txt"; filename*=UTF-8''a%22b%5Cc%2541%27%28%2A%29.txt`,
    ],
    [
      '../../etc/passwd',
      'text/plain',
      `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd`,
    ],
    ['a\r\nSet-Cookie: x\u202e.txt', 'text/plain', 'attachment; filename="a  Set-Cookie: x .txt"'],
    ['', 'application/x-thing', 'attachment; filename=""'],
  ])('named %j of type %s has the disposition %s', async (filename, type, disposition) => {
    const id = await one(filename, type)
    const { status, headers } = await bytes(`/v1/inbound/${id}/attachments/0`)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe(disposition)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })

  test.each(['text/html\r\nx: y', 'nothing', 'a/b; charset=x', '', '\u00e4/b'])(
    'of the type %j is only bytes',
    async (type) => {
      const id = await one('a', type)
      const { headers } = await bytes(`/v1/inbound/${id}/attachments/0`)
      expect(headers.get('content-type')).toBe('application/octet-stream')
    },
  )

  test.each([0, 1, MIB + 1, 18 * MIB])('of %d bytes comes back byte for byte, by its index', async (size) => {
    const content = randomBytes(size)
    const first = { filename: 'first', contentType: 'text/plain', content: Buffer.from('first') }
    const id = await receive({ attachments: [first, { ...first, content }] })
    const answer = await bytes(`/v1/inbound/${id}/attachments/1`)
    expect(answer.headers.get('content-length')).toBe(String(size))
    expect(answer.body.equals(content)).toBe(true)
  })

  test.each(['1', '-1', '00', '0.5', 'x', '1e0', '99999999999999999999', '%20', '0x0'])(
    'with the index %s is not found',
    async (index) => {
      const id = await one('a', 'text/plain')
      const answer = await app.call('GET', `/v1/inbound/${id}/attachments/${index}`)
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    },
  )
})

test('the mail of another account does not exist', async () => {
  const attachments = [{ filename: 'a', contentType: 'text/plain', content: Buffer.from('a') }]
  const id = await receive({ attachments })
  for (const path of [`/v1/inbound/${id}`, `/v1/inbound/${id}/raw`, `/v1/inbound/${id}/attachments/0`]) {
    expect((await bytes(path, { key: otherKey })).status).toBe(404)
    expect((await bytes(path)).status).toBe(200)
  }
  expect((await app.call('GET', '/v1/inbound', { key: otherKey })).body.emails).toEqual([])
})

test('in GraphQL, a list has all fields of its mails with one look-up', async () => {
  const ids = [await receive(), await receive()]
  const query = '{ inboundEmails(first: 2) { nodes { id text htmlSafe headers { name } rfcMessageId } } }'
  const { body } = await app.call('POST', '/graphql', { body: { query } })
  expect(body.errors).toBeUndefined()
  expect(body.data.inboundEmails.nodes).toEqual(
    ids.toReversed().map((id) => ({
      id,
      text: 'A text.\n> quoted',
      htmlSafe: '<p>A text.</p>',
      headers: [{ name: 'Subject' }],
      rfcMessageId: `${id}@example.com`,
    })),
  )
})

test('without INBOUND_ENABLED none of it is there', async () => {
  const off = await startApp({ ROLES: 'api', INBOUND_ENABLED: 'false' })
  try {
    for (const path of ['', '/inb_x', '/inb_x/raw', '/inb_x/attachments/0']) {
      expect((await off.call('GET', `/v1/inbound${path}`)).status).toBe(404)
    }
    const { body } = await off.call('POST', '/graphql', {
      body: { query: '{ inboundEmails(first: 1) { nodes { id } } }' },
    })
    expect(body.errors[0].extensions.code).toBe('not_found')
  } finally {
    await off.close()
  }
})
