import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorOf } from '../../src/services/caller.js'
import { smtpClient } from '../support/smtp-client.js'
import { aSend, eventually } from '../support/start-app.js'
import { verifiedDomain } from '../support/verified-domain.js'
import { type SmtpListenerApp, startListener } from './smtp-app.js'

const run = promisify(execFile)
const FROM = 'Shop <hello@send.test>'
let app: SmtpListenerApp
let key: string
beforeAll(async () => {
  app = await startListener({ ROLES: 'api,worker,scheduler,smtp', SMTP_MAILS_PER_MINUTE: '1' })
  await verifiedDomain(app, 'send.test')
  key = await app.key('send')
})
afterAll(() => app.close())

const transportTo = (port: number, pass = key) =>
  createTransport({ host: '127.0.0.1', port, auth: { user: 'postline', pass }, name: 'client.test' })

/** Sends a mail and returns the id of its message. */
async function submit(mail: SendMailOptions, pass = key): Promise<string> {
  const { response } = await transportTo(app.port, pass).sendMail({
    from: FROM,
    to: 'ada@example.net',
    subject: 'S',
    text: 'T',
    ...mail,
  })
  const [, id] = /^250 2\.0\.0 Queued as (msg_\w{26})$/.exec(response) ?? []
  expect(id, response).toBeDefined()
  return id!
}

const refusal = async (mail: SendMailOptions, pass = key): Promise<string> =>
  submit(mail, pass).then(
    () => 'accepted',
    (error: { response?: string; message: string }) => error.response ?? error.message,
  )

const content = async (id: string) => (await app.call('GET', `/v1/messages/${id}/content`)).body
const message = async (id: string) => (await app.call('GET', `/v1/messages/${id}`)).body

/** The mail as it was sent. */
async function outboxed(id: string): Promise<string> {
  const mail = await eventually('it is in the outbox', async () => {
    const { mails } = (await app.call('GET', '/dev/outbox')).body
    return mails.find(({ message_id }: { message_id: string }) => message_id === id)
  })
  return (await app.call('GET', `/dev/outbox/${mail.id}`)).body
}

test('a mail from nodemailer arrives with everything in it', async () => {
  const id = await submit({
    to: ['Ada Löwe <ada@example.net>', 'bob@example.net'],
    cc: '"Carol, of Sales" <carol@example.net>',
    bcc: 'hidden@example.net',
    replyTo: 'Help <help@send.test>',
    subject: 'Grüße ✓',
    text: 'Hello.\n\n.dot\nfrom Ada',
    html: '<p>Hello <img src="cid:logo$1@x"></p>',
    messageId: '<first.mail@client.test>',
    inReplyTo: '<parent@elsewhere.test>',
    references: ['<root@elsewhere.test>', '<parent@elsewhere.test>'],
    headers: { 'X-Order': '4711', 'X-Tag': ['order=4711', 'kind:receipt'], 'X-Mailer': 'me' },
    attachments: [
      { filename: 'ä b.txt', content: 'attached' },
      { filename: 'logo.png', content: Buffer.from([1, 2, 3]), cid: 'logo$1@x', contentType: 'image/png' },
    ],
  })
  expect(await content(id)).toMatchObject({
    from: FROM,
    to: ['Ada Löwe <ada@example.net>', 'bob@example.net'],
    cc: ['"Carol, of Sales" <carol@example.net>'],
    bcc: ['hidden@example.net'],
    reply_to: ['Help <help@send.test>'],
    subject: 'Grüße ✓',
    body_text: 'Hello.\n\n.dot\nfrom Ada',
    body_html: '<p>Hello <img src="cid:logo-1@x"></p>',
    headers: { 'X-Order': '4711', 'In-Reply-To': '<parent@elsewhere.test>' },
    attachments: [
      { filename: 'logo.png', content_type: 'image/png', size: 3, content_id: 'logo-1@x' },
      { filename: 'ä b.txt', content_type: 'text/plain', size: 8, content_id: null },
    ],
  })
  expect(await message(id)).toMatchObject({ tags: { order: '4711', kind: 'receipt' } })
  const raw = await outboxed(id)
  expect(raw).toMatch(/^Message-ID: <first\.mail@client\.test>\r?$/im)
  expect(raw).toMatch(/^References: <root@elsewhere\.test> <parent@elsewhere\.test>\r?$/m)
  expect(raw).not.toMatch(/hidden@example\.net|X-Tag|order=4711/)
  await eventually('it is recorded', async () => (await message(id)).provider_message_id === 'first.mail@client.test')
})

