import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from '../src/config.js'
import type { SETTINGS } from '../src/settings/settings.js'

/** Values with which the service cannot do what the setting says, by setting. */
const NONSENSE: Record<keyof typeof SETTINGS, string[]> = {
  HOST: ['bad host', '127.0.0.1:3000', 'http://localhost', '-'],
  PORT: ['70000', '-1', '3e3', 'http'],
  BASE_URL: ['ftp://example.com', 'mail.example.com', 'https://', 'https://x.example/?a=b', 'https://me@x.example'],
  ROLES: ['api,cook', ',', 'API'],
  DATA_DIR: [],
  MONGODB_URI: [
    'localhost',
    'mongodb://127.0.0.1:27017',
    'mongodb://user:password@one,two/?replicaSet=rs0',
    'mongodb+srv://cluster.example.com?tls=true',
    'mongodb+srv://cluster.example.com:27017/postline',
    'mongodb+srv://user:password@one.example.com,two.example.com/postline',
  ],
  REDIS_URL: [
    ...['localhost:6379', 'http://localhost', 'redis://', 'redis://localhost/postline', 'redis+cluster://one,two:x'],
    ...['redis+cluster://one/2', 'redis+sentinel://one', 'redis+sentinel://one?name=main&db=2'],
  ],
  EMBEDDED: ['mysql', 'mongodb,redis'],
  REDIS_TLS_CA_FILE: ['/nowhere/ca.pem', '.', 'package.json'],
  REDIS_TLS_CERT_FILE: ['/nowhere/cert.pem', '.', 'package.json'],
  REDIS_PREFIX: ['two words', 'p'.repeat(65), '{tag}'],
  MIGRATE_ON_START: ['perhaps', 'yes'],
  STREAM_PARTITIONS: ['0', '65', 'many'],
  MAIL_PROVIDER: ['pigeon', 'SMTP'],
  SMTP_URL: ['mail.example.com', 'http://mail.example.com', 'smtp://'],
  AWS_REGION: ['Frankfurt', 'eu-central'],
  SES_ENDPOINT: ['email.eu-central-1.amazonaws.com', 'https://'],
  SES_CONFIGURATION_SET: ['two words'],
  SNS_TOPIC_ARNS: ['my-topic', 'arn:aws:sqs:eu-central-1:1:queue'],
  SES_INBOUND_ENCODING: ['latin1'],
  CALLBACK_SECRET: ['short', `${'s'.repeat(32)},short`, ','],
  MAIL_FROM_LABEL: ['a.b', '-send', 'l'.repeat(51)],
  DKIM_ZONE: ['bad zone', 'Dkim.example.com', 'com', `${'a.'.repeat(126)}ab`],
  MAIL_FROM_MX_HOST: ['10 mx.example.com', '192.0.2.1:25'],
  INBOUND_ENABLED: ['yes', '1'],
  INBOUND_MX_HOST: ['10 mx.example.com'],
  SMTP_HOST: ['bad host', '0.0.0.0:25'],
  SMTP_PORT: ['65536', 'smtp'],
  SMTPS_PORT: ['65536', 'smtps'],
  SMTP_TLS_CERT: ['/nowhere/cert.pem', '.', 'package.json'],
  SMTP_TLS_KEY: ['/nowhere/key.pem', '.', 'package.json'],
  SMTP_MAX_CONNECTIONS: ['0', 'many'],
  SMTP_CONNECTIONS_PER_ADDRESS: ['0', 'many'],
  SMTP_MAILS_PER_MINUTE: ['-1', 'many'],
  MAIL_APP_ENABLED: ['on'],
  THREAD_SUBJECT_MATCH: ['on'],
  SPF_INCLUDE: ['v=spf1 -all'],
  LINK_HOST_TARGET: ['links.example.com:443', 'https://links.example.com', 'Off', `${'a.'.repeat(126)}ab`],
  FORMER_HOSTS: ['https://old.example.com', 'mail.example.com,old example.com'],
  TRACKING_OPENS: ['on'],
  TRACKING_CLICKS: ['on'],
  PRICE_PER_EMAIL_MICROS: ['0.4', '-1', 'free'],
  STRIPE_SECRET_KEY: ['sk_live two'],
  STRIPE_WEBHOOK_SECRET: ['whsec two'],
  STRIPE_PRICES: ['price_1', '{}'],
  STRIPE_API_BASE: ['nope', 'https://api.stripe.com/v1', 'ftp://api.stripe.com'],
  BILLING_RETURN_URL: ['/billing', 'https://'],
  COMPLAINT_PAUSE_PERCENT: ['0.0001', '-1'],
  BOUNCE_PAUSE_PERCENT: ['100.1', '10%'],
  CONTACTS_PER_ACCOUNT: ['0', 'unlimited'],
  LIST_MEMBERS_PER_ACCOUNT: ['0', 'unlimited'],
  RETENTION_BODY_DAYS: ['-1', '1y'],
  RETENTION_RAW_DAYS: ['1.5'],
  RETENTION_DAYS: ['29'],
  TEST_SEND_ENABLED: ['on'],
  VALIDATION_ENABLED: ['on'],
  SANDBOX_DOMAIN: ['bad domain', 'localhost', 'hello@example.com'],
  SHARED_EMAIL_SENDER: ['nobody', 'Shop <hello@shop.example>', 'hello@bad domain', 'hello@-.example'],
  BOOTSTRAP_OWNER_EMAIL: ['nobody', 'a@b@c.example'],
  BOOTSTRAP_ADMIN_KEY: ['sk_live_short', `sk_test_${'x'.repeat(40)}`],
  SESSION_SECRET: ['short', `${'s'.repeat(32)},short`, ','],
  ENCRYPTION_KEY: ['short', ','],
  RATE_LIMIT_PER_SECOND: ['-1', 'off'],
  MAX_CONNECTIONS: ['0'],
  DRAIN_SECONDS: ['301', '5s'],
  TRUST_PROXY: ['yes', '0.0.0.0/0'],
  CORS_ORIGINS: [
    '*',
    'null',
    'app.example.com',
    'https://app.example.com/',
    'https://app.example.com,https://App.example.com',
  ],
  COMPAT_APIS: ['sparkpost', 'resend,all', ','],
  DNS_SERVERS: ['999.1.1.1:53', '127.0.0.1:0', 'ns.example.com'],
  GRAPHQL_INTROSPECTION: ['on'],
  MCP: ['on'],
  MCP_READ_ONLY: ['yes'],
  MCP_SEND_APPROVAL: ['1'],
  HEADER_PREFIX: ['1st', 'X-Post', 'Webhook', 'webhook', 'WEBHOOK'],
  WEBHOOK_ALLOW_HTTP: ['on'],
  WEBHOOK_ALLOW_CIDRS: ['127.0.0.1', '127.0.0.0/8,10.0.0.0/33'],
  WEBHOOK_RETRY_BASE_MS: ['0', '30s'],
  WEBHOOK_TIMEOUT_MS: ['1', '30s'],
  DISPATCH_RETRY_BASE_MS: ['0', '30s'],
  DISPATCH_TIMEOUT_MS: ['1', '30s'],
  MAX_WAITING_MESSAGES: ['1999'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['127.0.0.1:4318', 'http://'],
  LOG_LEVEL: ['loud'],
  METRICS_HOST: ['bad host', '127.0.0.1:9464'],
  METRICS_PORT: ['65535', 'off'],
}

const nonsense = Object.entries(NONSENSE).flatMap(([name, values]) => values.map((value) => [name, value] as const))

test.each(nonsense)('%s=%s is refused with one line that names it and says what it must be', (name, value) => {
  const failure = failureOf({ [name]: value })
  expect(failure).toBeInstanceOf(ConfigError)
  expect(failure?.message).toMatch(new RegExp(`^${name} must .{10,}$`))
})

test('every setting has an example of nonsense, except the name of a folder, which can be anything', () => {
  expect(Object.entries(NONSENSE).flatMap(([name, values]) => (values.length === 0 ? name : []))).toEqual(['DATA_DIR'])
})

test.each([
  'mongodb+srv://cluster.example.com/postline',
  'mongodb+srv://user:p%40ss@cluster.example.com/postline?retryWrites=true',
  'mongodb://user:password@one:27017,two:27018/postline?replicaSet=rs0',
])('MONGODB_URI=%s is accepted', (uri) => {
  expect(readConfig({ MONGODB_URI: uri, REDIS_URL: 'redis://localhost/2' }).mongodbUri).toBe(uri)
})

test('a role that is named twice counts once', () => {
  expect(readConfig({ ROLES: 'api, api' }).roles).toEqual(['api'])
})

test('one error names all invalid settings', () => {
  expect(() => readConfig({ PORT: 'x', ROLES: 'x' })).toThrow(/^PORT .*\nROLES /s)
})

test.each([
  ['DNS_SERVERS', '127.0.0.1:5353, [::1]:53, ::1, 9.9.9.9', ['127.0.0.1:5353', '[::1]:53', '::1', '9.9.9.9']],
  ['WEBHOOK_ALLOW_CIDRS', '127.0.0.0/8, fd00::/8', ['127.0.0.0/8', 'fd00::/8']],
])('%s takes a comma-separated list: %s', (name, value, items) => {
  const { dnsServers, webhookAllowCidrs } = readConfig({ [name]: value })
  expect(name === 'DNS_SERVERS' ? dnsServers : webhookAllowCidrs).toEqual(items)
})

test('the percentages of the sending brakes can have decimals, and are off by default', () => {
  expect(readConfig({})).toMatchObject({ complaintPausePercent: 0, bouncePausePercent: 0 })
  const given = { COMPLAINT_PAUSE_PERCENT: '0.125', BOUNCE_PAUSE_PERCENT: '100' }
  expect(readConfig(given)).toMatchObject({ complaintPausePercent: 0.125, bouncePausePercent: 100 })
})

test('an empty value counts as unset', () => {
  expect(readConfig({ PORT: '', BASE_URL: '' })).toMatchObject({ port: 3000, baseUrl: 'http://127.0.0.1:3000' })
})

test('NAME_FILE can name a file with a secret', () => {
  const file = fileWith('smtp://user:password@mail.example.com\n')
  expect(readConfig({ SMTP_URL_FILE: file }).smtpUrl).toBe('smtp://user:password@mail.example.com')
  expect(readConfig({ SMTP_URL_FILE: fileWith('\n') }).smtpUrl).toBeNull()
  expect(readConfig({ SMTP_URL: '', SMTP_URL_FILE: file }).smtpUrl).not.toBeNull()
})

test('ENCRYPTION_KEY takes one or several keys of 32 bytes, and an error does not show them', () => {
  const [one, two] = [randomBytes(32), randomBytes(32)]
  const text = `${one.toString('base64')},\n${two.toString('base64url')}\n`
  expect(readConfig({ ENCRYPTION_KEY: text }).encryptionKey?.map((key) => key.export())).toEqual([one, two])
  expect(readConfig({ ENCRYPTION_KEY_FILE: fileWith(text) }).encryptionKey).toHaveLength(2)
  expect(readConfig({}).encryptionKey).toBeNull()
  for (const wrong of [randomBytes(31).toString('base64'), 'x'.repeat(64), `${one.toString('base64')},short`, ',']) {
    const rule = 'ENCRYPTION_KEY must be 32 bytes in base64, or several such keys separated by commas, the newest first'
    expect(() => readConfig({ ENCRYPTION_KEY: wrong })).toThrow(new ConfigError(rule))
  }
})

test('a secret that is set twice, or whose file does not exist, is refused like any invalid setting', () => {
  const SESSION_SECRET = 's'.repeat(32)
  const given = { PORT: 'x', SESSION_SECRET, SESSION_SECRET_FILE: fileWith(SESSION_SECRET), SMTP_URL_FILE: '/nowhere' }
  expect(() => readConfig(given)).toThrow(/^PORT .*\nSMTP_URL_FILE .*\nSESSION_SECRET and SESSION_SECRET_FILE /s)
})

test('only workers need the mail server', () => {
  const smtp = { MAIL_PROVIDER: 'smtp' }
  expect(readConfig({ ...smtp, ROLES: 'api' }).smtpUrl).toBeNull()
  expect(readConfig({ ...smtp, ROLES: 'scheduler' }).smtpUrl).toBeNull()
  expect(() => readConfig({ ...smtp, ROLES: 'worker' })).toThrow(/^SMTP_URL /)
  expect(() => readConfig(smtp)).toThrow(/^SMTP_URL /)
})

test('TLS files for Redis need an address with TLS', () => {
  const REDIS_TLS_CA_FILE = fileWith('-----BEGIN CERTIFICATE-----\n')
  const EMBEDDED = 'mongodb'
  expect(readConfig({ EMBEDDED, REDIS_URL: 'rediss://cache', REDIS_TLS_CA_FILE })).toMatchObject({
    redisTlsCaFile: REDIS_TLS_CA_FILE,
  })
  for (const REDIS_URL of ['rediss+cluster://one,two', 'rediss+sentinel://one?name=main']) {
    expect(readConfig({ EMBEDDED, REDIS_URL, REDIS_TLS_CA_FILE }).redisUrl).toBe(REDIS_URL)
  }
  for (const REDIS_URL of ['redis://cache', 'redis+cluster://one']) {
    expect(() => readConfig({ EMBEDDED, REDIS_URL, REDIS_TLS_CA_FILE })).toThrow(/^REDIS_URL /)
  }
})

function failureOf(env: Record<string, string>): Error | null {
  try {
    readConfig(env)
    return null
  } catch (error) {
    return error as Error
  }
}

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'postline-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret')
  writeFileSync(file, text)
  return file
}

