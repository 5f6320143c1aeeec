import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operatorOf } from '../../../../src/services/caller.js'
import { expectError } from '../../../support/expect-error.js'
import { linkMailsTo, tokenTo } from '../../../support/link-mails.js'
import { type SmtpApp, startSmtpApp } from '../../../support/smtp-app.js'
import { call, eventually, startApp } from '../../../support/start-app.js'

const HOUR_MS = 3_600_000
let app: SmtpApp
let key: string
let accountId: string
let addresses = 0

beforeAll(async () => {
  app = await startSmtpApp({ BASE_URL: 'https://mail.example.test/base' })
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.app.services.accounts.create('owner@account.test')
  key = account.key
  accountId = account.account_id
})
afterEach(() => {
  app.clock.aheadMs = 0
})

const anAddress = () => `person${++addresses}@example.com`
const create = (email: string, options = {}) =>
  app.call('POST', '/v1/test-recipients', { key, body: { email }, ...options })
const verify = (token: string, options = {}) =>
  app.call('POST', '/v1/test-recipients/verify', { key: null, body: { token }, ...options })
const list = async () => (await app.call('GET', '/v1/test-recipients', { key })).body.test_recipients
const remove = (id: string) => app.call('DELETE', `/v1/test-recipients/${id}`, { key })
const inParallel = <T>(count: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_none, index) => run(index)))
const statuses = (results: { status: number }[]) => results.map(({ status }) => status).sort()

async function aVerified(email = anAddress()) {
  await create(email)
  return (await verify(await tokenTo(app.sink, email))).body
}

describe('a test recipient', () => {
  test('is pending until the token in its mail is used, then verified', async () => {
    const email = anAddress()
    const created = await create(email)
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.stringMatching(/^tr_[0-9a-z]{26}$/),
      email,
      status: 'pending',
      created_at: expect.stringMatching(/Z$/),
      verified_at: null,
    })
    const verified = await verify(await tokenTo(app.sink, email))
    expect(verified.status).toBe(200)
    expect(verified.body).toEqual({ ...created.body, status: 'verified', verified_at: expect.stringMatching(/Z$/) })
    expect(await list()).toEqual([verified.body])
  })

  test('gets a mail from the shared sender with the requesting account and a link to the service', async () => {
    const email = anAddress()
    await create(email)
    const token = await tokenTo(app.sink, email)
    const [{ parsed, envelope }] = linkMailsTo(app.sink, email) as [ReturnType<typeof linkMailsTo>[number]]
    expect(envelope.to).toEqual([email])
    expect(parsed.from?.value[0]).toEqual({ name: 'Postline', address: app.app.config.sharedEmailSender })
    expect(parsed.headers.get('auto-submitted')).toBe('auto-generated')
    expect(parsed.text).toContain('owner@account.test')
    expect(parsed.text).toContain(`https://mail.example.test/base/verify/${token}`)
  })

  test('has only a hash of its token in the database, and none once it is verified', async () => {
    const email = anAddress()
    await create(email)
    const token = await tokenTo(app.sink, email)
    const find = () => app.app.models.testRecipients.findOne({ address: email }).lean()
    const row = await find()
    expect(row!.token_hash).toBe(createHash('sha256').update(token).digest('hex'))
    expect(JSON.stringify(row)).not.toContain(token)
    await verify(token)
    expect((await find())!.token_hash).toBeUndefined()
  })

  test("is verified at once and gets no mail if it is the account's own address", async () => {
    const own = await create('Owner@ACCOUNT.test')
    expect(own.body).toMatchObject({ status: 'verified', verified_at: own.body.created_at })
    await aVerified()
    expect(linkMailsTo(app.sink, 'Owner@account.test')).toEqual([])
  })

  test('created with a test key is like any other', async () => {
    const { key: testKey } = await app.app.services.apiKeys.create(operatorOf(accountId), {
      scope: 'admin',
      test_mode: true,
    })
    const email = anAddress()
    expect((await create(email, { key: testKey })).body.status).toBe('pending')
    expect((await verify(await tokenTo(app.sink, email))).body.status).toBe('verified')
  })

  test('who complained to this account is not asked again by it, but can be by others', async () => {
    const email = anAddress()
    const entry = { channel: 'email', recipient: email.toUpperCase(), reason: 'complaint' }
    expect((await app.call('POST', '/v1/suppressions', { key, body: entry })).status).toBe(201)
    expectError(await create(email), 409, 'recipient_suppressed')
    const other = await app.app.services.accounts.create('other@account.test')
    expect((await create(email, { key: other.key })).status).toBe(201)
    await tokenTo(app.sink, email)
  })

  test('belongs to its account: others cannot see or remove it', async () => {
    const { id } = await aVerified()
    const other = await app.app.services.accounts.create('other@account.test')
    const listed = await app.call('GET', '/v1/test-recipients', { key: other.key })
    expect(listed.body).toEqual({ test_recipients: [], next_cursor: null })
    expectError(await app.call('DELETE', `/v1/test-recipients/${id}`, { key: other.key }), 404, 'not_found')
    expect(await list()).toHaveLength(1)
  })

  test('is listed newest first, in pages', async () => {
    const made = [await aVerified(), (await create(anAddress())).body, (await create(anAddress())).body]
    const first = await app.call('GET', '/v1/test-recipients?limit=2', { key })
    const second = await app.call('GET', `/v1/test-recipients?limit=2&cursor=${first.body.next_cursor}`, { key })
    expect([...first.body.test_recipients, ...second.body.test_recipients]).toEqual(made.reverse())
    expect(second.body.next_cursor).toBeNull()
  })

  test('needs an address', async () => {
    for (const email of ['nobody', '', 'a@b', 'a@example.com, b@example.com', 'Name <a@example.com>']) {
      const refused = await create(email)
      expectError(refused, 400, 'invalid_request')
      expect(refused.body.error.details[0].path).toBe('email')
    }
    for (const body of [{}, { email: 7 }, { email: null }]) {
      expectError(await app.call('POST', '/v1/test-recipients', { key, body }), 400, 'invalid_request')
    }
  })
})

