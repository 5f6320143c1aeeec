import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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
  ['HEADER_PREFIX', '1st'],
  ['TRUST_PROXY', 'yes'],
  ['REDIS_TLS_CA_FILE', '/nowhere/ca.pem'],
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
  expect(readConfig({ REDIS_URL: 'rediss://cache', REDIS_TLS_CA_FILE })).toMatchObject({
    redisTlsCaFile: REDIS_TLS_CA_FILE,
  })
  expect(() => readConfig({ REDIS_URL: 'redis://cache', REDIS_TLS_CA_FILE })).toThrow(/^REDIS_URL /)
})

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'postline-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret')
  writeFileSync(file, text)
  return file
}