describe('the servers to use', () => {
  const MONGODB_URI = 'mongodb://user:p%2Fw@one,two:27018/postline?replicaSet=rs0'
  const REDIS_URL = 'redis://127.0.0.1'

  test.each([
    [{}, { mongodbUri: null, redisUrl: null }],
    [
      { MONGODB_URI, REDIS_URL },
      { mongodbUri: MONGODB_URI, redisUrl: REDIS_URL },
    ],
    [
      { MONGODB_URI, EMBEDDED: 'redis' },
      { mongodbUri: MONGODB_URI, redisUrl: null },
    ],
    [
      { REDIS_URL, EMBEDDED: 'mongodb' },
      { mongodbUri: null, redisUrl: REDIS_URL },
    ],
  ])('%j is clear', (env, addresses) => {
    expect(readConfig(env)).toMatchObject(addresses)
  })

  test.each([
    [{ MONGODB_URI }, 'REDIS_URL must be set when MONGODB_URI is, or EMBEDDED=redis, which runs that server here'],
    [{ REDIS_URL }, 'MONGODB_URI must be set when REDIS_URL is, or EMBEDDED=mongodb, which runs that server here'],
    [{ EMBEDDED: 'redis' }, 'MONGODB_URI must be set when EMBEDDED is redis'],
    [
      { REDIS_URL, EMBEDDED: 'redis' },
      'MONGODB_URI must be set when EMBEDDED is redis\nEMBEDDED is redis, but REDIS_URL is set: unset one of them',
    ],
    [{ MONGODB_URI, REDIS_URL, EMBEDDED: 'mongodb' }, 'EMBEDDED is mongodb, but MONGODB_URI is set: unset one of them'],
  ])('%j stops the start with what to do', (env, message) => {
    expect(() => readConfig(env)).toThrow(new ConfigError(message))
  })
})