test("Python's smtplib sends, with STARTTLS or from loopback, by PLAIN and by LOGIN", async () => {
  const script = `
import smtplib, sys
from email.message import EmailMessage
port, key = int(sys.argv[1]), sys.argv[2]
for method in ('auth_plain', 'auth_login'):
    mail = EmailMessage()
    mail['From'], mail['To'], mail['Subject'] = 'hello@send.test', 'ada@example.net', 'Python ' + method
    mail.set_content('Hello from Python.\\n.dot')
    with smtplib.SMTP('127.0.0.1', port) as smtp:
        smtp.ehlo('client.test')
        smtp.user, smtp.password = 'postline', key
        smtp.auth(method[5:].upper(), getattr(smtp, method))
        print(smtp.send_message(mail))
`
  const { stdout } = await run('python3', ['-c', script, String(app.port), key])
  expect(stdout).toBe('{}\n{}\n')
  const { messages } = (await app.call('GET', '/v1/messages?search=python')).body
  expect(messages.map(({ subject }: { subject: string }) => subject).sort()).toEqual([
    'Python auth_login',
    'Python auth_plain',
  ])
  expect((await content(messages[0].id)).body_text).toMatch(/^Hello from Python\.\n\.dot\n?$/)
})

describe('logging in', () => {
  test.each([
    ['a wrong key', () => ({ pass: `sk_live_${'x'.repeat(40)}` })],
    ['an empty password', () => ({ pass: ' ' })],
  ])('%s is refused', async (_name, login) => {
    const failing = transportTo(app.port, login().pass).sendMail({ from: FROM, to: 'a@example.net', text: 'T' })
    await expect(failing).rejects.toMatchObject({ responseCode: 535, response: expect.stringContaining('5.7.8') })
  })

  test('a key that may not send is refused with the reason', async () => {
    expect(await refusal({}, await app.key('read'))).toMatch(/^535 5\.7\.8 forbidden: .*send/)
  })

  test('a key that is revoked during the session sends nothing more', async () => {
    const created = await app.app.services.apiKeys.create(operatorOf(app.accountId), {
      scope: 'send',
      test_mode: false,
    })
    const pool = createTransport({
      ...{ host: '127.0.0.1', port: app.port, pool: true, maxConnections: 1 },
      auth: { user: 'postline', pass: created.key },
    })
    const mail = { from: FROM, to: 'ada@example.net', subject: 'S', text: 'T' }
    await pool.sendMail(mail)
    await app.app.services.apiKeys.revoke(operatorOf(app.accountId), created.id)
    await expect(pool.sendMail(mail)).rejects.toMatchObject({
      response: expect.stringMatching(/^530 5\.7\.0 unauthorized/),
    })
    pool.close()
  })

  describe('a mail that waits for its data is refused', () => {
    type Account = { accountId: string; keyId: string }
    test.each<[string, RegExp, (account: Account) => Promise<unknown>]>([
      [
        'after its key is revoked',
        /^530 5\.7\.0 unauthorized/,
        ({ accountId, keyId }) => app.app.services.apiKeys.revoke(operatorOf(accountId), keyId),
      ],
      [
        'after its key is rotated',
        /^530 5\.7\.0 unauthorized/,
        ({ accountId, keyId }) => app.app.services.apiKeys.rotate(operatorOf(accountId), keyId),
      ],
      [
        'after its account is suspended',
        /^550 5\.7\.1 account_suspended/,
        ({ accountId }) => app.app.services.accounts.suspend(accountId),
      ],
    ])('%s', async (name, reply, change) => {
      const { account_id: accountId } = await app.app.services.accounts.create(`${name.replaceAll(' ', '-')}@some.test`)
      const { id: keyId, key: pass } = await app.app.services.apiKeys.create(operatorOf(accountId), {
        scope: 'send',
        test_mode: true,
      })
      const client = await smtpClient(app.port)
      await client.command('EHLO client.test')
      const login = Buffer.from(`\0postline\0${pass}`).toString('base64')
      for (const line of [`AUTH PLAIN ${login}`, 'MAIL FROM:<me@some.test>', 'RCPT TO:<ada@example.net>', 'DATA'])
        expect(await client.command(line)).toMatch(/^[23]/)
      await change({ accountId, keyId })
      expect(await client.command('Subject: Late\r\n\r\nT\r\n.')).toMatch(reply)
      client.close()
    })
  })

  test('a suspended account sends nothing', async () => {
    const { account_id, key: otherKey } = await app.app.services.accounts.create('somebody@elsewhere.test')
    await app.app.services.accounts.suspend(account_id)
    expect(await refusal({}, otherKey)).toMatch(/^535 5\.7\.8 account_suspended/)
  })

  test('wrong keys again and again end the session', async () => {
    const client = await smtpClient(app.port)
    await client.command('EHLO client.test')
    const wrong = Buffer.from(`\0postline\0sk_live_${'y'.repeat(40)}`).toString('base64')
    expect(await client.command(`AUTH PLAIN ${wrong}`)).toMatch(/^535 /)
    expect(await client.command(`AUTH PLAIN ${wrong}`)).toMatch(/^535 /)
    expect(await client.command(`AUTH PLAIN ${wrong}`)).toMatch(/^421 /)
    await client.ended
  })
})

