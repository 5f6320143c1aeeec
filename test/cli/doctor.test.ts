import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedServers, OLDEST_USABLE as OLDEST_EMBEDDED, startEmbeddedServers } from '@postline/embedded'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OLDEST_USABLE } from '../../src/cli/doctor/server-versions.js'
import { epochKey } from '../../src/redis-keys.js'
import { startListener } from '../smtp/smtp-app.js'
import { freePort } from '../support/built-program.js'
import { type DnsApp, startDnsApp } from '../support/dns-app.js'
import { makeScratch } from '../support/scratch.js'
import { startSesStandIn } from '../support/ses-stand-in.js'
import { eventually, type Settings, startApp } from '../support/start-app.js'
import { createTestCa } from '../support/test-ca.js'
import { postlineHere } from './support.js'

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
  const result = await postlineHere({ ...settings, ...overrides }, 'doctor', '--json')
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
  for (const name of ['Schema', 'Streams', 'Work', 'Dead letters', 'DNS', 'Mail provider', 'Base URL']) {
    expect(check(name)).toMatchObject({ status: 'ok', advice: null })
  }
  const { stdout, stderr, code: tableCode } = await postlineHere(settings, 'doctor')
  expect({ tableCode, stderr }).toEqual({ tableCode: 0, stderr: '' })
  expect(stdout).toMatch(/^ok +MongoDB +mongodb:\/\/.*\n/m)
  expect(stdout).toMatch(/\n\n(No check failed, with \d+ warnings?|All checks passed)\.\n$/)
})

