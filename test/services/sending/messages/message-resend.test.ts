import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inRevision } from '../../../../src/models/revisions.js'
import { operatorOf } from '../../../../src/services/caller.js'
import { shiftedClock } from '../../../support/clocks.js'
import { expectError } from '../../../support/expect-error.js'
import { anotherProcess } from '../../../support/more-processes.js'
import { type RecordingTransport, recordingTransport } from '../../../support/recording-transport.js'
import { insertSentMails } from '../../../support/sent-mails.js'
import { aSend, call, eventually, startApp, type TestApp } from '../../../support/start-app.js'
import { verifiedDomain } from '../../../support/verified-domain.js'

type Body = Record<string, unknown>

const clock = shiftedClock()
let transport: RecordingTransport
let app: TestApp
let second: TestApp
/** An account of the test's own, without a domain. */
let accountId: string
let key: string
let owners = 0
let owner: string
beforeAll(async () => {
  transport = recordingTransport()
  app = await startApp({ COMPLAINT_PAUSE_PERCENT: '0.3' }, { transport, clock })
  second = await anotherProcess(app, {}, { transport, clock })
})
afterAll(async () => {
  await second.close()
  await app.close()
})
beforeEach(async () => {
  owner = `owner${++owners}@resend.test`
  const account = await app.app.services.accounts.create(owner)
  accountId = account.account_id
  key = account.key
})

const toOwner = (more: Body = {}) => aSend({ destination: { email: owner }, ...more })
const keyOf = async (options: { scope: 'send' | 'admin'; test_mode?: boolean }) =>
  (await app.app.services.apiKeys.create(operatorOf(accountId), { test_mode: false, ...options })).key
const resend = (id: string, body: Body = {}, { url = app.url, withKey = key, headers = {} } = {}) =>
  call(url, 'POST', `/v1/messages/${id}/resend`, { key: withKey, body, headers })
const rowOf = (id: string) => app.app.models.messages.findById(id).lean()
const contentOf = async (id: string) => (await app.call('GET', `/v1/messages/${id}/content`, { key })).body
const handed = (id: string) =>
  eventually('handed over', () => transport.handed.find(({ messageId }) => messageId === id))
const usage = async () => (await app.call('GET', '/v1/usage', { key })).body

async function send(body: Body, withKey = key): Promise<string> {
  const sent = await app.call('POST', '/v1/send', { key: withKey, body })
  expect(sent.status, JSON.stringify(sent.body)).toBe(201)
  return sent.body.id
}

async function deleteContent(id: string) {
  await eventually('deleted', async () => {
    const { status } = await app.call('DELETE', `/v1/messages/${id}/content`, { key })
    return status === 204
  })
}

async function withDomain(name: string) {
  await verifiedDomain({ ...app, accountId }, name)
  return { metadata: { from_email: `Shop <hello@${name}>` } }
}