describe('refusals carry the code of the API', () => {
  test.each<[string, SendMailOptions, RegExp]>([
    ['a sender of another domain', { from: 'me@elsewhere.test' }, /^550 5\.7\.1 from_not_verified: /],
    ['a mail without a subject', { subject: '' }, /^550 5\.7\.1 invalid_channel_payload: /],
    [
      'a tag that is none',
      { headers: { 'X-Tag': 'nothing' } },
      /^554 5\.6\.0 invalid_request: The header X-Tag must be like/,
    ],
    ['an order to a relay', { headers: { 'X-MC-Track': 'all' } }, /^554 5\.6\.0 invalid_request: .*X-Mc-Track/i],
    [
      'attachments of 8 MiB',
      { attachments: [{ filename: 'a', content: Buffer.alloc(8 * 1024 * 1024) }] },
      /^552 5\.3\.4 payload_too_large/,
    ],
    [
      'more than 1,000 headers',
      { raw: `From: ${FROM}\r\nTo: a@example.net\r\nSubject: S\r\n${'X-Tag: a=b\r\n'.repeat(1_000)}\r\nT` },
      /^554 5\.6\.0 invalid_request: The mail has more than 1000 headers/,
    ],
    [
      'two From headers',
      { raw: `From: ${FROM}\r\nFrom: eve@other.test\r\nTo: a@example.net\r\nSubject: S\r\n\r\nT` },
      /^554 5\.6\.0 invalid_request: .*more than one From header/,
    ],
    [
      'a text that is too long to read',
      { text: 'x\n'.repeat(2_000_000) },
      /^554 5\.6\.0 invalid_request: .*longer than/,
    ],
  ])('%s', async (_name, mail, reply) => {
    expect(await refusal(mail)).toMatch(reply)
  })

  test('a suppressed recipient', async () => {
    await app.call('POST', '/v1/suppressions', { body: { channel: 'email', recipient: 'gone@example.net' } })
    expect(await refusal({ to: 'gone@example.net' })).toMatch(/^550 5\.1\.1 recipient_suppressed: /)
  })

  test('more than 50 recipients are for another mail', async () => {
    const to = Array.from({ length: 51 }, (_none, index) => `r${index}@example.net`)
    const { rejected, accepted } = await transportTo(app.port).sendMail({ from: FROM, to, subject: 'S', text: 'T' })
    expect([accepted.length, rejected]).toEqual([50, ['r50@example.net']])
  })

  test('the rate limit of the account counts each mail', async () => {
    const strict = await startListener({ RATE_LIMIT_PER_SECOND: '1' })
    await verifiedDomain(strict, 'send.test')
    const pool = createTransport({
      ...{ host: '127.0.0.1', port: strict.port, pool: true, maxConnections: 1 },
      auth: { user: 'postline', pass: await strict.key('send') },
    })
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => pool.sendMail({ from: FROM, to: 'a@example.net', subject: 'S', text: 'T' })),
    )
    const refused = results.flatMap((result) => (result.status === 'rejected' ? String(result.reason.response) : []))
    expect(refused.length).toBeGreaterThan(0)
    for (const reply of refused) expect(reply).toMatch(/^451 4\.7\.1 rate_limit_exceeded: /)
    pool.close()
    await strict.close()
  })
})