describe('the limit of three', () => {
  test('holds for 50 concurrent requests, and only those with a seat get mail', async () => {
    const emails = Array.from({ length: 50 }, anAddress)
    const results = await inParallel(50, (index) => create(emails[index]!))
    expect(statuses(results)).toEqual([201, 201, 201, ...Array(47).fill(422)])
    for (const { status, body } of results) if (status === 422) expect(body.error.code).toBe('too_many_test_recipients')
    const seated = await list()
    expect(seated).toHaveLength(3)
    await Promise.all(seated.map(({ email }: { email: string }) => tokenTo(app.sink, email)))
    expect(emails.filter((email) => linkMailsTo(app.sink, email).length > 0)).toHaveLength(3)
  })

  test('counts pending and verified test recipients, but not removed ones', async () => {
    const { id } = await aVerified()
    await create(anAddress())
    await create(anAddress())
    expectError(await create(anAddress()), 422, 'too_many_test_recipients')
    expect((await remove(id)).status).toBe(204)
    expectError(await remove(id), 404, 'not_found')
    expect((await create(anAddress())).status).toBe(201)
    expectError(await create(anAddress()), 422, 'too_many_test_recipients')
  })

  test('holds for concurrent requests for one address, which make one test recipient with one link', async () => {
    const email = anAddress()
    const results = await inParallel(50, (index) => create(index % 2 ? email : email.toUpperCase()))
    expect(new Set(statuses(results))).toEqual(new Set([201]))
    expect(new Set(results.map(({ body }) => body.id)).size).toBe(1)
    await aVerified()
    expect(app.sink.mails.filter(({ envelope }) => envelope.to[0]!.toLowerCase() === email)).toHaveLength(1)
  })

  test('frees a seat that was pending for 24 hours', async () => {
    for (let index = 0; index < 3; index += 1) await create(anAddress())
    const [{ id }] = await list()
    app.clock.aheadMs = 24 * HOUR_MS - 10_000
    expectError(await create(anAddress()), 422, 'too_many_test_recipients')
    app.clock.aheadMs = 24 * HOUR_MS + 10_000
    expect(await list()).toEqual([])
    expectError(await remove(id), 404, 'not_found')
    expect((await create(anAddress())).status).toBe(201)
    expect(await list()).toHaveLength(1)
  })

  test('never frees the seat of a verified test recipient', async () => {
    const verified = await aVerified()
    app.clock.aheadMs = 400 * 24 * HOUR_MS
    expect(await list()).toEqual([verified])
  })
})