describe('sending a message again', () => {
  test('makes a new message with the same content, sender and options, which is charged', async () => {
    const from = await withDomain('same.example')
    const file = { filename: 'a.bin', content_type: 'a/b', content: Buffer.alloc(60_000, 'b').toString('base64') }
    const id = await send({
      ...aSend(from),
      destination: {
        email: 'Ada@Example.com',
        name: 'Ada, C.',
        cc: ['"Bob, Jr." <bob@example.com>'],
        bcc: ['c@example.com'],
      },
      payload: {
        ...{ subject: 'Hello', body_html: '<a href="https://a.example/">A</a>', body_text: 'A' },
        ...{ reply_to: ['Help <help@example.com>'], headers: { 'X-A': 'b' }, attachments: [file] },
      },
      message_type: 'marketing',
      tags: { order: '4711' },
      tracking: { opens: true, clicks: false },
    })
    const before = await usage()
    const { status, body } = await resend(id, { idempotency_key: 'again' })
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^msg_/),
        status: 'queued',
        channel: 'email',
        idempotency_key: 'again',
        created_at: expect.any(String),
      },
    ])
    expect(body.id).not.toBe(id)

    expect(await contentOf(body.id)).toEqual(await contentOf(id))
    const [first, copy] = [await rowOf(id), await rowOf(body.id)]
    for (const field of ['message_type', 'tags', 'tracking', 'test_mode', 'test_send', 'search'] as const) {
      expect(copy![field], field).toEqual(first![field])
    }
    const [mail, again] = [await handed(id), await handed(body.id)]
    expect(again.attachments).toEqual(mail.attachments)
    expect(again).toMatchObject({ from: mail.from, to: mail.to, cc: mail.cc, bcc: mail.bcc, text: mail.text })
    expect(again.rfcMessageId).not.toBe(mail.rfcMessageId)
    const after = await usage()
    expect(after.total_send_count - before.total_send_count).toBe(3)
    expect(after.total_cost_micros - before.total_cost_micros).toBe(before.total_cost_micros)
  })

  test('sends it at once, also if it was scheduled, canceled or stopped', async () => {
    const scheduled_at = new Date(clock.now().getTime() + 3_600_000).toISOString()
    const scheduled = await send(toOwner({ scheduled_at }))
    const canceled = await send(toOwner({ scheduled_at }))
    await app.call('POST', `/v1/messages/${canceled}/cancel`, { key })
    const recipient = { channel: 'email', recipient: owner }
    await app.call('POST', '/v1/suppressions', { key, body: recipient })
    const body = toOwner()
    expectError(await app.call('POST', '/v1/send', { key, body }), 409, 'recipient_suppressed')
    await app.call('DELETE', '/v1/suppressions', { key, body: recipient })
    const { body: stopped } = await app.call('GET', `/v1/messages?idempotency_key=${body.idempotency_key}`, { key })
    for (const id of [scheduled, canceled, stopped.id]) {
      const { status, body: copy } = await resend(id)
      expect([status, copy.status]).toEqual([201, 'queued'])
      await handed(copy.id)
    }
  })

  test('has the mode of the key: a test key simulates, whatever the message was', async () => {
    const live = await send(toOwner())
    const testKey = await keyOf({ scope: 'send', test_mode: true })
    const { body } = await resend(live, {}, { withKey: testKey })
    expect(await rowOf(body.id)).toMatchObject({ test_mode: true, charge: null })
    const simulated = await send(toOwner(), testKey)
    const real = (await resend(simulated)).body.id
    expect(await rowOf(real)).toMatchObject({ test_mode: false })
    await handed(real)
  })

  test('is a test send if the message was one, which counts as such', async () => {
    const id = await send(toOwner({ test_send: true }))
    for (let count = 1; count < 10; count += 1) expect((await resend(id)).status).toBe(201)
    expectError(await resend(id), 429, 'test_send_daily_limit')
    expect((await usage()).total_send_count).toBe(0)
  })

  test('is impossible once the content is deleted, and says so', async () => {
    const id = await send(toOwner())
    await deleteContent(id)
    const refused = await resend(id)
    expectError(refused, 404, 'not_found')
    expect(refused.body.error.message).toBe('The content of this message was deleted.')
    expectError(await resend('msg_00000000000000000000000000'), 404, 'not_found')
  })
})

