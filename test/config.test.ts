import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from '../src/config.js'

test.each([
  ['PORT', '70000'],
  ['METRICS_PORT', '65535'],
  ['ROLES', 'api,cook'],
  ['MAIL_PROVIDER', 'pigeon'],
  ['BASE_URL', 'ftp://example.com'],
  ['DNS_SERVERS', '999.1.1.1:53'],
  ['DNS_SERVERS', '127.0.0.1:0'],
  ['DNS_SERVERS', 'ns.example.com'],
  ['WEBHOOK_ALLOW_CIDRS', '127.0.0.1'],
  ['WEBHOOK_ALLOW_CIDRS', '127.0.0.0/8,10.0.0.0/33'],
  ['BOOTSTRAP_ADMIN_KEY', 'sk_live_short'],
  ['BOOTSTRAP_OWNER_EMAIL', 'nobody'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'null'],
  ['CORS_ORIGINS', 'app.example.com'],
  ['CORS_ORIGINS', 'https://app.example.com/'],
  ['CORS_ORIGINS', 'https://app.example.com,https://App.example.com'],
  ['HEADER_PREFIX', '1st'],
  ['TRUST_PROXY', 'yes'],
  ['REDIS_TLS_CA_FILE', '/nowhere/ca.pem'],
  ['COMPLAINT_PAUSE_PERCENT', '0.0001'],
  ['COMPLAINT_PAUSE_PERCENT', '-1'],
  ['BOUNCE_PAUSE_PERCENT', '100.1'],
  ['BOUNCE_PAUSE_PERCENT', '10%'],
  ['MONGODB_URI', 'mongodb://127.0.0.1:27017'],
  ['MONGODB_URI', 'mongodb://user:password@one,two/?replicaSet=rs0'],
  ['MONGODB_URI', 'mongodb+srv://cluster.example.com?tls=true'],
  ['RETENTION_DAYS', '29'],
  ['RETENTION_BODY_DAYS', '-1'],
  ['RETENTION_RAW_DAYS', '1.5'],
  ['EMBEDDED', 'mysql'],
])('%s=%s is refused, and the error names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} `))
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

test('TLS files for Redis need a rediss:// address', () => {
  const REDIS_TLS_CA_FILE = fileWith('a certificate')
  const EMBEDDED = 'mongodb'
  expect(readConfig({ EMBEDDED, REDIS_URL: 'rediss://cache', REDIS_TLS_CA_FILE })).toMatchObject({
    redisTlsCaFile: REDIS_TLS_CA_FILE,
  })
  expect(() => readConfig({ EMBEDDED, REDIS_URL: 'redis://cache', REDIS_TLS_CA_FILE })).toThrow(/^REDIS_URL /)
})

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
