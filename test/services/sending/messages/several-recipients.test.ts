import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../../../support/expect-error.js'
import { type SmtpApp, startSmtpApp } from '../../../support/smtp-app.js'
import { aSend, eventually } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

let app: SmtpApp
beforeAll(async () => {
  app = await startSmtpApp()
  await verifiedDomain(app, 'acme.example')
})
afterAll(() => app.close())

const FROM = { metadata: { from_email: 'shop@acme.example' } }
const send = (destination: Record<string, unknown>, more: Record<string, unknown> = {}, key = app.adminKey) =>
  app.call('POST', '/v1/send', { key, body: aSend({ destination, ...FROM, ...more }) })
const usage = async () => (await app.call('GET', '/v1/usage')).body

describe('a send with several addresses in `to`', () => {
  test('is one mail to all of them, with their names in its header, and each is billed', async () => {
    const before = await usage()
    const to = ['Ada <ada@there.example>', 'bob@there.example', '"Cy, Dr." <cy@there.example>']
    const sent = await send({ to, bcc: ['di@there.example'] })
    expect(sent.status, JSON.stringify(sent.body)).toBe(201)
    const addresses = ['ada@there.example', 'bob@there.example', 'cy@there.example']
    const message = await eventually('sent', async () => {
      const { body } = await app.call('GET', `/v1/messages/${sent.body.id}`)
      return body.status === 'sent' && body
    })
    expect(message.to).toEqual(addresses)
    const mails = app.sink.mails.filter(({ raw }) => raw.includes(sent.body.id))
    expect(mails.map(({ envelope }) => envelope.to)).toEqual([[...addresses, 'di@there.example']])
    expect(mails[0]?.parsed.to).toMatchObject({
      value: [
        { name: 'Ada', address: 'ada@there.example' },
        { name: '', address: 'bob@there.example' },
        { name: 'Cy, Dr.', address: 'cy@there.example' },
      ],
    })
    const after = await usage()
    expect(after.total_send_count - before.total_send_count).toBe(4)
    expect(after.total_cost_micros - before.total_cost_micros).toBe(1_600)
    for (const recipient of addresses) {
      const { body } = await app.call('GET', `/v1/messages?recipient=${encodeURIComponent(recipient)}`)
      expect(body.messages.map(({ id }: { id: string }) => id)).toEqual([sent.body.id])
    }
    const again = await app.call('POST', `/v1/messages/${sent.body.id}/resend`, { body: {} })
    const { body: copy } = await app.call('GET', `/v1/messages/${again.body.id}/content`)
    expect(copy.to).toEqual(to)
  })

  test.each([
    ['no address', { to: [] }, 'destination.to'],
    ['one invalid address', { to: ['ada@example.com', 'nobody', '@'] }, 'destination.to.1'],
    ['an address that breaks the header', { to: ['a@example.com\r\nBcc: b@example.com'] }, 'destination.to.0'],
    ['51 addresses', { to: Array.from({ length: 51 }, (_none, at) => `a${at}@example.com`) }, 'destination.to'],
    ['51 in cc', { to: ['b@example.com'], cc: Array(51).fill('a@example.com') }, 'destination.cc'],
    ['51 in bcc', { to: ['b@example.com'], bcc: Array(51).fill('a@example.com') }, 'destination.bcc'],
    ['51 together with cc', { to: Array(50).fill('a@example.com'), cc: ['b@example.com'] }, 'destination'],
    ['also an email', { to: ['ada@example.com'], email: 'bob@example.com' }, 'destination.email'],
    ['a name apart', { to: ['ada@example.com'], name: 'Ada' }, 'destination.name'],
  ])('and %s is refused', async (_what, destination, field) => {
    expectError(await send(destination), 422, 'invalid_destination', field)
  })

  test('is refused for marketing mail, whose link is for one recipient', async () => {
    const marketing = { message_type: 'marketing' }
    const several = await send({ to: ['ada@example.com', 'bob@example.com'] }, marketing)
    expectError(several, 422, 'invalid_destination', 'destination.to')
    expect((await send({ to: ['ada@example.com'] }, marketing)).status).toBe(201)
  })

  test('is stopped if one of them is suppressed, and says which', async () => {
    await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient: 'gone@example.com' } })
    const refused = await send({ to: ['ada@example.com', 'Gone@Example.com', 'bob@example.com'] })
    expectError(refused, 409, 'recipient_suppressed')
    expect(refused.body.error.message).toMatch(/^Gone@Example\.com /i)
  })

  test('counts each for the spend cap', async () => {
    const { key, id } = (await app.call('POST', '/v1/keys', { body: { scope: 'send' } })).body
    await app.call('PUT', '/v1/spend-caps', { body: { key_id: id, hard_limit_micros: 1_200 } })
    const to = ['a@example.com', 'b@example.com']
    expect((await send({ to }, {}, key)).status).toBe(201)
    expectError(await send({ to }, {}, key), 402, 'spend_cap_exceeded')
    expect((await send({ to: to.slice(1) }, {}, key)).status).toBe(201)
  })

  test('is another body than one with `email`, for its idempotency key', async () => {
    const body = aSend({ destination: { to: ['ada@example.com'] }, ...FROM })
    expect((await app.call('POST', '/v1/send', { body })).status).toBe(201)
    const again = await app.call('POST', '/v1/send', { body })
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    const other = { ...body, destination: { email: 'ada@example.com' } }
    expectError(await app.call('POST', '/v1/send', { body: other }), 409, 'idempotency_key_reused')
  })

  test('may name only verified recipients for a test send or from the sandbox', async () => {
    const { key } = await app.app.services.accounts.create('own@account.test')
    const stranger = await send({ to: ['own@account.test', 'ada@example.com'] }, { metadata: undefined }, key)
    expectError(stranger, 403, 'recipient_not_verified')
    expect((await send({ to: ['own@account.test'] }, { metadata: undefined }, key)).status).toBe(201)
  })

  test('with a test key has an outcome for each', async () => {
    const to = ['delivered@example.com', 'bounced@example.com', 'Bounced@example.org', 'delivered@example.com']
    const sent = await send({ to }, {}, await app.testKey())
    const message = await eventually('all outcomes', async () => {
      const { body } = await app.call('GET', `/v1/messages/${sent.body.id}`)
      return body.events.length === 4 && body
    })
    const outcomes = message.events.map((event: { type: string; payload: { recipient?: string } }) => [
      event.type,
      event.payload.recipient,
    ])
    expect(outcomes).toEqual([
      ['sent', undefined],
      ['delivered', 'delivered@example.com'],
      ['bounced', 'bounced@example.com'],
      ['bounced', 'Bounced@example.org'],
    ])
    expect(message.status).toBe('bounced')
  })
})