describe('the rules of today', () => {
  test('apply to the recipients: those suppressed since get nothing', async () => {
    const id = await send(toOwner())
    await app.call('POST', '/v1/suppressions', { key, body: { channel: 'email', recipient: owner } })
    expectError(await resend(id, { idempotency_key: 'late' }), 409, 'recipient_suppressed')
    const { body } = await app.call('GET', '/v1/messages?idempotency_key=late', { key })
    expect(body).toMatchObject({ status: 'suppressed', events: [{ type: 'suppressed' }] })
  })

  test('apply to the sender: its domain must still be verified', async () => {
    const id = await send({ ...toOwner(await withDomain('lost.example')) })
    const { models } = app.app
    const { collection } = models.domains
    const own = { account_id: accountId }
    await inRevision(models, accountId, (session) =>
      collection.updateOne(own, { $set: { fully_verified: false } }, { session }),
    )
    expectError(await resend(id), 422, 'domain_not_verified')
    await inRevision(models, accountId, (session) => collection.deleteOne(own, { session }))
    expectError(await resend(id), 422, 'no_verified_domain')
    const shared = await send(toOwner())
    await withDomain('later.example')
    expectError(await resend(shared), 422, 'from_not_verified')
    expectError(await resend(id), 422, 'from_not_verified')
  })

  test('apply to a sandbox account, which reaches only verified recipients', async () => {
    const id = await send(aSend(), await keyOf({ scope: 'send', test_mode: true }))
    expectError(await resend(id), 403, 'recipient_not_verified')
  })

  test('apply to the headers: one that is refused now is refused here', async () => {
    const id = await send(toOwner())
    await app.app.models.messages.updateOne({ _id: id }, { $set: { 'content.headers': [['X-MC-Track', 'opens']] } })
    expectError(await resend(id), 400, 'invalid_request', 'payload.headers.X-MC-Track')
  })

  test('apply to the spend cap, exactly, however many ask at once', async () => {
    const id = await send(toOwner())
    const { total_cost_micros: price } = await usage()
    await app.call('PUT', '/v1/spend-caps', { key, body: { hard_limit_micros: 3 * price } })
    const results = await Promise.all(
      Array.from({ length: 10 }, (_none, at) => resend(id, {}, { url: (at % 2 ? app : second).url })),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(8).fill(402)])
    expect((await usage()).total_cost_micros).toBe(3 * price)
  })

  test('apply to an account that is paused for sending', async () => {
    const id = await send(toOwner())
    clock.aheadMs += 1_000
    await insertSentMails(app.app, accountId, { mails: 600, complaints: 3, at: clock.now() })
    await app.app.services.sendingBrakes.evaluate(accountId)
    expectError(await resend(id), 403, 'account_suspended')
    expect((await resend(id, {}, { withKey: await keyOf({ scope: 'send', test_mode: true }) })).status).toBe(201)
  })
})

describe('the idempotency key of a resend', () => {
  test('makes one message of concurrent requests in two processes', async () => {
    for (const text of ['short', 'x'.repeat(100_000)]) {
      const id = await send(toOwner({ payload: { subject: 's', body_text: text } }))
      const body = { idempotency_key: `once-${text.length}` }
      const results = await Promise.all(
        Array.from({ length: 40 }, (_none, at) => resend(id, body, { url: (at % 2 ? app : second).url })),
      )
      expect(new Set(results.map((result) => JSON.stringify([result.status, result.body]))).size).toBe(1)
      expect(results[0]!.status).toBe(201)
      expect(await app.app.models.messages.countDocuments({ account_id: accountId, ...body })).toBe(1)
      expect(results.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(39)
    }
  })

  test('repeats the first response, also once the content is deleted', async () => {
    const id = await send(toOwner())
    const first = await resend(id, { idempotency_key: 'kept' })
    await deleteContent(id)
    const again = await resend(id, {}, { headers: { 'idempotency-key': 'kept' } })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  test('is used up for every other request: another message, another mode, a send', async () => {
    const [one, two] = [await send(toOwner()), await send(toOwner())]
    const body = { idempotency_key: 'mine' }
    expect((await resend(one, body)).status).toBe(201)
    expectError(await resend(two, body), 409, 'idempotency_key_reused')
    const withKey = await keyOf({ scope: 'send', test_mode: true })
    expectError(await resend(one, body, { withKey }), 409, 'idempotency_key_reused')
    expectError(await app.call('POST', '/v1/send', { key, body: toOwner(body) }), 409, 'idempotency_key_reused')
    const used = toOwner()
    const sent = await send(used)
    expectError(await resend(sent, { idempotency_key: used.idempotency_key }), 409, 'idempotency_key_reused')
  })

  test('is not used up by a refusal', async () => {
    const id = await send(toOwner(), await keyOf({ scope: 'send', test_mode: true }))
    await app.call('PUT', '/v1/spend-caps', { key, body: { hard_limit_micros: 0 } })
    expectError(await resend(id, { idempotency_key: 'later' }), 402, 'spend_cap_exceeded')
    await app.call('PUT', '/v1/spend-caps', { key, body: { hard_limit_micros: null } })
    expect((await resend(id, { idempotency_key: 'later' })).status).toBe(201)
  })

  test('is made if there is none: each request makes a message of its own', async () => {
    const id = await send(toOwner())
    const results = await Promise.all(Array.from({ length: 5 }, () => resend(id)))
    expect(new Set(results.map(({ body }) => body.id)).size).toBe(5)
    expect(new Set(results.map(({ body }) => body.idempotency_key)).size).toBe(5)
  })
})