describe('the token of a link', () => {
  test('works once: of 20 concurrent uses one succeeds', async () => {
    const email = anAddress()
    await create(email)
    const token = await tokenTo(app.sink, email)
    const results = await inParallel(20, () => verify(token))
    expect(statuses(results)).toEqual([200, ...Array(19).fill(400)])
    expectError(await verify(token), 400, 'invalid_token')
  })

  test('works for 24 hours', async () => {
    const email = anAddress()
    await create(email)
    const token = await tokenTo(app.sink, email)
    app.clock.aheadMs = 24 * HOUR_MS + 1_000
    expectError(await verify(token), 400, 'invalid_token')
    app.clock.aheadMs = 24 * HOUR_MS - 10_000
    expect((await verify(token)).status).toBe(200)
  })

  test('is invalid after its test recipient is removed', async () => {
    const email = anAddress()
    const { body } = await create(email)
    const token = await tokenTo(app.sink, email)
    await remove(body.id)
    expectError(await verify(token), 400, 'invalid_token')
  })

  test('cannot be guessed', async () => {
    for (const token of ['', 'x', 'A'.repeat(43), '{"$gt":""}', '\u0000']) {
      expectError(await verify(token), 400, 'invalid_token')
    }
    for (const body of [{}, { token: 7 }, { token: { $gt: '' } }, { token: null }, { token: 'x'.repeat(600) }]) {
      expectError(await app.call('POST', '/v1/test-recipients/verify', { key: null, body }), 400, 'invalid_request')
    }
  })

  test('needs no key, but a given key must be valid', async () => {
    const readKey = (await app.app.services.apiKeys.create(operatorOf(accountId), { scope: 'read' })).key
    const email = anAddress()
    await create(email)
    const token = await tokenTo(app.sink, email)
    expectError(await verify(token, { key: 'sk_live_wrong' }), 401, 'unauthorized')
    expect((await verify(token, { key: readKey })).body.status).toBe('verified')
  })
})

describe('the same address requested again', () => {
  test('is returned without another mail if it is verified', async () => {
    const email = anAddress()
    const verified = await aVerified(email)
    app.clock.aheadMs = HOUR_MS
    const again = await create(email.toUpperCase())
    expect(again).toMatchObject({ status: 201, body: verified })
    await aVerified()
    expect(linkMailsTo(app.sink, email)).toHaveLength(1)
  })

  test('gets no new link within a minute', async () => {
    const email = anAddress()
    const { body } = await create(email)
    expect((await create(email)).body).toEqual(body)
    const token = await tokenTo(app.sink, email)
    await aVerified()
    expect(linkMailsTo(app.sink, email)).toHaveLength(1)
    expect((await verify(token)).status).toBe(200)
  })

  test('gets a new link after a minute, valid for 24 hours, and the old one is invalid', async () => {
    const email = anAddress()
    const { body } = await create(email)
    const old = await tokenTo(app.sink, email)
    app.clock.aheadMs = 61_000
    const results = await inParallel(10, () => create(email))
    expect(results.map((result) => result.body)).toEqual(Array(10).fill(body))
    const fresh = await tokenTo(app.sink, email, 2)
    expectError(await verify(old), 400, 'invalid_token')
    app.clock.aheadMs = 24 * HOUR_MS + 30_000
    expect((await verify(fresh)).body).toMatchObject({ id: body.id, status: 'verified' })
    expect(linkMailsTo(app.sink, email)).toHaveLength(2)
  })

  test('gets at most five links a day, even after removals, and other addresses still get theirs', async () => {
    const email = anAddress()
    for (let nth = 1; nth <= 5; nth += 1) {
      const { body } = await create(email)
      await tokenTo(app.sink, email, nth)
      await remove(body.id)
    }
    const refused = await create(email)
    expectError(refused, 429, 'rate_limit_exceeded')
    const wait = Number(refused.headers.get('retry-after'))
    const midnight = new Date(app.clock.now()).setUTCHours(24, 0, 0, 0)
    expect(Math.abs(wait - (midnight - app.clock.now().getTime()) / 1_000)).toBeLessThan(5)
    expect(await list()).toEqual([])
    expect((await create(anAddress())).status).toBe(201)
    app.clock.aheadMs = (wait + 1) * 1_000
    expect((await create(email)).status).toBe(201)
    await tokenTo(app.sink, email, 6)
  })
})

test("if mail is captured, the account's outbox shows the link", async () => {
  const captured = await startApp()
  try {
    await captured.call('POST', '/v1/test-recipients', { body: { email: 'ada@example.com' } })
    const [mail] = await eventually('captured', async () => {
      const { mails } = (await captured.call('GET', '/dev/outbox')).body
      return mails.length > 0 && mails
    })
    const mime = await call(captured.url, 'GET', `/dev/outbox/${mail.id}`, { key: captured.adminKey })
    const token = /\/verify\/([A-Za-z0-9_-]{43})\r?$/m.exec(mime.body)![1]
    const verified = await captured.call('POST', '/v1/test-recipients/verify', { key: null, body: { token } })
    expect(verified.body.status).toBe('verified')
    expect((await captured.call('GET', '/v1/messages')).body.messages).toEqual([])
  } finally {
    await captured.close()
  }
})