describe('the same mail again', () => {
  test('under its Message-ID is one message, for each group of recipients', async () => {
    const mail = { messageId: '<again@client.test>', text: 'Once.' }
    const id = await submit(mail)
    expect(await submit(mail)).toBe(id)
    expect(await submit({ ...mail, to: 'bob@example.net' })).not.toBe(id)
    expect(await refusal({ ...mail, text: 'Twice.' })).toMatch(/^554 5\.6\.0 idempotency_key_reused: /)
  })

  test('under X-Idempotency-Key is one message, also with one over HTTP', async () => {
    const headers = { 'X-Idempotency-Key': 'order-4711' }
    const id = await submit({ headers, messageId: '<one@client.test>' })
    expect(await submit({ headers, messageId: '<two@client.test>' })).toBe(id)
    const found = await app.call('GET', '/v1/messages/by-idempotency-key?idempotency_key=order-4711')
    expect(found.body.id).toBe(id)
    const clash = await app.call('POST', '/v1/send', { body: aSend({ idempotency_key: 'order-4711' }) })
    expect(clash.body.error.code).toBe('idempotency_key_reused')
    expect(await content(id)).toMatchObject({ headers: {} })
  })
})

test('recipients of the envelope alone get the mail', async () => {
  const envelope = { from: 'hello@send.test', to: ['carol@example.net', 'hidden@example.net'] }
  const id = await submit({ envelope, to: 'ada@example.net', cc: 'Carol@Example.NET' })
  expect(await content(id)).toMatchObject({ to: ['Carol@example.net'], cc: [], bcc: ['hidden@example.net'] })
  const only = await submit({ envelope: { from: '', to: ['hidden@example.net'] }, to: 'list@example.net' })
  expect(await content(only)).toMatchObject({ to: ['hidden@example.net'], cc: [], bcc: [] })
})

test('a mail to several hidden recipients names none of them, also when it is sent again', async () => {
  const bcc = ['bounced@example.net', 'delivered@example.net']
  const id = await submit({ to: [], bcc })
  expect(await content(id)).toMatchObject({ to: [], cc: [], bcc })
  const resent = await app.call('POST', `/v1/messages/${id}/resend`, { body: {} })
  expect(await content(resent.body.id)).toMatchObject({ to: [], bcc })
  for (const one of [id, resent.body.id]) {
    const raw = await outboxed(one)
    expect(raw).toMatch(/^To: Undisclosed recipients:;\r?$/m)
    expect(raw).not.toContain('@example.net')
  }
  expect((await app.call('GET', '/v1/messages?recipient=bounced@example.net')).body.messages[0].to).toEqual([])
  const simulated = await submit({ to: [], bcc }, await app.key('send', true))
  await eventually('each has its outcome', async () => {
    const types = (await message(simulated)).events.map(({ type }: { type: string }) => type).sort()
    return types.join(' ') === 'bounced delivered sent'
  })
  const overHttp = await app.call('POST', '/v1/send', { body: aSend({ destination: { to: [], bcc } }) })
  expect(overHttp.body.error.code).toBe('invalid_destination')
})

test('a test key simulates', async () => {
  const id = await submit({ to: 'bounced@example.net' }, await app.key('send', true))
  const events = await eventually('it bounced', async () => {
    const { status, events } = await message(id)
    return status === 'bounced' && events
  })
  expect(events.map(({ type }: { type: string }) => type)).toEqual(['sent', 'bounced'])
})

test('a Message-ID that no server would pass on is replaced', async () => {
  const id = await submit({ messageId: '<quoted "id"@client.test>' })
  expect(await outboxed(id)).toMatch(new RegExp(`^Message-ID: <${id}@send\\.test>`, 'im'))
})
