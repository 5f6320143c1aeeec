import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DnsApp, startDnsApp } from '../../../support/dns-app.js'
import { expectError } from '../../../support/expect-error.js'
import { mailZone } from '../../../support/mail-zone.js'
import { aSend, type CallResult } from '../../../support/start-app.js'

let app: DnsApp
beforeAll(async () => {
  app = await startDnsApp({ records: mailZone() })
})
afterAll(() => app.close())

const send = async (overrides: Record<string, unknown>, key?: string): Promise<CallResult> =>
  app.call('POST', '/v1/send', { key: key ?? (await app.testKey()), body: aSend(overrides) })

/*
 * channel → idempotent replay → destination → payload or template → schedule → from → test_send → sandbox recipient →
 * deliverability. A request that breaks all rules is corrected one fault at a time.
 */
test('the rules are applied in order', async () => {
  const used = aSend({ destination: { email: app.ownerEmail } })
  expect((await app.call('POST', '/v1/send', { body: used })).status).toBe(201)
  const faults: [code: string, status: number, mend: Record<string, unknown>][] = [
    ['channel_not_enabled', 422, { channel: 'email' }],
    ['idempotency_key_reused', 409, { idempotency_key: 'rules-in-order' }],
    ['invalid_destination', 422, { destination: { email: 'a@gone.test' } }],
    ['invalid_channel_payload', 422, { payload: { subject: 's', body_text: 't' } }],
    ['invalid_schedule', 422, { scheduled_at: undefined }],
    ['no_verified_domain', 422, { metadata: undefined }],
  ]
  let body: Record<string, unknown> = {
    ...used,
    channel: 'push',
    destination: { email: 'nobody' },
    payload: { subject: 's' },
    scheduled_at: '2020-01-01T00:00:00Z',
    metadata: { from_email: 'me@example.com' },
    validate_recipient: true,
  }
  for (const [code, status, mend] of faults) {
    expectError(await app.call('POST', '/v1/send', { body }), status, code)
    body = { ...body, ...mend }
  }
  expectError(await app.call('POST', '/v1/send', { body }), 403, 'recipient_not_verified')
  // A test key skips that rule and reaches the next.
  expectError(await app.call('POST', '/v1/send', { key: await app.testKey(), body }), 422, 'recipient_undeliverable')
  body = { ...body, destination: { email: 'a@mx.test' } }
  expect((await app.call('POST', '/v1/send', { key: await app.testKey(), body })).status).toBe(201)
})

test('an unknown template is reported before the schedule and after the destination', async () => {
  const late = { template_id: 'tmpl_none', payload: undefined, scheduled_at: '2020-01-01T00:00:00Z' }
  expectError(await send(late), 404, 'template_not_found')
  expectError(await send({ ...late, destination: {} }), 422, 'invalid_destination')
})

describe('the sandbox', () => {
  const live = (overrides: Record<string, unknown>) => send(overrides, app.adminKey)

  test("lets a live key send to the account's own address, in any spelling", async () => {
    for (const email of [app.ownerEmail, app.ownerEmail.toUpperCase(), ` ${app.ownerEmail} `]) {
      const result = await live({ destination: { email } })
      expect(result.status, JSON.stringify(result.body)).toBe(201)
    }
  })

  test('refuses all other recipients to a live key, in every field', async () => {
    const own = app.ownerEmail
    for (const destination of [
      { email: 'somebody@example.com' },
      { email: own, cc: ['somebody@example.com'] },
      { email: own, bcc: [own, 'Somebody <somebody@example.com>'] },
      { email: own.replace('@', '+tag@') },
      { email: `x${own}` },
      { email: `${own}.example.com` },
    ]) {
      expectError(await live({ destination }), 403, 'recipient_not_verified')
    }
    expect((await live({ destination: { email: own, cc: [own], bcc: [own] } })).status).toBe(201)
  })

  test('lets a test key send to anyone', async () => {
    const result = await send({
      destination: { email: 'somebody@example.com', cc: ['b@example.com'], bcc: ['c@x.dev'] },
    })
    expect(result.status).toBe(201)
  })

  test('sends from the shared sender, which can be named in any form', async () => {
    const shared = app.app.config.sharedEmailSender
    for (const from_email of [
      shared,
      shared.toUpperCase(),
      `Shop <${shared}>`,
      `"Shop, Inc." <${shared}>`,
      ` ${shared} `,
    ]) {
      const result = await send({ metadata: { from_email } })
      expect(result.status, `${from_email}: ${JSON.stringify(result.body)}`).toBe(201)
    }
  })

  test.each([false, true])('sends from nobody else (test key: %s)', async (isTest) => {
    const shared = app.app.config.sharedEmailSender
    for (const from_email of [`x${shared}`, 'me@example.com', `${shared}.example.com`, `Me <me@sandbox.example.com>`]) {
      const overrides = { metadata: { from_email }, destination: { email: app.ownerEmail } }
      expectError(await send(overrides, isTest ? await app.testKey() : app.adminKey), 422, 'no_verified_domain')
    }
  })
})

