import { rm } from 'node:fs/promises'
import { startEmbeddedServers } from '@postline/embedded'
import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { expectError, expectErrorObject } from '../support/expect-error.js'
import { makeScratch } from '../support/scratch.js'
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
test('when too much waits for the ledger, more requests get 503, are not accepted, and can be retried', async () => {
  const app = await startApp({ MAX_WAITING_MESSAGES: '1000' })
  try {
    const key = await app.key('send', true)
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    const later = (overrides = {}) => aSend({ scheduled_at, ...overrides })
    const { messages, connection } = app.app.models
    expect((await app.call('POST', '/v1/send', { key, body: later() })).status).toBe(201)

    const session = await connection.startSession()
    session.startTransaction()
    const held = { _id: 'msg_held', account_id: app.accountId, idempotency_key: 'held' }
    await messages.collection.insertOne(held as never, { session })

    const waiting = [app.call('POST', '/v1/send', { key, body: later({ idempotency_key: 'held' }) })]
    const batches = Array.from({ length: 3 }, () => Array.from({ length: 1_000 }, () => later()))
    const answers = Promise.all(batches.map((body) => app.call('POST', '/v1/send/batch', { key, body })))
    // Now 1,000 wait, and another request is answered at once instead of waiting.
    const refused = await eventually('a refusal', async () => {
      const probe = app.call('POST', '/v1/send', { key, body: later() })
      waiting.push(probe)
      const answer = await Promise.race([probe, new Promise<null>((resolve) => setTimeout(resolve, 500, null))])
      return answer?.status === 503 ? answer : null
    })
    expectError(refused, 503, 'overloaded')
    expect(refused.headers.get('retry-after')).toBe('1')

    await session.abortTransaction()
    await session.endSession()
    const items = (await answers).flatMap(({ body }) => body)
    const turnedAway = items.filter(({ success }) => !success)
    expect(turnedAway.length).toBeGreaterThan(0)
    for (const { error } of turnedAway) expectErrorObject(error, 503, 'overloaded')
    await Promise.all(waiting)
    const accepted = await messages.countDocuments({
      idempotency_key: { $in: batches.flat().map((item) => item.idempotency_key) },
    } as object)
    expect(accepted).toBe(items.length - turnedAway.length)

    const again = batches.flat()[items.findIndex(({ success }) => !success)]
    expect((await app.call('POST', '/v1/send', { key, body: again })).status).toBe(201)
  } finally {
    await app.close()
  }
}, 180_000)
