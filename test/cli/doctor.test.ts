import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { type EmbeddedServers, OLDEST_USABLE as OLDEST_EMBEDDED, startEmbeddedServers } from '@postline/embedded'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OLDEST_USABLE } from '../../src/cli/doctor/server-versions.js'
import { type DnsApp, startDnsApp } from '../support/dns-app.js'
import { makeScratch } from '../support/scratch.js'
import { startSesStandIn } from '../support/ses-stand-in.js'
import type { Settings } from '../support/start-app.js'
import { postlineHere as postline } from './support.js'

interface Check {
  name: string
  status: string
  detail: string
  advice: string | null
}

let app: DnsApp
let settings: Settings

beforeAll(async () => {
  // Without a worker, due rows stay due.
  app = await startDnsApp({ settings: { ROLES: 'api' } })
  settings = { ...app.settings, BASE_URL: app.url }
})
afterAll(() => app.close())

async function doctor(
  overrides: Settings = {},
): Promise<{ code: number; ok: boolean; check: (name: string) => Check }> {
  const result = await postline({ ...settings, ...overrides }, 'doctor', '--json')
  const { ok, checks } = result.json() as { ok: boolean; checks: Check[] }
  return { code: result.code, ok, check: (name) => checks.find((check) => check.name === name)! }
}

test('a healthy deployment passes every check, and the output is a table with a verdict', async () => {
  const { code, ok, check } = await doctor()
  expect({ code, ok }).toEqual({ code: 0, ok: true })
  expect(check('MongoDB')).toMatchObject({
    status: 'ok',
    detail: expect.stringMatching(/, \d+\.\d+\.\d+, replica set/),
  })
  expect(check('Redis').detail).toMatch(/(Valkey|Redis) \d+\.\d+/)
  for (const name of ['Streams', 'Work', 'Dead letters', 'DNS', 'Mail provider', 'Base URL']) {
    expect(check(name)).toMatchObject({ status: 'ok', advice: null })
  }
  const { stdout, stderr, code: tableCode } = await postline(settings, 'doctor')
  expect({ tableCode, stderr }).toEqual({ tableCode: 0, stderr: '' })
  expect(stdout).toMatch(/^ok +MongoDB +mongodb:\/\/.*\n/m)
  expect(stdout).toMatch(/\n\n(No check failed, with \d+ warnings?|All checks passed)\.\n$/)
})

test('it makes the same checks on external and embedded servers', () => {
  expect(OLDEST_USABLE).toEqual(OLDEST_EMBEDDED)
})

test('settings for local work cause warnings', async () => {
  const { check } = await doctor()
  expect(check('Settings')).toMatchObject({
    status: 'warn',
    advice: expect.stringContaining('WEBHOOK_ALLOW_HTTP and WEBHOOK_ALLOW_CIDRS'),
  })
})

test('each unreachable part fails by name, with advice and without secrets, and the exit code is 1', async () => {
  app.dns.records['example.com'] = 'SILENCE'
  const { code, ok, check } = await doctor({
    REDIS_URL: 'redis://user:hush@127.0.0.1:1',
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: 'smtp://user:hush@127.0.0.1:1',
    BASE_URL: 'http://127.0.0.1:1',
  })
  delete app.dns.records['example.com']
  expect({ code, ok }).toEqual({ code: 1, ok: false })
  for (const name of ['Redis', 'DNS', 'Mail provider']) {
    expect(check(name)).toMatchObject({ status: 'fail', advice: expect.stringMatching(/\w/) })
    expect(JSON.stringify(check(name))).not.toContain('hush')
  }
  expect(check('Redis').detail).toContain('ECONNREFUSED')
  expect(check('Streams').detail).toContain('not checked')
  expect(check('Base URL')).toMatchObject({ status: 'warn', detail: expect.stringContaining('does not answer') })
  expect(check('MongoDB').status).toBe('ok')
})

test('it reports why Amazon SES does not let the account send', async () => {
  const ses = await startSesStandIn()
  for (const [name, value] of Object.entries(ses.env)) vi.stubEnv(name, value)
  const settings = { ...ses.env, MAIL_PROVIDER: 'ses', AWS_REGION: ses.region, SES_ENDPOINT: ses.endpoint }
  const inOrder = (await doctor(settings)).check('Mail provider')
  const wrongSet = (await doctor({ ...settings, SES_CONFIGURATION_SET: 'missing' })).check('Mail provider')
  ses.account.SendingEnabled = false
  const paused = (await doctor(settings)).check('Mail provider')
  vi.unstubAllEnvs()
  await ses.close()
  expect(inOrder).toMatchObject({ status: 'ok', detail: 'ses accepts mail' })
  expect(wrongSet).toMatchObject({ status: 'fail', detail: expect.stringContaining('no configuration set missing') })
  expect(paused).toMatchObject({ status: 'fail', detail: expect.stringContaining('sending is paused') })
})

