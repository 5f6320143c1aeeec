import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.js'
import { type Config, readConfig } from '../../src/config.js'
import { createLogger } from '../../src/log.js'
import { runProcess } from '../../src/process/run-process.js'
import { TRIAL_MAILBOX_DUE } from '../../src/process/trial-mailbox.js'
import { freePort } from '../support/built-program.js'
import { giveBackDatabase, useDatabase } from '../support/databases.js'
import { call, eventually, testSettings } from '../support/start-app.js'

const KEY = `sk_live_${'k'.repeat(40)}`

let settings: Record<string, string>
let running: { close(): Promise<void> }
let said: string[]
beforeAll(async () => {
  settings = testSettings({
    BOOTSTRAP_ADMIN_KEY: KEY,
    PORT: String(await freePort()),
    SMTP_PORT: String(await freePort()),
  })
  useDatabase(settings.MONGODB_URI!)
  await start()
})
afterAll(async () => {
  await running.close()
  await giveBackDatabase(settings.MONGODB_URI!)
})

/** As `npm start` does, all roles in one process. */
async function start(overrides: Record<string, string> = {}): Promise<void> {
  said = []
  const config = readConfig({ ...settings, ...overrides }) as Config & { mongodbUri: string; redisUrl: string }
  running = await runProcess(config, (text) => void said.push(text))
}

const ask = (method: string, path: string, body?: unknown) =>
  call(`http://127.0.0.1:${settings.PORT}`, method, path, { key: KEY, ...(body !== undefined && { body }) })

const send = (key: string, to: string, from?: string) =>
  ask('POST', '/v1/send', {
    channel: 'email',
    idempotency_key: key,
    destination: { email: to },
    payload: { subject: key, body_text: 'It works.' },
    ...(from && { metadata: { from_email: from } }),
  })

/** The thread with a subject, once it has so many mails. */
async function thread(subject: string, messages: number) {
  const found = await eventually(`${messages} mails in the thread ${subject}`, async () => {
    const { body } = await ask('GET', '/v1/mail/threads?limit=100')
    return body.threads.find(
      (one: { subject: string; message_count: number }) => one.subject === subject && one.message_count >= messages,
    )
  })
  return (await ask('GET', `/v1/mail/threads/${found.id}`)).body
}

test('the first start says where mail is received at once, and only the first', async () => {
  expect(said.join('\n')).toContain('any address at inbox.postline.localhost')
  const { body } = await ask('GET', '/v1/domains')
  expect(body.domains.find(({ sandbox }: { sandbox: boolean }) => !sandbox)).toMatchObject({
    domain: 'inbox.postline.localhost',
    dkim_status: 'verified',
    inbound_enabled: true,
  })
  expect((await ask('GET', '/v1/account/verification')).body).toMatchObject({
    sandbox_mode: true,
    channels: expect.arrayContaining([{ channel: 'email', status: 'sandbox', verified: false }]),
  })
})

test('a mail that the account sends there is in the mailbox, and so is the answer', async () => {
  const from = 'Ada <ada@inbox.postline.localhost>'
  expect((await send('A question', 'support@inbox.postline.localhost', from)).status).toBe(201)
  const first = await thread('A question', 1)
  expect(first.messages).toMatchObject([{ source: 'inbound', status: 'received', text_body: 'It works.\n' }])
  const reply = await ask('POST', `/v1/mail/threads/${first.id}/reply`, { body_text: 'An answer.' })
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 201 })
  const both = await thread('A question', 2)
  expect(both.messages[1]).toMatchObject({
    id: reply.body.id,
    from: 'support@inbox.postline.localhost',
    to: ['ada@inbox.postline.localhost'],
  })
  await eventually('the answer has been received', async () => {
    const { body } = await ask('GET', '/v1/inbound')
    return body.emails.some(({ recipient }: { recipient: string }) => recipient === 'ada@inbox.postline.localhost')
  })
})

test('a sender needs no name, and strangers are as unreachable as before', async () => {
  expect((await send('No sender', 'support@inbox.postline.localhost')).status).toBe(201)
  await thread('No sender', 1)
  expect(await send('To a stranger', 'ada@example.com')).toMatchObject({
    status: 403,
    body: { error: { code: 'recipient_not_verified' } },
  })
})

test('what anybody hands to the SMTP port is in the mailbox', async () => {
  const client = createTransport({ host: '127.0.0.1', port: Number(settings.SMTP_PORT), ignoreTLS: true })
  const mail = { from: 'ada@example.com', to: 'sales@inbox.postline.localhost', subject: 'By SMTP', text: 'Hello.' }
  await client.sendMail(mail)
  await thread('By SMTP', 1)
})

test('an own domain goes before it: it then sends what names no sender in the mail app', async () => {
  await ask('POST', '/v1/domains', { domain: 'shop.test' })
  expect((await ask('POST', '/v1/domains/shop.test/verify')).body.fully_verified).toBe(true)
  const composed = await ask('POST', '/v1/mail/compose', {
    to: ['sales@inbox.postline.localhost'],
    subject: 'From the shop',
    body_text: 'Hello.',
  })
  expect(composed, JSON.stringify(composed.body)).toMatchObject({ status: 201 })
  expect((await thread('From the shop', 1)).messages[0].from).toBe('hello@shop.test')
})

test('a domain that its owner has deleted does not come back', async () => {
  expect((await ask('DELETE', '/v1/domains/inbox.postline.localhost')).status).toBe(204)
  await running.close()
  await start()
  expect(said.join('\n')).not.toContain('inbox.postline.localhost')
  expect((await ask('GET', '/v1/domains/inbox.postline.localhost')).status).toBe(404)
})

test('the next start finishes what one that died has begun', async () => {
  const other: Record<string, string> = {
    ...testSettings({ BOOTSTRAP_ADMIN_KEY: KEY }),
    PORT: settings.PORT!,
    SMTP_PORT: '0',
  }
  useDatabase(other.MONGODB_URI!)
  await running.close()
  const died = await buildApp(readConfig(other) as Config & { mongodbUri: string; redisUrl: string }, {
    log: createLogger({ level: 'silent', roles: '' }),
  })
  await died.start()
  const { account_id } = (await died.services.accounts.bootstrap([TRIAL_MAILBOX_DUE]))!
  await died.services.domains.create(account_id, 'inbox.postline.localhost')
  await died.close()
  await start(other)
  expect((await ask('GET', '/v1/domains/inbox.postline.localhost')).body).toMatchObject({
    ...{ dkim_status: 'verified', inbound_enabled: true },
  })
  // It is done once: then it is its owner's.
  expect((await ask('DELETE', '/v1/domains/inbox.postline.localhost')).status).toBe(204)
  await running.close()
  await start(other)
  expect((await ask('GET', '/v1/domains/inbox.postline.localhost')).status).toBe(404)
  await giveBackDatabase(other.MONGODB_URI!)
})

test('where mail is really sent, there is none', async () => {
  const other = testSettings({ MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1', BOOTSTRAP_ADMIN_KEY: KEY })
  useDatabase(other.MONGODB_URI!)
  await running.close()
  await start({ ...other, PORT: settings.PORT!, SMTP_PORT: '0' })
  expect(said.join('\n')).not.toContain('inbox.postline.localhost')
  expect((await ask('GET', '/v1/domains/inbox.postline.localhost')).status).toBe(404)
  await giveBackDatabase(other.MONGODB_URI!)
})