describe('validate_recipient', () => {
  const to = (domain: string, more = {}) => ({
    validate_recipient: true,
    destination: { email: `a@${domain}`, ...more },
  })

  test.each(['mx.test', 'a.test', 'aaaa.test', 'alias.test', 'MX.test'])(
    'allows mail to %s, which has an MX, A or AAAA record',
    async (domain) => {
      expect((await send(to(domain))).status).toBe(201)
    },
  )

  test.each(['gone.test', 'txt.test', 'nullmx.test'])('refuses mail to %s, which accepts none', async (domain) => {
    const result = await send(to(domain))
    expectError(result, 422, 'recipient_undeliverable')
    expect(result.body.error.message).toContain(domain)
  })

  test.each(['broken.test', 'refused.test', 'silent.test', 'half.test'])(
    'allows mail to %s, for which DNS gives no answer',
    async (domain) => {
      expect((await send(to(domain))).status).toBe(201)
    },
  )

  test('checks cc and bcc too', async () => {
    expectError(await send(to('mx.test', { cc: ['b@gone.test'] })), 422, 'recipient_undeliverable')
    expectError(await send(to('mx.test', { bcc: ['b@a.test', 'b@gone.test'] })), 422, 'recipient_undeliverable')
    expect((await send(to('mx.test', { cc: ['b@a.test'], bcc: ['c@aaaa.test'] }))).status).toBe(201)
  })

  test('makes no DNS queries unless it is set', async () => {
    const before = app.dns.queries.length
    for (const validate_recipient of [undefined, null, false]) {
      expect((await send({ validate_recipient, destination: { email: 'a@never-asked.test' } })).status).toBe(201)
    }
    expect(app.dns.queries.slice(before).map(({ name }) => name)).not.toContain('never-asked.test')
  })

  test('a refused request can be repeated with the same key once the domain exists', async () => {
    const body = aSend(to('soon.test'))
    expectError(await app.call('POST', '/v1/send', { key: await app.testKey(), body }), 422, 'recipient_undeliverable')
    const other = { ...body, destination: { email: 'a@mx.test' } }
    expect((await app.call('POST', '/v1/send', { key: await app.testKey(), body: other })).status).toBe(201)
  })
})

test('every optional field can be null, which means absent', async () => {
  const result = await send({
    message_type: null,
    metadata: null,
    tags: null,
    scheduled_at: null,
    test_send: null,
    validate_recipient: null,
    template_id: null,
    template_vars: null,
    destination: { email: 'a@example.com', name: null, cc: null, bcc: null },
    payload: { subject: 's', body_text: 't', body_html: null, reply_to: null, headers: null, attachments: null },
  })
  expect(result.status, JSON.stringify(result.body)).toBe(201)
})

test('every field accepts its maximum length', async () => {
  const result = await send({
    idempotency_key: 'k'.repeat(255),
    message_type: 'marketing',
    destination: {
      email: 'a@example.com',
      name: 'n'.repeat(255),
      cc: Array.from({ length: 24 }, (_none, index) => `Name ${index} <cc${index}@example.com>`),
      bcc: Array.from({ length: 25 }, (_none, index) => `bcc${index}@example.com`),
    },
    payload: {
      subject: 's'.repeat(998),
      body_html: '<p>h</p>',
      body_text: 't',
      reply_to: Array(50).fill('r@example.com'),
      headers: { 'X-Campaign': 'ü', 'In-Reply-To': '<a@example.com>' },
      attachments: Array(100).fill({ filename: 'f', content_type: 'text/plain', content: '' }),
    },
    tags: Object.fromEntries(
      Array.from({ length: 10 }, (_none, index) => [`${index}`.padEnd(64, 'k'), 'v'.repeat(256)]),
    ),
  })
  expect(result.status, JSON.stringify(result.body)).toBe(201)
  expect(result.body.idempotency_key).toBe('k'.repeat(255))
})