test('without MongoDB the other checks still run', async () => {
  const { code, check } = await doctor({ MONGODB_URI: 'mongodb://user:hush@127.0.0.1:1/postline' })
  expect(code).toBe(1)
  expect(check('MongoDB')).toMatchObject({ status: 'fail', detail: expect.stringContaining('ECONNREFUSED') })
  expect(check('MongoDB').detail).not.toContain('hush')
  expect(check('Work').detail).toBe('not checked: MongoDB cannot be used')
  expect(check('Redis').status).not.toBe('fail')
  expect(check('Base URL').status).toBe('ok')
})

test('an invalid setting fails and is named', async () => {
  const { code, check } = await doctor({ PORT: 'x' })
  expect(code).toBe(1)
  expect(check('Settings')).toMatchObject({ status: 'fail', detail: 'PORT must be a whole number from 0 to 65535' })
})

test('another program at the base URL is not taken for the API', async () => {
  const { check } = await doctor({ BASE_URL: `${app.url}/elsewhere` })
  expect(check('Base URL')).toMatchObject({ status: 'warn', detail: expect.stringContaining('something else') })
})

test('it says how secrets are stored, and what to do about it', async () => {
  const [older, newer] = [app.settings.ENCRYPTION_KEY!, randomBytes(32).toString('base64')]
  const secrets = async (ENCRYPTION_KEY: string) => (await doctor({ ENCRYPTION_KEY })).check('Secrets')
  const body = { endpoint_url: app.url }
  const { body: webhook } = await app.call('POST', '/v1/webhooks', { body })
  expect(await secrets(older)).toMatchObject({
    status: 'ok',
    detail: `1 encrypted with the key ${app.app.sealer.newest}`,
  })
  const rotate = 'Run `postline rotate-encryption-key`.'
  expect(await secrets(`${newer},${older}`)).toMatchObject({
    status: 'warn',
    detail: expect.stringMatching(/^1 of 1 encrypted with an older key than [0-9a-f]{12}$/),
    advice: rotate,
  })
  for (const key of [newer, '']) {
    const detail = `encrypted with the key ${app.app.sealer.newest}, which is not in ENCRYPTION_KEY`
    expect(await secrets(key)).toMatchObject({ status: 'fail', detail })
  }
  const { subscriptions } = app.app.models
  await subscriptions.updateOne({ _id: webhook.id }, { $set: { signing_secret: webhook.signing_secret } })
  const plain = { status: 'warn', detail: '1 of 1 stored without encryption', advice: rotate }
  expect(await secrets(older)).toMatchObject(plain)
  expect(await secrets('')).toMatchObject({ status: 'warn', detail: '1 stored without encryption' })
})

test('overdue work and dead letters are reported', async () => {
  const { models, conveyor } = app.app
  await models.messages.collection.insertOne({
    _id: 'msg_overdue',
    account_id: app.accountId,
    idempotency_key: 'overdue',
    dispatch_at: new Date(Date.now() - 120_000),
  } as never)
  await models.deadLetters.create({
    _id: 'dl_one',
    kind: 'dispatch',
    row_id: 'msg_parked',
    account_id: app.accountId,
    error: 'Error: boom',
    crashes: 5,
    created_at: new Date(),
  })
  await conveyor.put('dispatch', [{ id: 'msg_overdue', accountId: app.accountId }])
  const late = await doctor()
  expect(late).toMatchObject({ code: 0, ok: true })
  expect(late.check('Work')).toMatchObject({
    status: 'warn',
    detail: expect.stringContaining('dispatch 1 due (oldest 12'),
  })
  expect(late.check('Dead letters')).toMatchObject({ status: 'warn', detail: '1 parked' })
  expect(late.check('Streams')).toMatchObject({ status: 'warn', detail: expect.stringContaining('nobody reads') })

  const dispatchAt = new Date(Date.now() - 3_600_000)
  await models.messages.collection.updateOne({ _id: 'msg_overdue' as never }, { $set: { dispatch_at: dispatchAt } })
  const stuck = await doctor()
  expect(stuck.code).toBe(1)
  expect(stuck.check('Work').status).toBe('fail')
})

test('a Redis with eviction fails; one without persistence causes a warning', async () => {
  const dataDir = await makeScratch('doctor')
  let servers: EmbeddedServers | null = null
  try {
    servers = await startEmbeddedServers({
      dataDir,
      log: pino({ level: 'silent' }),
      env: process.env,
      say: () => {},
      ephemeral: true,
      external: { mongoUri: settings.MONGODB_URI },
    })
    const redis = new Redis(servers.redisUrl)
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
    const evicting = await doctor({ REDIS_URL: servers.redisUrl })
    expect(evicting.check('Redis')).toMatchObject({ status: 'fail', advice: expect.stringContaining('noeviction') })
    await redis.config('SET', 'maxmemory-policy', 'noeviction')
    await redis.config('SET', 'appendonly', 'no')
    const forgetful = await doctor({ REDIS_URL: servers.redisUrl })
    expect(forgetful.check('Redis')).toMatchObject({ status: 'warn', advice: expect.stringContaining('appendonly') })
    redis.disconnect()
  } finally {
    await servers?.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