test('an index that somebody has dropped is named, and so is a ledger that needs a newer build', async () => {
  const { models } = app.app
  await models.messages.collection.dropIndex('account_id_1__id_-1')
  const advice = 'Run `postline migrate`.'
  const detail = 'version 1, this build 1, without messages.account_id_1__id_-1'
  expect((await doctor()).check('Schema')).toEqual({ name: 'Schema', status: 'warn', detail, advice })
  expect((await postlineHere(settings, 'migrate')).code).toBe(0)
  expect((await doctor()).check('Schema').status).toBe('ok')
  await models.schemaState.collection.updateOne({}, { $set: { min_compatible: 999 } })
  expect((await doctor()).check('Schema')).toMatchObject({ status: 'fail', advice: 'Use a newer build.' })
  await models.schemaState.collection.updateOne({}, { $set: { min_compatible: 0 } })
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
  ses.account.ProductionAccessEnabled = false
  const sandboxed = (await doctor(settings)).check('Mail provider')
  ses.account.SendingEnabled = false
  const paused = (await doctor(settings)).check('Mail provider')
  vi.unstubAllEnvs()
  await ses.close()
  expect(inOrder).toMatchObject({ status: 'ok', detail: 'ses accepts mail' })
  expect(wrongSet).toMatchObject({ status: 'fail', detail: expect.stringContaining('no configuration set missing') })
  expect(sandboxed).toMatchObject({ status: 'warn', detail: expect.stringContaining('in the sandbox of Amazon SES') })
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

test('records of domains that nobody can publish cause a warning with the setting to set', async () => {
  const local = (await doctor()).check('DNS records')
  expect(local).toMatchObject({ status: 'warn', detail: expect.stringContaining('dkim.127.0.0.1') })
  expect(local.advice).toContain('BASE_URL')
  const named = { DKIM_ZONE: 'dkim.acme.com', SPF_INCLUDE: 'spf.acme.com', MAIL_FROM_MX_HOST: 'mx.acme.com' }
  expect((await doctor(named)).check('DNS records').advice).toContain('or INBOUND_MX_HOST.')
  const { status } = (await doctor({ ...named, INBOUND_MX_HOST: 'mx.acme.com' })).check('DNS records')
  expect(status).toBe('ok')
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

describe('the SMTP listener', () => {
  const ca = createTestCa()
  const day = 86_400_000
  const inDays = (days: number) => new Date(Date.now() + days * day)
  let folder: string
  beforeAll(async () => {
    folder = await makeScratch('doctor-smtp')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function certificate(until: Date, host = 'mx.shop.test', from = inDays(-90)): Promise<Settings> {
    const { cert, key } = ca.issue([host], { notBefore: from, notAfter: until })
    const files = { SMTP_TLS_CERT: join(folder, 'cert.pem'), SMTP_TLS_KEY: join(folder, 'key.pem') }
    await writeFile(files.SMTP_TLS_CERT, cert)
    await writeFile(files.SMTP_TLS_KEY, key)
    return files
  }

  test('answers, with a valid certificate for the host of MX records', async () => {
    app.dns.records['mx.shop.test'] = { A: ['192.0.2.25'] }
    const files = await certificate(inDays(60))
    const [SMTP_PORT, SMTPS_PORT] = [String(await freePort()), String(await freePort())]
    const given = { ...files, SMTP_PORT, SMTPS_PORT, INBOUND_MX_HOST: 'mx.shop.test', ROLES: 'smtp' }
    const listener = await startListener(given)
    const { check } = await doctor(given)
    await listener.close()
    const ports = `127.0.0.1:${SMTP_PORT} and 127.0.0.1:${SMTPS_PORT}`
    expect(check('SMTP listener')).toEqual({
      name: 'SMTP listener',
      status: 'ok',
      detail: `${ports} answer`,
      advice: null,
    })
    expect(check('SMTP certificate')).toMatchObject({
      ...{ status: 'ok', detail: expect.stringMatching(/^for mx\.shop\.test, valid until \d{4}-\d\d-\d\d$/) },
    })
    expect(check('MX host')).toMatchObject({ status: 'ok', detail: 'mx.shop.test is 192.0.2.25' })

    const later = await doctor(given)
    expect(later.code).toBe(0)
    expect(later.check('SMTP listener')).toMatchObject({
      ...{ status: 'warn', detail: expect.stringContaining(`127.0.0.1:${SMTP_PORT} does not answer: `) },
      advice: expect.stringContaining('role smtp'),
    })
  })

  test.each<[string, () => Promise<Settings>, status: string, detail: RegExp]>([
    ['expired', () => certificate(inDays(-1)), 'fail', /^expired on /],
    ['not yet valid', () => certificate(inDays(60), 'mx.shop.test', inDays(2)), 'fail', /^is not valid before /],
    ['about to expire', () => certificate(inDays(5.5)), 'warn', /^expires on \S+, in 5 days$/],
    ['for another host', () => certificate(inDays(60), 'other.test'), 'warn', /^is not for mx\.shop\.test/],
    [
      'without its key',
      async () => {
        const { SMTP_TLS_CERT } = await certificate(inDays(60))
        return { SMTP_TLS_CERT, SMTP_TLS_KEY: SMTP_TLS_CERT }
      },
      'fail',
      /^cannot/,
    ],
    ['not set', async () => ({}), 'warn', /^none is set: /],
  ])('a certificate that is %s', async (_what, files, status, detail) => {
    const given = { INBOUND_MX_HOST: 'mx.shop.test', SMTP_HOST: '0.0.0.0', SMTP_PORT: '1', ...(await files()) }
    const found = (await doctor(given)).check('SMTP certificate')
    expect(found).toMatchObject({ status, detail: expect.stringMatching(detail), advice: expect.any(String) })
  })

  test('the host of MX records has to be set, and to have an address', async () => {
    const mxHost = async (settings: Settings) => (await doctor({ SMTP_PORT: '1', ...settings })).check('MX host')
    expect(await mxHost({ SMTP_HOST: '0.0.0.0' })).toMatchObject({
      ...{ status: 'warn', detail: expect.stringContaining('MX records name inbound.'), advice: expect.any(String) },
    })
    expect(await mxHost({})).toMatchObject({ status: 'ok' })
    expect(await mxHost({ INBOUND_MX_HOST: 'nowhere.test' })).toMatchObject({ detail: 'nowhere.test has no address' })
    expect(await mxHost({ SMTP_PORT: '0' })).toBeUndefined()
  })
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

test('settings are shown with their values, and secrets masked', async () => {
  const { detail } = (
    await doctor({ CALLBACK_SECRET: 'hush-'.repeat(10), REDIS_PREFIX: settings.REDIS_PREFIX! })
  ).check('Settings')
  expect(detail).toContain(`REDIS_PREFIX=${settings.REDIS_PREFIX}`)
  expect(detail).toContain('CALLBACK_SECRET=(secret)')
  for (const secret of ['hush', settings.MONGODB_URI!, settings.REDIS_URL!, settings.ENCRYPTION_KEY!]) {
    expect(detail).not.toContain(secret)
  }
})

test('it says if no worker or no scheduler has been seen for 30 s', async () => {
  const processes = async () => (await doctor()).check('Processes')
  expect(await processes()).toMatchObject({
    status: 'warn',
    detail: expect.stringMatching(/^no worker is running: .*; no scheduler is running: /),
  })
  const other = await startApp({ ...settings, ROLES: 'worker,scheduler' })
  const running = { status: 'ok', detail: 'a worker and a scheduler are running', advice: null }
  await eventually('both are seen', async () => (await processes()).status === 'ok')
  expect(await processes()).toEqual({ name: 'Processes', ...running })
  await other.app.close()

  const redis = app.app.producer
  const epoch = epochKey(settings.REDIS_PREFIX!)
  await redis.call('RESTORE', epoch, '0', (await redis.dumpBuffer(epoch))!, 'REPLACE', 'IDLETIME', '75')
  expect((await processes()).detail).toMatch(/^no worker is running: .*; no scheduler is running for 7\d s: /)
})

test('paused accounts cause a warning', async () => {
  expect((await doctor()).check('Accounts')).toMatchObject({ status: 'ok', advice: null })
  const pause = { reason: 'complaints', affected: 5, mails: 600, limit_percent: 0.3, at: new Date() } as const
  await app.app.models.accounts.updateOne({ _id: app.accountId }, { $set: { sending_pause: pause } })
  const found = (await doctor()).check('Accounts')
  await app.app.services.accounts.resume(app.accountId)
  expect(found).toMatchObject({ status: 'warn', detail: expect.stringContaining('1 paused for sending') })
})

test('overdue work and dead letters are reported', async () => {
  const { models, conveyor } = app.app
  await models.messages.collection.insertOne({
    _id: 'msg_overdue',
    account_id: app.accountId,
    idempotency_key: 'overdue',
    message_type: 'transactional',
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
