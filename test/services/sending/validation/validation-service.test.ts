import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DnsApp, startDnsApp } from '../../../support/dns-app.js'
import { expectError } from '../../../support/expect-error.js'
import { mailZone } from '../../../support/mail-zone.js'
import { aSend, startApp } from '../../../support/start-app.js'
import { stopwatch } from '../../../support/stopwatch.js'

let app: DnsApp
beforeAll(async () => {
  app = await startDnsApp({ records: mailZone() })
})
afterAll(() => app.close())

const validate = (email: unknown, options = {}) => app.call('POST', '/v1/validate', { body: { email }, ...options })

test.each(['ada@mx.test', 'ada@a.test', 'ada@aaaa.test', 'Ada+tag@MX.test', 'ada@bücher.test'])(
  '%s can get mail',
  async (email) => {
    const { status, body } = await validate(email)
    expect(status).toBe(200)
    expect(body).toEqual({ email, valid: true, reason: 'ok' })
  },
)

test.each(['ada@gone.test', 'ada@nullmx.test', 'ada@txt.test'])('%s cannot get mail', async (email) => {
  const { status, body } = await validate(email)
  expect(status).toBe(200)
  expect(body).toEqual({ email, valid: false, reason: 'undeliverable_domain' })
})

test.each([
  '',
  'ada',
  'ada@',
  '@mx.test',
  'a b@mx.test',
  'ada@mx',
  'a..b@mx.test',
  'Ada <ada@mx.test>',
  `${'a'.repeat(65)}@mx.test`,
])('%j is an invalid address, which is a result and not an error', async (email) => {
  const { status, body } = await validate(email)
  expect(status).toBe(200)
  expect(body).toEqual({ email, valid: false, reason: 'invalid_syntax' })
})

test.each([7, null, undefined, ['ada@mx.test'], { email: 'ada@mx.test' }])('%j is not a string', async (email) => {
  expectError(await validate(email), 400, 'invalid_request', 'email')
})

test.each(['ada@broken.test', 'ada@refused.test', 'ada@silent.test', 'ada@half.test'])(
  '%s is unknown while DNS does not respond',
  async (email) => {
    const tookMs = stopwatch()
    expectError(await validate(email), 503, 'validation_not_configured')
    expect(tookMs()).toBeLessThan(5_000)
  },
)

test('an unanswered query is repeated, not cached', async () => {
  app.dns.records['later.test'] = 'SERVFAIL'
  expectError(await validate('ada@later.test'), 503, 'validation_not_configured')
  app.dns.records['later.test'] = { MX: ['10 mail.mx.test'] }
  expect((await validate('ada@later.test')).body.valid).toBe(true)
})

test('concurrent validations of one domain share one look-up', async () => {
  app.dns.records['busy.test'] = { MX: ['10 mail.busy.test'] }
  const results = await Promise.all(Array.from({ length: 50 }, (_none, index) => validate(`user${index}@busy.test`)))
  expect(results.every(({ body }) => body.valid)).toBe(true)
  expect(app.dns.queries.filter(({ name }) => name === 'busy.test')).toHaveLength(1)
})

test('sends nothing, and leaves no message', async () => {
  await validate('ada@mx.test')
  expect((await app.call('GET', '/v1/messages')).body.messages).toEqual([])
  expect((await app.call('GET', '/dev/outbox')).body.mails).toEqual([])
})

test('needs a key with the scope send', async () => {
  expectError(await validate('ada@mx.test', { key: await app.key('read') }), 403, 'forbidden')
  for (const key of [await app.key('send'), await app.key('send', true)]) {
    expect((await validate('ada@mx.test', { key })).status).toBe(200)
  }
})

test('needs a deployment with validation', async () => {
  const without = await startApp({ VALIDATION_ENABLED: 'false', DNS_SERVERS: app.dns.address })
  try {
    for (const email of ['ada@mx.test', 'nobody']) {
      const refused = await without.call('POST', '/v1/validate', { body: { email } })
      expectError(refused, 503, 'validation_not_configured')
    }
    // A send makes its own queries.
    const body = aSend({ destination: { email: without.ownerEmail }, validate_recipient: true })
    expectError(await without.call('POST', '/v1/send', { body }), 422, 'recipient_undeliverable')
  } finally {
    await without.close()
  }
})

test('a send to fifty silent domains does not query them one after the other', async () => {
  const bcc = Array.from({ length: 49 }, (_none, index) => `user@silent${index}.test`)
  for (const email of bcc) app.dns.records[email.slice(5)] = 'SILENCE'
  const tookMs = stopwatch()
  const sent = await app.call('POST', '/v1/send', {
    key: await app.key('send', true),
    body: aSend({ destination: { email: 'user@silent.test', bcc }, validate_recipient: true }),
  })
  expect(sent.status).toBe(201)
  expect(tookMs()).toBeLessThan(8_000)
})

test('a batch to ten thousand missing domains is refused item by item and does not block others', async () => {
  const nobody = (index: number) => `user@gone${index}.nowhere.test`
  const items = Array.from({ length: 200 }, (_item, item) => {
    const [email, ...bcc] = Array.from({ length: 50 }, (_none, index) => nobody(item * 50 + index))
    return aSend({ destination: { email, bcc }, validate_recipient: true })
  })
  const { key } = await app.app.services.accounts.create('other@account.test')
  let isDone = false
  const batch = app.call('POST', '/v1/send/batch', { key: await app.key('send', true), body: items }).finally(() => {
    isDone = true
  })
  for (let count = 0; !isDone; count += 1) {
    const domain = `fresh${count}.test`
    app.dns.records[domain] = { MX: ['10 mail.mx.test'] }
    expect(await validate(`ada@${domain}`, { key })).toMatchObject({ status: 200, body: { valid: true } })
  }
  const codes = (await batch).body.map((result: { error?: { code: string } }) => result.error?.code)
  expect(codes).toEqual(items.map(() => 'recipient_undeliverable'))
})
