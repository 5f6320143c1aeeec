import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.js'
import type { AppConfig } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { giveBackDatabase, useDatabase } from '../support/databases.js'
import { type OwnServer, startOwnServer } from '../support/own-servers.js'
import { call, eventually, startApp, type TestApp, testSettings } from '../support/start-app.js'
import { stopwatch } from '../support/stopwatch.js'

/** Longest time for a response, in ms: each check takes at most 2 s. */
const BOUND_MS = 4_000

let mongo: OwnServer
let redis: OwnServer
let app: TestApp

beforeAll(async () => {
  mongo = await startOwnServer('mongo')
  redis = await startOwnServer('redis')
  app = await startApp({ MONGODB_URI: mongo.uri, REDIS_URL: redis.uri, ROLES: 'api' })
})
afterAll(async () => {
  await app?.app.close().catch(() => undefined)
  await mongo?.close()
  await redis?.close()
})

const ready = () => call(app.url, 'GET', '/readyz')

async function timedReady(): Promise<{ status: number; reason: string; tookMs: number }> {
  const tookMs = stopwatch()
  const { status, body } = await ready()
  return { status, reason: body.reason, tookMs: tookMs() }
}

test('with both servers it is up and ready, and needs no key', async () => {
  expect(await call(app.url, 'GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  await eventually('ready', async () => (await ready()).status === 200)
  expect((await ready()).body).toEqual({ status: 'ready' })
})

test('it is ready once the key of the first account works, not before', async () => {
  const BOOTSTRAP_ADMIN_KEY = `sk_live_${'b'.repeat(40)}`
  const settings = testSettings({ ROLES: 'api', BOOTSTRAP_ADMIN_KEY })
  const config = readConfig(settings) as AppConfig
  const starting = await buildApp(config, { log: pino({ level: 'silent' }) })
  useDatabase(config.mongodbUri)
  try {
    const url = (await starting.start())!
    await eventually('both servers answer', async () => {
      const { status, body } = await call(url, 'GET', '/readyz')
      expect(status).toBe(503)
      return body.reason === 'the first account does not exist yet'
    })
    await starting.services.accounts.bootstrap()
    expect((await call(url, 'GET', '/readyz')).status).toBe(200)
    expect((await call(url, 'GET', '/v1/account/verification', { key: BOOTSTRAP_ADMIN_KEY })).status).toBe(200)
  } finally {
    await starting.close()
    await giveBackDatabase(settings.MONGODB_URI!)
  }
})

test.each([
  { name: 'Redis', server: () => redis },
  { name: 'MongoDB', server: () => mongo },
])(
  'while $name hangs, readiness is 503 within seconds, the process stays up, and is ready again afterwards',
  async ({ name, server }) => {
    await server().signal('SIGSTOP')
    try {
      // On a busy machine, the other server may be late at first.
      await eventually(`it says that ${name} hangs`, async () => {
        const { status, reason, tookMs } = await timedReady()
        expect(status).toBe(503)
        expect(tookMs).toBeLessThan(BOUND_MS)
        return reason === `${name} does not answer`
      })
      expect((await call(app.url, 'GET', '/healthz')).status).toBe(200)
    } finally {
      await server().signal('SIGCONT')
    }
    await eventually('ready again', async () => (await ready()).status === 200)
  },
)

test('with both servers down, readiness is 503 within seconds without addresses, and the process stays up', async () => {
  await mongo.kill()
  await redis.kill()
  const { status, reason, tookMs } = await timedReady()
  expect(status).toBe(503)
  expect(reason).toMatch(/^(MongoDB|Redis) does not answer$/)
  expect(tookMs).toBeLessThan(BOUND_MS)
  expect((await call(app.url, 'GET', '/healthz')).status).toBe(200)
})
