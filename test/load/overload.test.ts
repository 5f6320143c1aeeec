import { rm } from 'node:fs/promises'
import { startEmbeddedServers } from '@postline/embedded'
import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { freePort } from '../support/built-program.js'
import { expectError } from '../support/expect-error.js'
import { anotherAccount } from '../support/more-processes.js'
import { makeScratch } from '../support/scratch.js'
import { smtpClient } from '../support/smtp-client.js'
import { aSend, call, eventually, startApp } from '../support/start-app.js'

test('while Redis is down, the process limits requests by itself, and messages leave when it is back', async () => {
  const dataDir = await makeScratch('rest')
  const start = () =>
    startEmbeddedServers({
      dataDir,
      log: pino({ level: 'silent' }),
      env: process.env,
      say: () => undefined,
      ephemeral: true,
      external: { mongoUri: inject('mongoUri') },
    })
  let servers = await start()
  const app = await startApp({ REDIS_URL: servers.redisUrl, RATE_LIMIT_PER_SECOND: '2' })
  try {
    const key = await app.testKey()
    const ask = () => call(app.url, 'GET', '/v1/account/verification', { key })
    const limited = await Promise.all(Array.from({ length: 8 }, ask))
    expect(limited.filter(({ status }) => status === 200)).toHaveLength(2)

    await servers.close()
    const passed = await eventually('an empty window', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, ask))
      return answers.some(({ status }) => status === 200) ? answers : null
    })
    expect(passed.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2)
    for (const { headers, status } of passed) {
      expect(headers.get('x-ratelimit-limit')).toBe('2')
      expect(headers.get('retry-after')).toBe(status === 429 ? '1' : null)
    }
    const sent = await eventually('a slot', async () => {
      const answer = await app.call('POST', '/v1/send', { key, body: aSend() })
      return answer.status === 201 ? answer : null
    })
    await eventually('a slot to read', async () => {
      const { body } = await app.call('GET', `/v1/messages/${sent.body.id}`, { key })
      return body.status === 'queued'
    })
    const ready = await call(app.url, 'GET', '/readyz')
    expect(ready.status).toBe(503)
    expect((await call(app.url, 'GET', '/healthz')).status).toBe(200)

    // On the port it had before.
    servers = await start()
    expect(servers.redisUrl).toBe(app.app.config.redisUrl)
    await eventually('delivered', async () => {
      const { body } = await app.call('GET', `/v1/messages/${sent.body.id}`, { key })
      return body.status === 'delivered'
    })
    await eventually('a limit again', async () => (await ask()).status === 429)
  } finally {
    await app.close()
    await servers.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('an unexpected failure is a masked 500', async () => {
  const app = await startApp()
  try {
    const sent = await app.call('POST', '/v1/send', { body: aSend({ destination: { email: app.ownerEmail } }) })
    await app.app.models.messages.collection.updateOne({ _id: sent.body.id }, { $set: { channel: 'pigeon' as never } })
    const result = await app.call('GET', `/v1/messages/${sent.body.id}`)
    expectError(result, 500, 'internal_error')
    expect(JSON.stringify(result.body)).not.toMatch(/pigeon|zod|stack/i)
  } finally {
    await app.close()
  }
})

test('an unreachable ledger is a 503 without details', async () => {
  const app = await startApp()
  await app.app.models.connection.close()
  try {
    const body = aSend()
    for (const result of [
      await app.call('GET', '/v1/messages'),
      await app.call('POST', '/v1/send', { body }),
      await app.call('POST', '/v1/send/batch', { body: [body] }),
    ]) {
      expectError(result, 503, 'overloaded')
      expect(JSON.stringify(result.body)).not.toMatch(/mongo|client|stack/i)
    }
  } finally {
    await app.app.close()
  }
})

/*
 * A uniqueness conflict with an open transaction makes the ledger wait. So an idempotency key in an open transaction
 * blocks the whole group of inserts and everything after it.
 */
test('when too much waits for the ledger, more is refused at once and as a whole, others find places, and nothing is lost', async () => {
  const smtpPort = await freePort()
  const app = await startApp({
    MAX_WAITING_MESSAGES: '2000',
    ROLES: 'api,smtp',
    SMTP_PORT: String(smtpPort),
    SMTP_HOST: '127.0.0.1',
  })
  try {
    const key = await app.key('send', true)
    const other = await anotherAccount(app)
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    const later = (overrides = {}) => aSend({ scheduled_at, ...overrides })
    const batchOf = (count: number) => Array.from({ length: count }, () => later())
    const { messages, connection } = app.app.models
    expect((await app.call('POST', '/v1/send', { key, body: later() })).status).toBe(201)
    const inProgress = async () => {
      const text = await app.app.metrics.registry.metrics()
      return Number(/^postline_load_in_progress\{of="messages"\} (\d+)$/m.exec(text)?.[1])
    }

    const session = await connection.startSession()
    session.startTransaction()
    const held = { _id: 'msg_held', account_id: app.accountId, idempotency_key: 'held' }
    await messages.collection.insertOne(held as never, { session })

    const single = app.call('POST', '/v1/send', { key, body: later({ idempotency_key: 'held' }) })
    await eventually('one waits', async () => (await inProgress()) === 1)
    // Of 2,000 places, an account has at most three quarters.
    const waiting = batchOf(1_000)
    const batch = app.call('POST', '/v1/send/batch', { key, body: waiting })
    await eventually('a batch waits', async () => (await inProgress()) === 1_001)
    const tooMany = batchOf(600)
    const whole = await app.call('POST', '/v1/send/batch', { key, body: tooMany })
    expectError(whole, 503, 'overloaded')
    expect(Number(whole.headers.get('retry-after'))).toBeGreaterThan(0)
    const rest = batchOf(499)
    const last = app.call('POST', '/v1/send/batch', { key, body: rest })
    await eventually('another batch waits', async () => (await inProgress()) === 1_500)
    const refused = later()
    const probe = await app.call('POST', '/v1/send', { key, body: refused })
    expectError(probe, 503, 'overloaded')
    expect(Number(probe.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await submit(smtpPort, key)).toMatch(/^451 4\.3\.2 /)

    const stranger = app.call('POST', '/v1/send', {
      key: other.key,
      body: later({ destination: { email: 'somebody@elsewhere.test' } }),
    })
    await eventually('another account has a place', async () => (await inProgress()) === 1_501)

    await session.abortTransaction()
    await session.endSession()
    expect((await single).status).toBe(201)
    expect((await stranger).status).toBe(201)
    for (const { body } of await Promise.all([batch, last]))
      expect(body.every(({ success }: { success: boolean }) => success)).toBe(true)
    const keysOf = (items: object[]) => items.map((item) => (item as { idempotency_key: string }).idempotency_key)
    const stored = (items: object[]) =>
      messages.countDocuments({ account_id: app.accountId, idempotency_key: { $in: keysOf(items) } } as object)
    expect(await stored([...waiting, ...rest])).toBe(1_499)
    expect(await stored([...tooMany, refused])).toBe(0)
    await eventually('nothing is in progress', async () => (await inProgress()) === 0)
    expect((await app.call('POST', '/v1/send', { key, body: refused })).status).toBe(201)
  } finally {
    await app.close()
  }
}, 180_000)

/** The reply to a mail that is submitted by SMTP. */
async function submit(port: number, key: string): Promise<string> {
  const client = await smtpClient(port)
  try {
    await client.command('EHLO mail.example.com')
    const login = Buffer.from(`\0postline\0${key}`).toString('base64')
    expect(await client.command(`AUTH PLAIN ${login}`)).toMatch(/^235 /)
    await client.command('MAIL FROM:<hello@sandbox.postline.localhost>')
    await client.command('RCPT TO:<delivered@example.com>')
    expect(await client.command('DATA')).toMatch(/^354 /)
    client.write(
      'From: hello@sandbox.postline.localhost\r\nTo: delivered@example.com\r\nSubject: Hi\r\n\r\nHi\r\n.\r\n',
    )
    return await client.reply()
  } finally {
    client.close()
  }
}
