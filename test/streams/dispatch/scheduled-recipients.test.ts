import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operatorOf } from '../../../src/services/caller.js'
import { tokenTo } from '../../support/link-mails.js'
import { type SmtpApp, startSmtpApp } from '../../support/smtp-app.js'
import { aSend, eventually } from '../../support/start-app.js'
import { verifiedDomain } from '../../support/verified-domain.js'

const OWN = 'owner@account.test'
let app: SmtpApp
let accountId: string
let key: string
let count = 0

beforeAll(async () => {
  app = await startSmtpApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const account = await app.app.services.accounts.create(OWN)
  key = account.key
  accountId = account.account_id
})

async function aTestRecipient() {
  const email = `tester${++count}@example.com`
  const { body } = await app.call('POST', '/v1/test-recipients', { key, body: { email } })
  const token = await tokenTo(app.sink, email)
  await app.call('POST', '/v1/test-recipients/verify', { key: null, body: { token } })
  return { email, remove: () => app.call('DELETE', `/v1/test-recipients/${body.id}`, { key }) }
}

/** An address of a domain that the account has verified. */
async function aSender(): Promise<string> {
  const name = `acme${++count}.example`
  await verifiedDomain({ ...app, accountId }, name)
  return `hello@${name}`
}

async function schedule(destination: object, overrides = {}): Promise<string> {
  const scheduled_at = new Date(app.clock.now().getTime() + 61_000).toISOString()
  const sent = await app.call('POST', '/v1/send', { key, body: aSend({ destination, scheduled_at, ...overrides }) })
  expect(sent.body).toMatchObject({ status: 'scheduled' })
  return sent.body.id
}

/** Moves the clock to the scheduled time, and returns the message once it is sent or failed. */
async function dispatched(id: string) {
  const { scheduled_at } = await app.app.models.messages.findById(id).orFail().lean()
  app.clock.aheadMs += Math.max(0, scheduled_at!.getTime() - app.clock.now().getTime())
  return eventually('its dispatch', async () => {
    const { body } = await app.call('GET', `/v1/messages/${id}`, { key })
    return body.events.length > 0 && body
  })
}

const mailsOf = (id: string) => app.sink.mails.filter(({ raw }) => raw.includes(id))

async function expectStopped(id: string) {
  const { status, events } = await dispatched(id)
  expect(status).toBe('failed')
  expect(events).toMatchObject([{ type: 'failed', payload: { error: 'recipient_not_verified' } }])
  expect(mailsOf(id)).toEqual([])
  const usage = await app.call('GET', '/v1/usage', { key })
  expect(usage.body).toMatchObject({ total_send_count: 0, total_cost_micros: 0 })
}

async function expectSent(id: string) {
  expect((await dispatched(id)).status).toBe('sent')
  expect(mailsOf(id)).toHaveLength(1)
}

test('a removed test recipient gets no mail that was scheduled before', async () => {
  const { email, remove } = await aTestRecipient()
  const id = await schedule({ email })
  expect((await remove()).status).toBe(204)
  await expectStopped(id)
})

test('the other recipients of that mail get no copy', async () => {
  const { email, remove } = await aTestRecipient()
  const id = await schedule({ email: OWN, bcc: [email] })
  await remove()
  await expectStopped(id)
})

test('a removed test recipient gets no scheduled test send, even from an account with its own domain', async () => {
  const from_email = await aSender()
  const { email, remove } = await aTestRecipient()
  const id = await schedule({ email }, { test_send: true, metadata: { from_email } })
  await remove()
  await expectStopped(id)
})

test('remaining test recipients and the account itself get their scheduled mail', async () => {
  const { email } = await aTestRecipient()
  await expectSent(await schedule({ email: email.toUpperCase(), cc: [OWN] }))
  await expectSent(await schedule({ email: OWN }, { test_send: true }))
})

test('mail of an account with its own domain needs no consent', async () => {
  const from_email = await aSender()
  await expectSent(await schedule({ email: 'stranger@example.com' }, { metadata: { from_email } }))
})

test('scheduled mail of a test key is simulated', async () => {
  const { key: testKey } = await app.app.services.apiKeys.create(operatorOf(accountId), {
    scope: 'admin',
    test_mode: true,
  })
  key = testKey
  const id = await schedule({ email: 'stranger@example.com' })
  expect((await dispatched(id)).status).toBe('delivered')
})
